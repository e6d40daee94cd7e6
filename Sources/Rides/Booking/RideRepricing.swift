/// Changes booked rides as their riders ask, at another price.
package struct RideRepricing {
  let quoter: Quoter
  let supply: Supply
  let now: Instant

  package init(_ quoter: Quoter, supply: Supply, at now: Instant) {
    self.quoter = quoter
    self.supply = supply
    self.now = now
  }

  /// Changes the places, and of a ride that is booked ahead also the time, of a ride that has not
  /// ended (rules B15, B16); returns false where nothing is another than it was.
  ///
  /// The price is that of today's catalogue for the whole new trip, by the time and the special
  /// pricing of the booking; with another pickup or time it is that of a new booking. While the
  /// rider is aboard the trip goes by the place where the vehicle is. A meter keeps its rates.
  /// Refused are, beside places and times as for a booking, what `Ride.check` refuses,
  /// `priceTooHigh` with the new price, and `notAvailableHere` for a trip without a price, or for
  /// what may be less than before while no position shows what has been driven.
  ///
  /// - Parameter fix: The newest plausible position of the vehicle.
  package func change(
    _ ride: inout Ride, by change: RideChange, fix: Fix?
  ) throws(Refusal) -> Bool {
    try ride.check(change, at: now)
    guard let area = quoter.pricedArea(of: ride), area.product(ride.product) != nil else {
      throw Self.noLongerSold
    }
    var changed = ride
    let isElsewhere = changed.move(by: change)
    let isAnotherTime = try reschedule(&changed, by: change, in: area)
    guard isElsewhere || isAnotherTime else { return false }
    if ride.status.phase == .ongoing {
      changed.turn(
        from: ride.status.waypoints, at: fix, area.area.policies.positions, now: now)
    }
    let isNew = isAnotherTime || changed.status.pickupLocation != ride.status.pickupLocation
    try reprice(&changed, in: area, asNew: isNew)
    let booked = ride.status.rideOption.priceRange?.maximumPrice
    // A meter's ride that has a price now needs a consent to it.
    let isPriced = !changed.status.rideOption.usesMeteredFare
    try changed.status.rideOption.check(
      isAtMost: change.maximumPrice ?? booked ?? (isPriced ? .zero(area.area.currency) : nil))
    if let price = changed.status.rideOption.priceRange?.maximumPrice,
      booked.map({ price.minorUnits < $0.minorUnits }) ?? true,
      !ride.isWayKnown(by: fix, area.area.policies.positions, now: now)
    {
      throw Self.unseen
    }
    estimateDropOff(of: &changed, in: area)
    changed.advance(at: now)
    ride = changed
    return true
  }

  private static let noLongerSold = Refusal(
    .notAvailableHere, "what was booked is no longer sold, so that no other trip has a price")

  private static let unseen = Refusal(
    .notAvailableHere,
    "no position shows what has been driven, so that the ride does not become cheaper")

  /// Moves a ride that is booked ahead to another time; returns whether it is one.
  private func reschedule(
    _ ride: inout Ride, by change: RideChange, in area: PricedArea
  ) throws(Refusal) -> Bool {
    guard let requested = change.scheduledPickup else { return false }
    let window = try area.area.scheduling(of: nil, at: now).window(for: requested)
    guard window != ride.status.scheduledPickupTime else { return false }
    try area.area.check(payment: ride.paymentMethod, at: window.start)
    let cancellation = area.product(ride.product)?.product.cancellation
    ride.move(to: window, area.area.policies, cancellation, at: now)
    return true
  }

  /// Sets price, lines and length of the trip of a ride.
  private func reprice(
    _ ride: inout Ride, in area: PricedArea, asNew isNew: Bool
  ) throws(Refusal) {
    var trip = quoter.bookedTrip(of: ride, in: area).trip
    trip.scheduledPickup = ride.status.scheduledPickupTime?.start
    try trip.checkPlaces()
    let terms = try quoter.terms(
      for: trip, of: ride.partySize, locale: ride.locale, at: isNew ? now : ride.createdAt)
    guard terms.area.area.key == ride.area, let product = terms.area.product(ride.product) else {
      throw Refusal(
        .tooFar, "expected a pickup in the service area of the booking", path: "pickupLocation")
    }
    let option = ride.status.rideOption
    guard option.usesMeteredFare || !terms.isMetered(product) else {
      throw Refusal(
        .notAvailableHere,
        "the ride has a fixed fare, and of this trip a meter decides; it needs a new booking")
    }
    let estimate = quoter.pickups(terms, supply, at: now).estimate(product)
    let surge =
      isNew
      ? terms.surge(on: product, free: estimate.free)
      : terms.surge(of: option, on: product)
    if isNew {
      try terms.checkBookable(product)
      try terms.checkHours(product)
      ride.awaitPickup(in: estimate.seconds ?? product.product.busyPickupSeconds, from: now)
    }
    var quote = try requote(ride, terms, product, estimate, surge: surge)
    if !isNew { quote.keepTerms(of: ride) }
    ride.reprice(by: quote)
  }

  /// The quote of a product, party and extras of a ride for other terms.
  private func requote(
    _ ride: Ride, _ terms: TripTerms, _ product: PricedProduct, _ estimate: PickupEstimate,
    surge: Surge?
  ) throws(Refusal) -> Quote {
    let tier = try product.tier(for: ride.partySize)
    let (option, agreed) = try quoter.priced(
      product, terms, estimate, tier: tier, surge: surge, at: now)
    let extras = try terms.extras(of: product).chosen(
      again: ride.status.extras, by: ride.partySize, locale: terms.locale)
    return try Quote(terms, product, option, agreed, extras)
  }

  /// Estimates when a ride will be at its drop-off: aboard by the rest of the way from where the
  /// vehicle is, as far as that is known.
  ///
  /// Aboard the report of its end is then awaited by the time of the new trip.
  private func estimateDropOff(of ride: inout Ride, in area: PricedArea) {
    guard ride.status.phase == .ongoing, let startedAt = ride.startedAt else {
      ride.status.estimatedDropOffDate = ride.routeSeconds.flatMap { seconds in
        ride.status.estimatedPickupDate?.advanced(bySeconds: seconds)
      }
      return
    }
    if let seconds = ride.routeSeconds {
      ride.awaitReport(
        from: startedAt.advanced(bySeconds: seconds), at: now, area.area.policies.dispatch)
    }
    let way = quoter.bookedTrip(of: ride, in: area).trip.way
    if let turn = ride.turns.last, let index = way.lastIndex(of: turn.place) {
      let rest = quoter.routing.route(along: way[index...], in: area.area, at: now)
      ride.status.estimatedDropOffDate = now.advanced(bySeconds: Int(rest.seconds.rounded(.up)))
    } else {
      ride.status.estimatedDropOffDate = ride.routeSeconds.map {
        max(now, startedAt.advanced(bySeconds: $0))
      }
    }
  }
}

