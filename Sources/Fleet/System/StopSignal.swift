import Glibc
import Synchronization

/// Stops all threads of a process: a flag, and a descriptor that wakes the threads that wait.
package final class StopSignal: Sendable {
  private let flag = Atomic<Bool>(false)
  private let moment = Mutex<Moment?>(nil)
  private let wakeUp = WakePipe()

  /// Opens the descriptor; traps when the process has no free descriptor.
  package init() {}

  /// Readable from the moment of the stop on; to be waited for with poll(2), never read.
  package var descriptor: Int32 { wakeUp.descriptor }

  /// Whether the stop has been requested.
  package var isStopped: Bool { flag.load(ordering: .acquiring) }

  /// When the stop was requested; nil before.
  package var stoppedAt: Moment? { isStopped ? moment.withLock { $0 } : nil }

  /// The time since the stop was requested; zero before.
  package var timeSinceStop: Duration { stoppedAt.map { .now - $0.steady } ?? .zero }

  /// Asks all threads to stop; a second call has no further effect.
  package func stop() {
    moment.withLock { $0 = $0 ?? .now }
    guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
    wakeUp.raise()
  }

  /// Waits until the stop or for that long; returns whether the stop has been requested.
  package func wait(for duration: Duration) -> Bool {
    waitForInput([descriptor], for: duration)
    return isStopped
  }
}

/// A descriptor that is readable while it is raised, for threads that wait with poll(2).
package final class WakePipe: Sendable {
  package let descriptor: Int32
  private let writeEnd: Int32

  /// Opens the descriptor, not raised; traps when the process has no free descriptor.
  package init() {
    var ends: [Int32] = [-1, -1]
    let result = ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress) }
    precondition(result == 0, "pipe(2) failed with errno \(errno): the process cannot work")
    descriptor = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Makes the descriptor readable; once only until it is lowered.
  package func raise() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Makes the descriptor unreadable after one `raise`.
  package func lower() {
    var byte: UInt8 = 0
    _ = read(descriptor, &byte, 1)
  }
}

/// The signals that end a worker; only the main thread receives them.
package enum Signals {
  /// Blocks SIGTERM, SIGINT and SIGHUP in this thread and those it will start; call it before the
  /// first thread.
  package static func block() {
    var set = terminating
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of the signals and returns its number; sigwait(3).
  package static func wait() -> Int32 {
    var set = terminating
    var signal: Int32 = 0
    while sigwait(&set, &signal) != 0 {}
    return signal
  }

  private static var terminating: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    if !isHangupIgnored { sigaddset(&set, SIGHUP) }
    return set
  }

  /// Whether SIGHUP is ignored, as after nohup(1): sigwait(3) would still accept it.
  private static var isHangupIgnored: Bool {
    var action = sigaction()
    guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Waits until one of the descriptors has input, is closed, or the time is over, and returns those
/// that have input or are closed; poll(2).
///
/// A signal may end it early.
@discardableResult
package func waitForInput(_ descriptors: [Int32], for duration: Duration) -> [Int32] {
  var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  _ = poll(&polled, nfds_t(polled.count), Int32(clamping: max(0, duration.milliseconds)))
  return polled.filter { $0.revents != 0 }.map(\.fd)
}

extension Duration {
  /// Whole milliseconds, rounded up, so that a wait is never a busy loop.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }

  /// Whole microseconds.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
