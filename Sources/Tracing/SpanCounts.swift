import Synchronization

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
