import Glibc
import Synchronization

/// The one way to tell all threads of a process to stop: a flag, and a descriptor that wakes
/// whoever waits.
package final class StopSignal: Sendable {
  private let flag = Atomic<Bool>(false)
  private let moment = Mutex<Moment?>(nil)
  /// Readable from the moment of the stop on; to be waited for with poll(2), never read.
  package let descriptor: Int32
  private let writeEnd: Int32

  /// Opens the descriptor; traps when the process has none left.
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

  /// Whether the stop was asked for.
  package var isStopped: Bool { flag.load(ordering: .acquiring) }

  /// When the stop was asked for; nil before.
  package var stoppedAt: Moment? { isStopped ? moment.withLock { $0 } : nil }

  /// The time since the stop was asked for; zero before.
  var timeSinceStop: Duration { stoppedAt.map { .now - $0.steady } ?? .zero }

  /// Asks all to stop; asking twice is asking once.
  package func stop() {
    moment.withLock { $0 = $0 ?? .now }
    guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Waits until the stop or for that long; gives back whether the stop was asked for.
  package func wait(for duration: Duration) -> Bool {
    waitForInput([descriptor], for: duration)
    return isStopped
  }
}
