import Rides

/// Which change of which ride.
struct ChangeKey: Hashable, Sendable {
  let ride: RideIdentifier
  let sequence: Int
}

/// The changes that have come, so that repeats can be dropped; the oldest are forgotten, since a
/// repeat follows closely.
struct SeenChanges: Sendable {
  private var known: Set<ChangeKey> = []
  private var order: [ChangeKey] = []
  private var oldest = 0
  private let capacity: Int

  init(capacity: Int = 65_536) {
    precondition(capacity > 0, "who remembers nothing sees no repeats")
    self.capacity = capacity
  }

  /// Notes a change; false when it is a repeat.
  mutating func insert(_ key: ChangeKey) -> Bool {
    guard known.insert(key).inserted else { return false }
    if order.count < capacity {
      order.append(key)
    } else {
      known.remove(order[oldest])
      order[oldest] = key
      oldest = (oldest + 1) % capacity
    }
    return true
  }
}
