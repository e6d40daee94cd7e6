/// A request for a ride, taken apart, with what its quote says.
package struct RideRequest: Sendable {
  fileprivate let rider: RiderIdentifier
  fileprivate let locale: String?
  fileprivate let selection: OptionSelection
  fileprivate let maximumPrice: Money?
  fileprivate let paymentMethod: PaymentMethod?
  fileprivate let passenger: Passenger?
  private let scheduledPickupTime: RequestedPickup?
  /// The requested trip, now.
  fileprivate let trip: Trip
  /// The claims of its quote, or why the quote is refused; nil without a quote.
  package var claims: Result<QuoteClaims, Refusal>?

  /// The request of an intent; every member of it is carried on.
  package init(_ intent: RequestRideIntent, claims: Result<QuoteClaims, Refusal>? = nil) {
    // Each member has a name here, so that one that is not carried on does not compile; `claims` is
    // what the quote says.
    let (
      rider, locale, pickup, dropOff, name, option, _, maximumPrice, partySize, paymentMethod,
      scheduledPickupTime, requiresWheelchairAccess, extras, waypoints, riderName,
      riderPhone, guestName, guestPhone, note
    ) = intent.members
    passenger = Passenger(
      rider: (riderName, riderPhone), guest: (guestName, guestPhone), note: note)
    self.rider = rider
    self.locale = locale
    self.maximumPrice = maximumPrice
    self.paymentMethod = paymentMethod
    self.scheduledPickupTime = scheduledPickupTime
    selection = OptionSelection(
      name: name, optionIdentifier: option, partySize: partySize, extras: extras)
    trip = Trip(
      pickup: pickup, dropOff: dropOff, stops: waypoints,
      requiresWheelchairAccess: requiresWheelchairAccess)
    self.claims = claims
  }

  /// The time of the pickup, in the time zone of the pickup; nil is now.
  func window(_ quoter: Quoter, at now: Instant) throws(Refusal) -> PickupWindow? {
    guard let scheduledPickupTime else { return nil }
    let area = try quoter.area(of: trip, at: now)
    return try area.scheduling(of: nil, at: now).window(for: scheduledPickupTime)
  }

  /// The chosen option at the price that is booked; `start` is that of the window.
  func quote(
    from start: Instant?, _ quoter: Quoter, supply: Supply, at now: Instant
  ) throws(Refusal) -> Quote {
    var trip = trip
    trip.scheduledPickup = start
    try trip.checkPlaces()
    guard let claims = try claims?.get() else {
      return try quoter.quote(selection, for: trip, locale: locale, supply: supply, at: now)
    }
    guard start == nil else {
      throw Refusal(
        .invalidQuote, "the quote is for a pickup now, and the price may be another then",
        path: "quoteIdentifier")
    }
    return try quoter.quote(
      claims, selection: selection, for: trip, locale: locale, supply: supply, at: now)
  }
}

