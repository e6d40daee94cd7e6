/// Estimates the pickups of several products at one place.
struct PickupEstimator {
  let supply: Supply
  let point: Coordinate
  /// That of `point`.
  let direction: UnitVector
  let area: ServiceArea
  let routing: any Routing
  let now: Instant
  /// The number of free vehicles beyond which counting stops.
  var enough = 0

  /// The estimated arrival of a vehicle of the product, and the number of free ones.
  ///
  /// The travel time of the nearest free vehicle, at least a minute; the product's
  /// `busyPickupSeconds` when all its vehicles are taken, or beyond its reach (rule S2); nil when
  /// none is on duty within 50 km.
  func estimate(_ product: PricedProduct) -> PickupEstimate {
    let search = supply.survey(product.product.key, around: direction, enough: enough)
    guard let nearest = search.nearestFree else {
      let busy = product.product.busyPickupSeconds
      return PickupEstimate(seconds: search.isAnyOnDuty ? busy : nil, free: 0)
    }
    let origin = supply.entries[nearest].location
    let way = routing.route(from: origin, to: point, in: area, at: now)
    if let reach = product.product.pickupReachSeconds, way.seconds > Double(reach) {
      return PickupEstimate(seconds: product.product.busyPickupSeconds, free: 0)
    }
    // A vehicle within reach takes hours at most; an absurd routing result must not trap.
    return PickupEstimate(
      seconds: Int(min(max(way.seconds.rounded(.up), 60), 86_400)), free: search.freeCount)
  }
}

/// The availability of a product's vehicles for a pickup.
struct PickupEstimate {
  /// Nil when no vehicle is on duty within reach.
  let seconds: Int?
  /// The free vehicles within reach, counted only until there are enough.
  let free: Int
}

extension Quoter {
  /// How long vehicles drive to pickups that are served now.
  package func approachTimes(at now: Instant) -> ApproachTimes {
    ApproachTimes(isLimited: isReachLimited) { origin, key, pickup in
      // A ride whose area or product is no longer sold is served by anyone.
      guard let area = area(containing: pickup)?.area else { return 0 }
      let way = routing.route(from: origin, to: pickup, in: area, at: now)
      let seconds = Int(min(way.seconds.rounded(.up), 86_400))
      let reach = area.products.first { $0.key == key }?.pickupReachSeconds
      return seconds > reach ?? .max ? nil : seconds
    }
  }
}
