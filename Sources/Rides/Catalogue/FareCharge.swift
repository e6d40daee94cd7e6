/// An amount or a share of the fare on top of it, such as an airport fee, a toll, a levy, or a
/// quarter more in the rush hour.
package struct FareCharge: Hashable, Sendable {
  /// Which end of the trip must be in the zones; a stop counts as a drop-off (rule B14).
  package enum Side: String, Sendable, CaseIterable {
    case pickup, dropOff, either
  }

  /// The trips that pay it.
  package enum Occasion: Hashable, Sendable {
    /// Every trip.
    case anywhere
    /// One end of the trip is in one of the zones.
    case place(Side, [Region])
    /// The trip starts in one and ends in another; if both ways, also from there to here. Of a trip
    /// with stops any place and a later one.
    case way(from: [Region], to: [Region], bothWays: Bool = false)
  }

  /// What it adds.
  package enum Value: Hashable, Sendable {
    case amount(Money)
    case share(FareShare)
  }

  package var key: String
  package var titles: [String: String]
  package var value: Value
  /// The trips that pay it.
  package var conditions: TripConditions
  /// Whether it is the operator's earning; otherwise it is collected for others.
  package var isKept: Bool

  package init(
    key: String, titles: [String: String], value: Value, occasion: Occasion,
    hours: OperatingHours? = nil, products: [ProductKey] = [], isKept: Bool = false
  ) {
    self.key = key
    self.titles = titles
    self.value = value
    conditions = TripConditions(occasion: occasion, hours: hours, products: products)
    self.isKept = isKept
  }

  /// The part of the fare that it is; nil for an amount.
  package var share: FareShare? {
    guard case .share(let share) = value else { return nil }
    return share
  }
}

/// A part of a fare, as percentages of ordinances are.
package struct FareShare: Hashable, Sendable {
  /// What it is a part of.
  package enum Basis: String, Hashable, Sendable, CaseIterable {
    /// The fare without charges.
    case fare
    /// The fare and the charges before it.
    case fareAndCharges
  }

  /// In hundredths of a percent.
  package var basisPoints: Int
  package var basis: Basis
  /// Nil is to the smallest unit, half away from zero.
  package var rounding: FareRounding?

  package init(basisPoints: Int, of basis: Basis = .fare, rounding: FareRounding? = nil) {
    self.basisPoints = basisPoints
    self.basis = basis
    self.rounding = rounding
  }

  /// What it adds for each hundred of the fare, in whole minor units.
  func perHundred(in currency: Currency) -> Int64 {
    // A percentage has two digits after the point, and a rate six.
    let rate = Rate(microUnits: Int64(basisPoints) * 10_000, currency: currency)
    return (try? rate.amount(for: 1).minorUnits) ?? 0
  }
}

extension FareCharge.Value {
  /// What it adds to a fare, and to the charges before it.
  func amount(on fare: Money, and charges: Money) throws(MoneyError) -> Money {
    switch self {
    case .amount(let amount): return amount
    case .share(let share):
      let whole = share.basis == .fare ? fare : try fare.adding(charges)
      guard let rounding = share.rounding else {
        return try whole.share(basisPoints: share.basisPoints)
      }
      let micros = whole.micros / 10_000 * Int128(share.basisPoints)
      return try Money(micros: rounding.rounded(micros), currency: fare.currency)
    }
  }
}

extension [FareCharge.Value] {
  /// What each adds to a fare, in their order.
  func amounts(on fare: Money) throws(MoneyError) -> [Money] {
    var sum = Money.zero(fare.currency)
    var amounts: [Money] = []
    for value in self {
      let amount = try value.amount(on: fare, and: sum)
      sum = try sum.adding(amount)
      amounts.append(amount)
    }
    return amounts
  }
}

extension FareCharge.Occasion {
  /// Whether a trip is of this kind.
  func contains(_ trip: Trip) -> Bool {
    switch self {
    case .anywhere: return true
    case .place(.pickup, let zones): return zones.cover(trip.pickup)
    case .place(.dropOff, let zones):
      return zones.cover(trip.dropOff) || trip.stops.contains(where: zones.cover)
    case .place(.either, let zones):
      return zones.cover(trip.pickup) || zones.cover(trip.dropOff)
        || trip.stops.contains(where: zones.cover)
    case .way(let origins, let destinations, let bothWays):
      return trip.leads(from: origins, to: destinations)
        || bothWays && trip.leads(from: destinations, to: origins)
    }
  }
}

extension Trip {
  /// Whether a place of the trip is in some zones, and a later one in others.
  fileprivate func leads(from origins: [Region], to destinations: [Region]) -> Bool {
    if origins.cover(pickup) && destinations.cover(dropOff) { return true }
    guard !stops.isEmpty else { return false }
    let places = [pickup] + stops + [dropOff].compactMap(\.self)
    return places.indices.contains { index in
      origins.cover(places[index]) && places[(index + 1)...].contains(where: destinations.cover)
    }
  }
}

extension [Region] {
  fileprivate func cover(_ place: Place?) -> Bool {
    guard let place else { return false }
    return contain(place.coordinate)
  }
}
