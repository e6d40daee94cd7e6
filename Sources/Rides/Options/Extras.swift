/// An extra as a list offers it with an option.
package struct OfferedExtra: Hashable, Sendable {
  package var identifier: ExtraKey
  /// In the locale of the list.
  package var name: String
  /// Of one.
  package var price: Money
  /// How many of it a ride may have.
  package var atMost: Int

  package init(identifier: ExtraKey, name: String, price: Money, atMost: Int) {
    self.identifier = identifier
    self.name = name
    self.price = price
    self.atMost = atMost
  }
}

/// So many of an extra: what a rider chooses, and what a vehicle has.
package struct ExtraCount: Hashable, Sendable {
  package var identifier: ExtraKey
  package var count: Int

  package init(identifier: ExtraKey, count: Int) {
    self.identifier = identifier
    self.count = count
  }
}

/// An extra that was booked with a ride.
package struct BookedExtra: Hashable, Sendable {
  package var identifier: ExtraKey
  /// In the locale of the ride.
  package var name: String
  package var count: Int

  package init(identifier: ExtraKey, name: String, count: Int) {
    self.identifier = identifier
    self.name = name
    self.count = count
  }
}
