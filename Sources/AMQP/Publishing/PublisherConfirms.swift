/// Which published messages the broker has not answered for yet.
///
/// Answers arrive in any order, single and multiple mixed; counting them would hang. The tags from
/// the oldest unanswered one on are in a ring buffer, so that the cost of an answer is proportional
/// to the messages that it settles.
package struct PublisherConfirms: Hashable, Sendable {
  /// The messages without an answer.
  package private(set) var outstanding = 0
  /// The delivery tag that the next message gets; the first of a channel is 1 (confirms, RabbitMQ).
  package private(set) var nextTag: UInt64 = 1
  /// The oldest tag without an answer, or `nextTag`.
  package private(set) var oldestTag: UInt64 = 1
  /// The index for each tag, at the tag modulo the count, which is a power of two.
  private var ring: [Int]

  private static let none = -1

  /// - Parameter capacity: how many tags there is room for before the ring must grow.
  package init(capacity: Int = 1024) {
    var size = 1
    while size < capacity { size *= 2 }
    ring = Array(repeating: Self.none, count: size)
  }

  /// Records a message under the caller's index, and returns its delivery tag on the channel.
  package mutating func published(_ index: Int) -> UInt64 {
    precondition(index >= 0, "an index is not negative")
    if nextTag - oldestTag == UInt64(ring.count) { grow() }
    let tag = nextTag
    ring[slot(tag)] = index
    nextTag += 1
    outstanding += 1
    return tag
  }

  /// The index of a message without an answer.
  package func index(of tag: UInt64) -> Int? {
    guard tag >= oldestTag, tag < nextTag else { return nil }
    let index = ring[slot(tag)]
    return index == Self.none ? nil : index
  }

  /// The indices of the messages without an answer, oldest first.
  package var unanswered: [Int] { (oldestTag..<nextTag).compactMap { index(of: $0) } }

  /// Settles a tag, or with `multiple` all up to it, and returns the indices, oldest first.
  ///
  /// Empty for a tag that is unknown or settled already. With `multiple`, tag 0 means all (AMQP
  /// 0-9-1, `basic.ack`).
  package mutating func settle(_ tag: UInt64, multiple: Bool) -> [Int] {
    let last = multiple && tag == 0 ? nextTag - 1 : tag
    guard last >= oldestTag, last < nextTag else { return [] }
    var settled: [Int] = []
    for tag in (multiple ? oldestTag : last)...last {
      let index = ring[slot(tag)]
      if index == Self.none { continue }
      ring[slot(tag)] = Self.none
      settled.append(index)
    }
    outstanding -= settled.count
    while oldestTag < nextTag, ring[slot(oldestTag)] == Self.none { oldestTag += 1 }
    return settled
  }

  /// The broker has confirmed these; returns how many that settled.
  package mutating func confirmed(_ tag: UInt64, multiple: Bool) -> Int {
    settle(tag, multiple: multiple).count
  }

  /// The broker has refused these; returns their indices.
  package mutating func refused(_ tag: UInt64, multiple: Bool) -> [Int] {
    settle(tag, multiple: multiple)
  }

  private func slot(_ tag: UInt64) -> Int {
    Int(truncatingIfNeeded: tag) & (ring.count - 1)
  }

  private mutating func grow() {
    var larger = Self(capacity: ring.count * 2)
    for tag in oldestTag..<nextTag { larger.ring[larger.slot(tag)] = ring[slot(tag)] }
    ring = larger.ring
  }
}
