import Glibc
import Synchronization

/// The spans that wait for the exporter, so many at most: what does not fit is dropped and counted,
/// for no lane waits for a receiver of traces.
package final class SpanQueue: Sendable {
  /// Counts of all spans of the process.
  package let counts = SpanCounts()
  /// Has input when enough spans for a request wait; to be waited for with poll(2).
  package let descriptor: Int32
  private let writeEnd: Int32
  private let capacity: Int
  private let wakeAt: Int
  private let waiting = Mutex<[Span]>([])

  /// Opens the descriptor; traps when the process has none left.
  package init(capacity: Int, wakeAt: Int) {
    var ends: [Int32] = [-1, -1]
    let result = ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress) }
    precondition(result == 0, "pipe(2) failed with errno \(errno): the process cannot work")
    // No lane waits for the exporter, and the exporter reads what there is.
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    descriptor = ends[0]
    writeEnd = ends[1]
    self.capacity = capacity
    self.wakeAt = min(wakeAt, capacity)
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// How many spans wait.
  package var count: Int { waiting.withLock { $0.count } }

  /// Takes spans that have ended, as far as there is room.
  package func offer(_ spans: [Span]) {
    guard !spans.isEmpty else { return }
    let (before, after) = waiting.withLock { waiting in
      let before = waiting.count
      waiting.append(contentsOf: spans.prefix(max(0, capacity - before)))
      return (before, waiting.count)
    }
    counts.drop(spans.count - (after - before))
    guard before < wakeAt, after >= wakeAt else { return }
    // A pipe that is full has woken the exporter already.
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Removes the oldest spans, so many at most.
  package func dequeue(_ limit: Int) -> [Span] {
    waiting.withLock { waiting in
      let taken = Array(waiting.prefix(limit))
      waiting.removeFirst(taken.count)
      return taken
    }
  }

  /// Makes the descriptor wait for the next time.
  func clearWake() {
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = withUnsafeMutableBytes(of: &bytes) { read(descriptor, $0.baseAddress, $0.count) }
  }
}

/// How many spans of a process came to their receiver, and how many did not.
package final class SpanCounts: Sendable {
  private let sent = Atomic<UInt64>(0)
  private let lost = Atomic<UInt64>(0)

  package init() {}

  /// Spans that the receiver took.
  package var exported: UInt64 { sent.load(ordering: .relaxed) }

  /// Spans that found the queue full, that the receiver refused or that could not reach it in time.
  package var dropped: UInt64 { lost.load(ordering: .relaxed) }

  func export(_ count: Int) { sent.add(UInt64(count), ordering: .relaxed) }

  func drop(_ count: Int) { lost.add(UInt64(count), ordering: .relaxed) }
}
