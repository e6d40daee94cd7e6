package import Messages

/// What a lane was delivered and has not begun: what is new, and suspects, which were delivered
/// before and may have ended the process that had them.
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

  /// Adds what was delivered.
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

  /// Hands out what is new, in its order.
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

  /// Hands out one of the suspects with the fewest attempts, whichever `random` gives, so that the
  /// same ones do not come after the one that kills each time.
  package mutating func takeSuspect(
    _ random: (Range<Int>) -> Int = { Int.random(in: $0) }
  ) -> Delivery? {
    guard let fewest = fewestAttempts else { return nil }
    let places = suspects.indices.filter { suspects[$0].attempts == fewest }
    let taken = suspects.remove(at: places[random(0..<places.count)])
    byteCount -= taken.body.count
    return taken
  }
}

extension [Delivery] {
  // By their places, since to go through the values themselves copies each.

  fileprivate var byteCount: Int { indices.reduce(0) { $0 + self[$1].body.count } }

  fileprivate var areNew: Bool { indices.allSatisfy { self[$0].attempts == 0 } }
}

extension Delivery {
  /// How often it was delivered in vain before, as far as the broker knows.
  ///
  /// Quorum queues count; a classic queue says only whether.
  package var attempts: Int {
    guard redelivered else { return 0 }
    switch properties.header("x-delivery-count") {
    case .integer(let count, _): return Int(clamping: max(0, count))
    case .unsigned(let count, _): return Int(clamping: count)
    default: return 1
    }
  }
}
