import Glibc
import Synchronization

/// Requests that wait for a thread, so many at most: what does not fit is refused at once, instead
/// of being answered when its client has long given up.
final class RequestQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isStopped = false
  }

  private let limit: Int
  private let state = Mutex(State())
  /// A byte for each request, and one for each thread at the stop: reading waits for the next.
  private let readEnd: Int32
  private let writeEnd: Int32

  /// Opens the descriptors; traps when the process has none left.
  init(limit: Int) {
    var ends: [Int32] = [-1, -1]
    let result = ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress) }
    precondition(result == 0, "pipe(2) failed with errno \(errno): the process cannot work")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
    self.limit = limit
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Adds a request; false when there is no room for it, and after the stop.
  func offer(_ element: Element) -> Bool {
    state.withLock { state in
      guard !state.isStopped, state.waiting.count < limit else { return false }
      state.waiting.append(element)
      wake()
      return true
    }
  }

  /// Waits for the next request; nil after the stop.
  func next() -> Element? {
    var byte: UInt8 = 0
    while read(readEnd, &byte, 1) < 0 && errno == EINTR {}
    return state.withLock { state in
      state.isStopped || state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
  }

  /// Lets so many threads that wait go on without a request; returns the requests that no thread
  /// has taken.
  func stop(threads: Int) -> [Element] {
    state.withLock { state in
      state.isStopped = true
      for _ in 0..<threads { wake() }
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  private func wake() {
    var byte: UInt8 = 1
    // Never more bytes than requests and threads, for which each pipe has room.
    _ = write(writeEnd, &byte, 1)
  }
}
