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

/// A number that goes up and down, such as the unacknowledged messages; any thread may use it.
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

/// How often values fell below each of its bounds, and their sum: Prometheus' histogram.
///
/// One thread records, any may read. To record costs a few plain stores: no lock, no allocation.
/// A reader may see the sum of one value more or less than the counts.
package final class Histogram: Sendable {
  /// The upper bounds, ascending; a last one of infinity is implied.
  package let bounds: [Double]
  /// Of each bound, the values that are at most that large and above the bound before it.
  private let counts: [Counter]
  /// The bits of a double.
  private let sum = Atomic<UInt64>(0)

  /// Starts with nothing recorded; the bounds ascend.
  package init(bounds: [Double]) {
    precondition(
      zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "the bounds of a histogram ascend")
    self.bounds = bounds
    counts = (0...bounds.count).map { _ in Counter() }
  }

  /// Records a value so many times.
  package func record(_ value: Double, times: Int = 1) {
    var index = 0
    while index < bounds.count, value > bounds[index] { index += 1 }
    counts[index].add(times)
    let before = Double(bitPattern: sum.load(ordering: .relaxed))
    sum.store((before + value * Double(times)).bitPattern, ordering: .relaxed)
  }

  /// Records a duration in seconds so many times.
  package func record(_ duration: Duration, times: Int = 1) {
    record(duration / .seconds(1), times: times)
  }

  /// What has been recorded.
  package var snapshot: HistogramSnapshot {
    HistogramSnapshot(
      bounds: bounds, counts: counts.map(\.value),
      sum: Double(bitPattern: sum.load(ordering: .relaxed)))
  }
}

/// What a histogram had recorded at one moment.
package struct HistogramSnapshot: Hashable, Sendable {
  package var bounds: [Double]
  /// One more than there are bounds: of each bound, and last of the values above all of them.
  package var counts: [UInt64]
  package var sum: Double

  package init(bounds: [Double], counts: [UInt64], sum: Double) {
    self.bounds = bounds
    self.counts = counts
    self.sum = sum
  }

  /// Adds what another histogram with the same bounds has recorded.
  package func adding(_ other: Self) -> Self {
    precondition(bounds == other.bounds, "only histograms with the same bounds add up")
    return Self(bounds: bounds, counts: zip(counts, other.counts).map(+), sum: sum + other.sum)
  }
}
