/// The trips that something holds for: where, when, for which products, parties and lengths.
///
/// All that it says has to be met (rule M20).
package struct TripConditions: Hashable, Sendable {
  package var occasion: FareCharge.Occasion
  /// Nil is always; what counts is the time of the pickup.
  package var hours: OperatingHours?
  /// None is every product.
  package var products: [ProductKey]
  /// The smallest party; nil is any, also one that is not known.
  package var fromPartySize: Int?
  /// The length that the way is longer than; nil is any, also one that is not known.
  package var beyondMetres: Double?
  /// The longest way; nil is any, also one that is not known.
  package var upToMetres: Double?

  package init(
    occasion: FareCharge.Occasion = .anywhere, hours: OperatingHours? = nil,
    products: [ProductKey] = [], fromPartySize: Int? = nil, beyondMetres: Double? = nil,
    upToMetres: Double? = nil
  ) {
    self.occasion = occasion
    self.hours = hours
    self.products = products
    self.fromPartySize = fromPartySize
    self.beyondMetres = beyondMetres
    self.upToMetres = upToMetres
  }

  /// Whether they are met by a trip, whatever the product.
  func hold(for trip: Trip, at time: LocalMoment) -> Bool {
    if let fromPartySize, trip.partySize ?? 1 < fromPartySize { return false }
    if let beyondMetres, trip.metres ?? 0 <= beyondMetres { return false }
    if let upToMetres, trip.metres ?? .infinity > upToMetres { return false }
    return time.isWithin(hours) && occasion.contains(trip)
  }

  /// Whether they hold for all trips of others, as far as single zones show.
  func cover(_ other: Self) -> Bool {
    occasion.covers(other.occasion)
      && (products.isEmpty || !other.products.isEmpty && Set(other.products).isSubset(of: products))
      && fromPartySize ?? 1 <= other.fromPartySize ?? 1
      && beyondMetres ?? -1 <= other.beyondMetres ?? -1
      && upToMetres ?? .infinity >= other.upToMetres ?? .infinity
      && hours.map { hours in other.hours.map(hours.covers) ?? false } ?? true
  }
}

extension CatalogueInspection {
  /// Reports places without a zone, hours that are none, products that there are not, and lengths
  /// that no trip has.
  mutating func inspect(_ conditions: TripConditions, of area: ServiceArea, _ path: String) {
    inspect(conditions.occasion, path)
    if let hours = conditions.hours { inspect(hours, "\(path).hours") }
    inspect(products: conditions.products, of: area, "\(path).products")
    if let metres = conditions.upToMetres {
      check((1...1e6).contains(metres), "\(path).upTo", "expected a metre to 1000 km")
      check(
        metres > conditions.beyondMetres ?? -.infinity, "\(path).upTo",
        "expected more than \"beyond\"")
    }
    if let metres = conditions.beyondMetres {
      check((1...1e6).contains(metres), "\(path).beyond", "expected a metre to 1000 km")
    }
  }

  /// Reports a size of party at which a price would change that is quoted without one, or that no
  /// vehicle carries.
  mutating func inspect(
    partySizeOf conditions: TripConditions, for products: [Product], _ path: String
  ) {
    guard let size = conditions.fromPartySize else { return }
    let path = "\(path).fromPartySize"
    inspect(size, 2...10_000, path)
    for product in products {
      let isPromised = product.pricing != .metered
      check(
        !isPromised, path,
        "expected products whose price a meter decides, as a list knows no party; "
          + "\(product.key) is none of them")
      check(
        isPromised || product.isPartySizeRelevant, path,
        "expected products for which the party matters; \(product.key) has partySizeRelevant false")
      check(
        isPromised || !product.isPartySizeRelevant || size <= product.capacity, path,
        "expected at most what \(product.key) carries, \(product.capacity)")
    }
  }
}
