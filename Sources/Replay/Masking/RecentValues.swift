/// The values of the latest keys; older ones are forgotten.
package struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let capacity: Int
  private var values: [Key: Value] = [:]
  private var order: [Key] = []
  private var oldest = 0

  /// `capacity` is the number of keys that are kept.
  package init(capacity: Int) { self.capacity = capacity }

  /// The value of a key; nil where it is not known, or forgotten.
  package subscript(key: Key) -> Value? { values[key] }

  /// Keeps the value of a key, in the place of the oldest key where there is no room.
  package mutating func remember(_ value: Value, for key: Key) {
    if values.updateValue(value, forKey: key) != nil { return }
    if order.count < capacity {
      order.append(key)
    } else {
      values[order[oldest]] = nil
      order[oldest] = key
      oldest = (oldest + 1) % capacity
    }
  }
}
