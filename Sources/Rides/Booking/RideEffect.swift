extension Ride {
  /// What a report of the street, or the time, has done to a ride.
  package struct Effect: Hashable, Sendable {
    /// Whether the ride has a new status, which its rider is told.
    package var isTold: Bool
    /// The vehicle that drove the ride, or was asked to, and can take another now.
    package var freed: VehicleIdentifier?
    /// What the ride's account asks for.
    package var money: MoneyEffects

    package init(
      isTold: Bool, freed: VehicleIdentifier? = nil, money: MoneyEffects = MoneyEffects()
    ) {
      self.isTold = isTold
      self.freed = freed
      self.money = money
    }

    /// Nothing that a rider or a vehicle notices: what was reported was known already.
    package static let nothing = Effect(isTold: false)
  }
}
