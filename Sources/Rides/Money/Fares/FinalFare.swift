extension Quoter {
  /// What a ride that was driven to its end costs, line by line.
  ///
  /// A price that was booked stays as it was; what is added to it has a line of its own. Where the
  /// meter decides, the fare is what the meter showed, or the tariff over the way and the time that
  /// the trip took; charges of places come on top. Waiting at the pickup is charged from the free
  /// minutes on, but not beside a meter, which has counted it. A product that is no longer sold
  /// keeps its booked lines.
  package func finalFare(of ride: Ride, meteredFare: Money? = nil) -> [RideAccount.BilledLine] {
    let option = ride.status.rideOption
    let booked = option.fareLineItems.filter(\.kind.isPartOfSum)
    guard let terms = FareTerms(of: ride, in: self) else {
      return booked.map { RideAccount.BilledLine(item: $0, account: .fareRevenue) }
    }
    if option.usesMeteredFare {
      if let meteredFare {
        let fare = FareLineItem(title: option.name, kind: .amount, price: meteredFare)
        return terms.billed([fare] + booked.filter { terms.account(of: $0) == .passThrough })
      }
      let estimate = meterEstimate(of: ride, terms, seconds: ride.tripSeconds)
      return terms.billed((estimate ?? booked) + terms.waiting(for: ride))
    }
    var lines = booked
    if lines.isEmpty, let price = option.priceRange?.maximumPrice {
      lines = [FareLineItem(title: option.name, kind: .amount, price: price)]
    }
    return terms.billed(lines + terms.waiting(for: ride))
  }

  /// What a ride will cost as far as is known when it is booked: the price, or what the meter may
  /// come to; nil when the product is no longer sold.
  package func expectedFare(of ride: Ride) -> Money? {
    if let price = ride.status.rideOption.priceRange?.maximumPrice { return price }
    guard let terms = FareTerms(of: ride, in: self),
      let lines = meterEstimate(of: ride, terms, seconds: ride.routeSeconds.map(Double.init))
    else { return nil }
    return lines.map(\.price).reduce(.zero(terms.area.area.currency)) { $0.plus($1) }
  }

  /// The tariff over the way to the drop-off, or to where the vehicle was last, and a time: that of
  /// the way if it is not known.
  private func meterEstimate(
    of ride: Ride, _ terms: FareTerms, seconds: Double?
  ) -> [FareLineItem]? {
    let pickup = ride.status.pickupLocation
    let end = ride.status.dropOffLocation?.coordinate ?? ride.status.vehicle?.location
    var route = Route(metres: 0, seconds: Self.unknownTripSeconds)
    if let end {
      route = routing.route(
        from: pickup.coordinate, to: end, in: terms.area.area,
        at: ride.startedAt ?? ride.createdAt)
    }
    let charges = terms.area.chargeLines(
      for: Trip(pickup: pickup, dropOff: end.map { Place(coordinate: $0) }), locale: terms.locale)
    let fare = try? Fare(
      of: terms.product, texts: terms.product.texts[terms.locale],
      route: Route(metres: route.metres, seconds: seconds ?? route.seconds), charges: charges)
    return fare?.lines
  }

  /// How long a trip to nowhere in particular is taken to be.
  private static let unknownTripSeconds = 1_800.0
}

/// What the catalogue says now of a ride that was booked from it.
private struct FareTerms {
  let area: PricedArea
  let product: PricedProduct
  let locale: Int

  init?(of ride: Ride, in quoter: Quoter) {
    guard let area = quoter.areas.first(where: { $0.area.key == ride.area }),
      let product = area.product(ride.product)
    else { return nil }
    self.area = area
    self.product = product
    locale = quoter.locales.index(of: ride.locale)
  }

  func billed(_ lines: [FareLineItem]) -> [RideAccount.BilledLine] {
    lines.map { RideAccount.BilledLine(item: $0, account: account(of: $0)) }
  }

  /// Whose money a line is; charges of places and special pricing are known by their titles, in
  /// whatever locale the ride was booked.
  func account(of line: FareLineItem) -> LedgerAccount {
    if line.kind == .discount { return .discounts }
    if area.area.charges.contains(where: { $0.titles.values.contains(line.title) }) {
      return .passThrough
    }
    let surges = area.area.rules.specialPricing
    return surges.contains { $0.titles.values.contains(line.title) } ? .surgeRevenue : .fareRevenue
  }

  /// The line of the wait at the pickup, from the arrival or from the start of the time that was
  /// booked, whichever is later; none for a wait that is free.
  func waiting(for ride: Ride) -> [FareLineItem] {
    guard let waiting = product.product.tariff.waiting, let arrived = ride.arrivedAt,
      let started = ride.startedAt
    else { return [] }
    let from = max(arrived, ride.status.scheduledPickupTime?.start ?? arrived)
    let minutes = waiting.chargedMinutes(waited: from.seconds(to: started))
    guard minutes > 0, let price = try? waiting.perMinute.amount(for: Double(minutes)),
      price.minorUnits > 0
    else { return [] }
    let title = waiting.titles[ride.locale] ?? waiting.titles.values.min() ?? "waiting"
    return [FareLineItem(title: title, kind: .amount, price: price)]
  }
}

extension Ride {
  /// How long the rider was aboard; nil where the street has not told.
  fileprivate var tripSeconds: Double? {
    guard let startedAt, let endedAt, endedAt >= startedAt else { return nil }
    return startedAt.seconds(to: endedAt)
  }
}

extension FeedbackPolicy {
  /// The tips that are suggested for a fare, each rounded once, half away from zero; of equal ones
  /// one, and none of nothing.
  package func tippingOptions(for fare: Money) -> [Money] {
    var options: [Money] = []
    for percent in tipPercentages {
      guard let tip = try? fare.share(percent: percent), tip.minorUnits > 0,
        !options.contains(tip)
      else { continue }
      options.append(tip)
    }
    return options
  }
}
