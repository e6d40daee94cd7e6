/// The deliveries of a consumer that keeps some of them unacknowledged until its connection ends.
///
/// The broker can be told of all deliveries up to one at once; with one among them that is kept,
/// each has to be acknowledged by itself.
struct KeptDeliveries {
  /// Whether a delivery is kept.
  var hasKept = false
  /// The deliveries that are yet to be acknowledged.
  private var open: [UInt64] = []

  /// Notes a delivery that will be acknowledged.
  mutating func add(_ tag: UInt64) { open.append(tag) }

  /// Notes that a delivery is acknowledged by itself.
  mutating func acknowledge(_ tag: UInt64) { open.removeAll { $0 == tag } }

  /// The deliveries to be acknowledged one by one; nil where all up to the tag can be at once.
  mutating func acknowledge(through tag: UInt64) -> [UInt64]? {
    let done = open.filter { $0 <= tag }
    open.removeAll { $0 <= tag }
    return hasKept ? done : nil
  }
}
