extension Quoter {
  /// The lines of a booked price whose ride has ended elsewhere, without waiting and tolls; nil
  /// where nothing contradicts the booked end, or the operator has to decide.
  func elsewhereLines(of ride: Ride) -> [RideAccount.BilledLine]? {
    let policy = policies(of: ride).positions
    guard ride.boardingDoubt == nil, ride.isEndContradicted(policy),
      let end = ride.otherEnd(policy),
      // A vehicle that has stayed near the pickup may have had no rider.
      !ride.status.pickupLocation.isNear(end, max(policy.pickupMetres, policy.dropOffMetres)),
      let product = pricedArea(of: ride)?.product(ride.product)
    else { return nil }
    let agreed = agreedFare(of: ride).agreed
    let booked = ride.status.rideOption.billedLines(agreed)
    switch agreed.endElsewhere {
    case .held: return nil
    case .agreed: return booked
    case .repriced: return repriced(booked, of: ride, agreed, product)
    }
  }

  /// The measure of the way of a ride with a booked price that may fall with it, or that has stops;
  /// nil for any other.
  func pricedWay(of ride: Ride, from start: Coordinate, at time: Instant) -> DrivenWay? {
    guard let area = pricedArea(of: ride), ride.status.dropOffLocation != nil,
      !ride.status.waypoints.isEmpty || agreedFare(of: ride).agreed.endElsewhere == .repriced
    else { return nil }
    return DrivenWay(
      ride: ride.status.rideIdentifier, circuity: area.area.travel.circuity,
      freeSecondsPerStop: 0, sections: [DrivenWay.Section(fromMetres: 0, slowBelow: 0)],
      from: start, at: time)
  }

  /// The booked lines, lowered in the proportion of what the tariff takes for the way that was
  /// driven and for the booked one, with the charges of the real end.
  ///
  /// They stay where that is not less, and nil is returned where the positions do not show the way,
  /// which counts without the odometer: that could only lengthen it.
  private func repriced(
    _ booked: [RideAccount.BilledLine], of ride: Ride, _ agreed: AgreedFare,
    _ product: PricedProduct
  ) -> [RideAccount.BilledLine]? {
    // An odometer bridges a gap of the positions: one that shows a far longer way contradicts them.
    guard let way = ride.driven, ride.gap == nil, way.metres <= 2 * way.metresByPosition,
      let seconds = ride.tripSeconds,
      let tariffs = tariffs(of: ride, product, metres: way.metresByPosition, seconds: seconds)
    else { return nil }
    let currency = ride.account.currency
    let fares = booked.filter { !$0.account.isOfCharges }
    let fare = fares.map(\.item.price).sum(in: currency)
    guard let lower = try? tariffs.lowered(fare), lower.minorUnits < fare.minorUnits else {
      return booked
    }
    let title = product.product.endElsewhere.titles?[ride.locale] ?? "Shorter way"
    let difference = FareLineItem(title: title, kind: .discount, price: lower.minus(fare))
    let lines =
      fares + [RideAccount.BilledLine(item: difference, account: .fareRevenue)]
      + additions(to: lower, of: ride, agreed)
    let total = lines.map(\.item.price).sum(in: currency)
    return total.minorUnits < booked.map(\.item.price).sum(in: currency).minorUnits
      ? lines : booked
  }

  /// What the tariff of a product takes for the booked way of a ride and for another one, without
  /// charges; nil beyond the range of money.
  private func tariffs(
    of ride: Ride, _ product: PricedProduct, metres: Double, seconds: Double
  ) -> ComparedTariffs? {
    guard let area = pricedArea(of: ride), let dropOff = ride.status.dropOffLocation else {
      return nil
    }
    let (trip, time) = bookedTrip(of: ride, in: area)
    let route = routing.route(
      of: trip, to: dropOff.coordinate, in: area.area, at: ride.startedAt ?? ride.createdAt)
    // Of a time that was driven the same part was slow.
    let slow = route.seconds > 0 ? route.slowSeconds * seconds / route.seconds : 0
    let prices = product.prices(for: trip, at: time)
    let texts = product.texts[locales.index(of: ride.locale)]
    func fare(_ route: Route) -> Money? {
      try? FareSum(of: prices, texts: texts, route: route, charges: []).total
    }
    guard let booked = fare(route),
      let driven = fare(Route(metres: metres, seconds: seconds, slowSeconds: slow))
    else { return nil }
    return ComparedTariffs(booked: booked, driven: driven)
  }
}

/// What a tariff takes for a booked way and for the one that was driven.
private struct ComparedTariffs {
  var booked: Money
  var driven: Money

  /// A fare in their proportion, rounded once, half away from zero.
  func lowered(_ fare: Money) throws(MoneyError) -> Money {
    try Money(
      rounding: Int128(fare.minorUnits) * Int128(driven.minorUnits),
      by: Int128(max(1, booked.minorUnits)), currency: fare.currency)
  }
}

extension Place {
  /// Whether a coordinate is within some meters of it, beyond its inaccuracy.
  func isNear(_ other: Coordinate, _ metres: Int) -> Bool {
    GreatCircle.metres(coordinate, other) <= Double(metres) + (accuracyMetres ?? 0)
  }
}
