/// A flat amount on top of a fare, such as an airport fee, a toll, a night amount or a levy.
package struct FareCharge: Hashable, Sendable {
  /// Which end of the trip must be in the zones.
  package enum Side: String, Sendable, CaseIterable {
    case pickup, dropOff, either
  }

  /// The trips that pay it.
  package enum Occasion: Hashable, Sendable {
    /// Every trip.
    case anywhere
    /// One end of the trip is in one of the zones.
    case place(Side, [Region])
    /// The trip starts in one and ends in another; if both ways, also from there to here.
    case way(from: [Region], to: [Region], bothWays: Bool = false)
  }

  package var key: String
  package var titles: [String: String]
  package var amount: Money
  package var occasion: Occasion
  /// Nil is always; what counts is the time of the pickup.
  package var hours: OperatingHours?
  /// None is every product.
  package var products: [ProductKey]
  /// Whether it is the operator's earning; otherwise it is collected for others.
  package var isKept: Bool

  package init(
    key: String, titles: [String: String], amount: Money, occasion: Occasion,
    hours: OperatingHours? = nil, products: [ProductKey] = [], isKept: Bool = false
  ) {
    self.key = key
    self.titles = titles
    self.amount = amount
    self.occasion = occasion
    self.hours = hours
    self.products = products
    self.isKept = isKept
  }

  /// The zones that it names.
  package var zones: [Region] {
    switch occasion {
    case .anywhere: []
    case .place(_, let zones): zones
    case .way(let origins, let destinations, _): origins + destinations
    }
  }

  /// Whether a trip pays it, whatever the product.
  func applies(to trip: Trip, at time: LocalMoment) -> Bool {
    time.isWithin(hours) && occasion.contains(trip)
  }
}

extension FareCharge.Occasion {
  /// Whether a trip is of this kind.
  func contains(_ trip: Trip) -> Bool {
    switch self {
    case .anywhere: return true
    case .place(.pickup, let zones): return zones.cover(trip.pickup)
    case .place(.dropOff, let zones): return zones.cover(trip.dropOff)
    case .place(.either, let zones): return zones.cover(trip.pickup) || zones.cover(trip.dropOff)
    case .way(let origins, let destinations, let bothWays):
      return origins.cover(trip.pickup) && destinations.cover(trip.dropOff)
        || bothWays && destinations.cover(trip.pickup) && origins.cover(trip.dropOff)
    }
  }
}

extension [Region] {
  fileprivate func cover(_ place: Place?) -> Bool {
    guard let place else { return false }
    return contain(place.coordinate)
  }
}
