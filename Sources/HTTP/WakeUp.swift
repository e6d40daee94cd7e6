import CMicroHTTPD
import Glibc
import Synchronization

/// Wakes the thread of a server for one of its requests.
struct WakeUp: Sendable {
  let number: UInt64
  let calls: WakeUpCalls

  func raise() { calls.add(number) }
}

/// The numbers of the requests for which the thread of a server is to be woken, and the descriptor
/// on which it waits.
final class WakeUpCalls: Sendable {
  /// Readable while there are calls, for poll(2).
  let descriptor: Int32
  private let numbers = Mutex<[UInt64]>([])

  /// Opens the descriptor; nil with `errno` when that fails.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  func add(_ number: UInt64) {
    let isFirst = numbers.withLock { numbers in
      numbers.append(number)
      return numbers.count == 1
    }
    if isFirst { eventfd_write(descriptor, 1) }
  }

  /// Removes all calls.
  func take() -> [UInt64] {
    // First the descriptor: a call that is added between the two is taken, too.
    var count: eventfd_t = 0
    eventfd_read(descriptor, &count)
    return numbers.withLock { numbers in
      defer { numbers = [] }
      return numbers
    }
  }
}