extension Quote {
  /// Keeps what the booking of a ride has agreed on beside the places: the waiting, and the base
  /// and the rates of a meter, as far as the tariff still has the same lines.
  fileprivate mutating func keepTerms(of ride: Ride) {
    guard let booked = ride.agreedFare else { return }
    agreed?.waiting = booked.waiting
    guard let meter = booked.meter, let agreed, agreed.meter != nil else { return }
    self.agreed?.meter = meter
    let lines = zip(ride.status.rideOption.fareLineItems, booked.accounts)
      .filter { !$0.1.isOfCharges }.map(\.0)
    let places = agreed.accounts.indices.filter { !agreed.accounts[$0].isOfCharges }
    guard lines.count == places.count else { return }
    for (place, line) in zip(places, lines) { option.fareLineItems[place] = line }
  }
}

extension Ride {
  /// Sets what a trip costs, how it is explained, and how long it takes.
  fileprivate mutating func reprice(by quote: Quote) {
    var option = quote.option.booked
    option.estimatedPickupDate = status.rideOption.estimatedPickupDate
    status.rideOption = option
    agreedFare = quote.agreed
    routeSeconds = quote.route.map { Int($0.seconds.rounded()) }
  }

  /// Sets the estimate of a pickup that a vehicle needs so many seconds for.
  fileprivate mutating func awaitPickup(in seconds: Int, from now: Instant) {
    let soonest = now.advanced(bySeconds: seconds)
    let pickup =
      isAhead(at: now)
      ? status.scheduledPickupTime?.start ?? soonest
      : max(soonest, status.scheduledPickupTime?.start ?? soonest)
    status.estimatedPickupDate = pickup
    status.rideOption.estimatedPickupDate = pickup
  }

  /// Whether it is known what has been driven of the trip: nothing before the arrival; later a
  /// position of now has to show the vehicle at the pickup or, since the start, wherever it is.
  fileprivate func isWayKnown(by fix: Fix?, _ policy: PositionPolicy, now: Instant) -> Bool {
    switch status.phase {
    case .ongoing: current(fix, policy, now: now) != nil
    case .pickup:
      Sighting(fix, reportedAt: now, now: now, policy: policy).presence(
        at: status.pickupLocation, within: max(policy.pickupMetres, policy.dropOffMetres))
        == .there
    default: true
    }
  }

  /// A position of now with the rider aboard; nil for any other.
  private func current(_ fix: Fix?, _ policy: PositionPolicy, now: Instant) -> Fix? {
    guard let fix, let startedAt, fix.at >= startedAt,
      fix.at.seconds(to: now) <= Double(policy.maximumAgeSeconds)
    else { return nil }
    return fix
  }

  /// Records where the vehicle is while the rider changes the way, where a position shows it: the
  /// stops that are added to the former ones lie ahead.
  fileprivate mutating func turn(
    from stops: [Place], at fix: Fix?, _ policy: PositionPolicy, now: Instant
  ) {
    guard let fix = current(fix, policy, now: now) else { return }
    let known = zip(stops, status.waypoints).prefix { $0.coordinate == $1.coordinate }.count
    let stopsBefore = known < status.waypoints.count ? known : nil
    let last = turns.last?.place ?? status.pickupLocation.coordinate
    if GreatCircle.metres(last, fix.location) > Fix.blur {
      turns.append(Turn(place: fix.location, stopsBefore: stopsBefore))
    } else if let stopsBefore, let index = turns.indices.last {
      turns[index].stopsBefore = min(turns[index].stopsBefore ?? stopsBefore, stopsBefore)
    }
  }
}
