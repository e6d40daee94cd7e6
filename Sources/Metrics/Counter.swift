import Synchronization

/// A number that only grows, such as how many messages were taken; any thread may add and read.
///
/// To add costs one atomic instruction: no lock, no allocation.
package final class Counter: Sendable {
  private let count = Atomic<UInt64>(0)

  package init() {}

  /// Adds to the number.
  package func add(_ more: Int = 1) {
    count.wrappingAdd(UInt64(truncatingIfNeeded: more), ordering: .relaxed)
  }

  /// The number now.
  package var value: UInt64 { count.load(ordering: .relaxed) }
}

/// A number that goes up and down, such as the messages in hand; any thread may write and read.
package final class Gauge: Sendable {
  private let number: Atomic<Int>

  package init(_ number: Int = 0) { self.number = Atomic(number) }

  /// The number now.
  package var value: Int {
    get { number.load(ordering: .relaxed) }
    set { number.store(newValue, ordering: .relaxed) }
  }

  /// Adds to the number; what is added may be negative.
  package func add(_ more: Int) { number.wrappingAdd(more, ordering: .relaxed) }
}
