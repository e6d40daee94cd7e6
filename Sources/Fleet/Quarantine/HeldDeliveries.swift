package import Messages

/// The deliveries of a lane that are not handled yet: new messages, and suspects, which were
/// delivered before and may have crashed the process that had them.
package struct HeldDeliveries: Sendable {
  /// What was never delivered before, in the order of the deliveries.
  package private(set) var new: [Delivery] = []
  /// What was delivered before.
  package private(set) var suspects: [Delivery] = []
  /// The bytes of all bodies.
  package private(set) var byteCount = 0

  package init() {}

  /// The fewest attempts of the suspects, nil if there are none.
  package var fewestAttempts: Int? { suspects.lazy.map(\.attempts).min() }

  /// Adds deliveries.
  package mutating func add(_ deliveries: consuming [Delivery]) {
    byteCount += deliveries.byteCount
    if new.isEmpty, deliveries.areNew {
      // As ever: then the batch is moved whole.
      new = deliveries
      return
    }
    for delivery in deliveries {
      if delivery.attempts == 0 { new.append(delivery) } else { suspects.append(delivery) }
    }
  }

  /// Hands out new messages, in their order.
  package mutating func takeNew(limit: Int) -> [Delivery] {
    var taken: [Delivery] = []
    if new.count <= limit {
      swap(&taken, &new)
    } else {
      taken = Array(new.prefix(limit))
      new.removeFirst(limit)
    }
    byteCount -= taken.byteCount
    return taken
  }

  /// Hands out suspects with the fewest attempts, in their order, chosen by `random`, so that the
  /// same ones do not follow the poisoned one each time.
  package mutating func takeSuspects(
    limit: Int, _ random: (Range<Int>) -> Int = { Int.random(in: $0) }
  ) -> [Delivery] {
    guard let fewest = fewestAttempts else { return [] }
    var places = suspects.indices.filter { suspects[$0].attempts == fewest }
    for place in 0..<min(limit, places.count) {
      places.swapAt(place, random(place..<places.count))
    }
    places = places.prefix(limit).sorted()
    let taken = places.map { suspects[$0] }
    for place in places.reversed() { suspects.remove(at: place) }
    byteCount -= taken.byteCount
    return taken
  }

  /// Whether a delivery is held that came before that one.
  package func hasEarlier(than deliveryTag: UInt64) -> Bool {
    [suspects, new].joined().contains { $0.deliveryTag < deliveryTag }
  }
}

extension [Delivery] {
  fileprivate var byteCount: Int { reduce(0) { $0 + $1.body.count } }

  fileprivate var areNew: Bool { allSatisfy { $0.attempts == 0 } }
}

extension Delivery {
  /// The number of earlier deliveries without acknowledgment, as far as the broker counts them.
  ///
  /// Quorum queues count them; a classic queue only has a flag.
  package var attempts: Int {
    guard redelivered else { return 0 }
    switch properties.header("x-delivery-count") {
    case .integer(let count, _): return Int(clamping: max(0, count))
    case .unsigned(let count, _): return Int(clamping: count)
    default: return 1
    }
  }
}