/// The result of a request for a ride, before the rider's other rides are checked: the option at
/// its price, and the span of the search for a vehicle.
package struct RideProposal: Sendable {
  private let request: RideRequest
  private let quote: Quote
  private let window: PickupWindow?
  private let searchFrom: Instant
  private let searchUntil: Instant
  private let partySize: Int?

  /// Checks a request by itself (rules F6 and B1); a booking has the same result after its
  /// confirmation as without one (rule F5).
  package init(
    _ request: RideRequest, quoter: Quoter, supply: Supply, at now: Instant
  ) throws(Refusal) {
    self.request = request
    window = try request.window(quoter, at: now)
    quote = try request.quote(from: window?.start, quoter, supply: supply, at: now)
    try quote.option.check(isAtMost: request.maximumPrice)
    try quote.area.check(payment: request.paymentMethod, at: window?.start ?? now)
    let lead = window == nil ? 0 : quote.area.policies.scheduling?.dispatchLeadSeconds ?? 0
    searchFrom = max(now, window?.start.advanced(bySeconds: -lead) ?? now)
    searchUntil = (window?.end ?? now)
      .advanced(bySeconds: quote.area.policies.dispatch.searchSeconds)
    partySize = quote.product.isPartySizeRelevant ? request.selection.partySize : nil
  }

  /// For how long a vehicle that has dropped out of a ride of the rider gets no other.
  package var sameRiderSeconds: Int { quote.area.policies.dispatch.sameRiderSeconds }

  /// The place of the ride in the waiting list; nil for a ride whose search begins later.
  package func waitingPlace(_ identifier: RideIdentifier, at now: Instant) -> WaitingPlace? {
    guard searchFrom <= now else { return nil }
    return WaitingPlace(
      rideIdentifier: identifier, product: quote.product.key,
      pickup: request.trip.pickup.coordinate,
      partySize: partySize, extras: quote.extras.required, declinedBy: [], searchFrom: searchFrom)
  }

  /// The ride, in the lowest slot that the rider has free.
  package func ride(
    _ identifier: RideIdentifier, slots: RiderSlots, quoter: Quoter, at now: Instant
  ) throws(Refusal) -> Ride {
    let slot = try slots.lowestFree(isAhead: searchFrom > now, policies: quote.area.policies)
    let locale = quoter.locale(for: request.locale)
    let app = quote.area.policies.app
    let status = status(identifier, locale: locale, at: now)
    var ride = Ride(
      status: status, area: quote.area.key, product: quote.product.key, locale: locale, slot: slot,
      partySize: partySize, paymentMethod: request.paymentMethod,
      requiresAcceptance: quote.product.requiresAcceptance, createdAt: now, declinedBy: [],
      routeSeconds: routeSeconds, isSought: searchFrom <= now, searchFrom: searchFrom,
      searchUntil: searchUntil, cancellationTerms: terms(at: now),
      completionActivity: app.completion?.activity(for: identifier, locale: locale),
      agreedFare: quote.agreed,
      account: RideAccount(rideIdentifier: identifier, currency: quote.area.currency))
    ride.requiredExtras = quote.extras.required
    ride.remindAt = quote.area.policies.scheduling?.reminder(of: window, at: now)
    ride.passenger = request.passenger
    if quote.product.requiresStartCode { ride.startCheck = StartCheck() }
    return ride
  }

  private var routeSeconds: Int? { quote.route.map { Int($0.seconds.rounded()) } }

  /// The first status, made of the request and of the service's results (rules B8 and B10).
  private func status(
    _ identifier: RideIdentifier, locale: String, at now: Instant
  ) -> RideStatus {
    let pickup = window?.start ?? quote.option.estimatedPickupDate
    let app = quote.area.policies.app
    return RideStatus(
      all: (
        rideIdentifier: identifier, riderIdentifier: request.rider, sequence: 1,
        phase: .received, updatedAt: now, completionStatus: nil, vehicle: nil, driver: nil,
        startCode: nil, isStartHeld: false, estimatedPickupDate: pickup,
        estimatedDropOffDate: routeSeconds.map(pickup.advanced(bySeconds:)),
        estimatedPickupEndDate: nil, scheduledPickupTime: window, remindedAt: nil,
        pickupLocation: request.trip.pickup, waypoints: request.trip.stops,
        dropOffLocation: request.trip.dropOff, rideOption: quote.option.booked,
        extras: quote.extras.booked,
        cancelingActivity: app.cancellation?.activity(for: identifier, locale: locale),
        additionalActivities: app.actions.map { $0.activity(for: identifier, locale: locale) }
      ))
  }

  private func terms(at now: Instant) -> CancellationTerms? {
    quote.product.cancellation.map { policy in
      CancellationTerms(
        fee: policy.fee, threshold: policy.threshold(booked: now, for: window),
        freeSeconds: policy.freeSeconds ?? 0,
        toleratedDelaySeconds: policy.toleratedDelaySeconds,
        missedPickupFee: policy.missedPickupFee, fees: policy.fees)
    }
  }
}

extension RideOption {
  /// Refuses a price above the rider's limit; the price of a metered ride is not known in advance.
  func check(isAtMost maximum: Money?) throws(Refusal) {
    guard let maximum else { return }
    guard let price = priceRange?.maximumPrice ?? priceRange?.minimumPrice else {
      throw Refusal(
        .notAvailableHere,
        "expected an option with a price of at most \(maximum.decimalString), a meter prices it",
        path: "maximumPrice")
    }
    guard maximum.currency == price.currency else {
      throw Refusal(
        .currencyUnsupported,
        "expected a price in \(price.currency.code), came \(maximum.currency.code)",
        path: "maximumPrice")
    }
    guard price.minorUnits > maximum.minorUnits else { return }
    throw Refusal(
      .priceTooHigh,
      "expected a price of at most \(maximum.decimalString), it is \(price.decimalString) "
        + "\(price.currency.code) now", path: "maximumPrice", price: price)
  }
}
