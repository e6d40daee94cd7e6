/// A request for a ride, with what its quote says.
package struct RideRequest: Sendable {
  package let intent: RequestRideIntent
  /// The claims of its quote, or why the quote is refused; nil without a quote.
  package var claims: Result<QuoteClaims, Refusal>?

  package init(_ intent: RequestRideIntent, claims: Result<QuoteClaims, Refusal>? = nil) {
    self.intent = intent
    self.claims = claims
  }

  private var selection: OptionSelection {
    OptionSelection(
      name: intent.rideOptionName, optionIdentifier: intent.optionIdentifier,
      partySize: intent.partySize, extras: intent.extras)
  }

  /// The requested trip, at a resolved time; nil is now.
  private func trip(from start: Instant?) -> Trip {
    Trip(
      pickup: intent.pickupLocation, dropOff: intent.dropOffLocation, scheduledPickup: start,
      requiresWheelchairAccess: intent.requiresWheelchairAccess)
  }

  /// The time of the pickup, in the time zone of the pickup; nil is now.
  func window(_ quoter: Quoter, at now: Instant) throws(Refusal) -> PickupWindow? {
    guard let scheduledPickup = intent.scheduledPickupTime else { return nil }
    let area = try quoter.area(of: trip(from: nil), at: now)
    return try area.scheduling(of: nil, at: now).window(for: scheduledPickup)
  }

  /// The chosen option at the price that is booked; `start` is that of the window.
  func quote(
    from start: Instant?, _ quoter: Quoter, supply: Supply, at now: Instant
  ) throws(Refusal) -> Quote {
    let trip = trip(from: start)
    try trip.checkPlaces()
    guard let claims = try claims?.get() else {
      return try quoter.quote(
        selection, for: trip, locale: intent.locale, supply: supply, at: now)
    }
    guard start == nil else {
      throw Refusal(
        .invalidQuote, "the quote is for a pickup now, and the price may be another then",
        path: "quoteIdentifier")
    }
    return try quoter.quote(
      claims, selection: selection, for: trip, locale: intent.locale, supply: supply, at: now)
  }
}

/// The result of a request for a ride, before the rider's other rides are checked: the option at
/// its price, and the span of the search for a vehicle.
package struct RideProposal: Sendable {
  private let intent: RequestRideIntent
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
    intent = request.intent
    window = try request.window(quoter, at: now)
    quote = try request.quote(from: window?.start, quoter, supply: supply, at: now)
    try quote.check(isAtMost: intent.maximumPrice)
    try quote.area.check(payment: intent.paymentMethod, at: window?.start ?? now)
    let policies = quote.area.policies
    let lead = window == nil ? 0 : policies.scheduling?.dispatchLeadSeconds ?? 0
    searchFrom = max(now, window?.start.advanced(bySeconds: -lead) ?? now)
    searchUntil = (window?.end ?? now).advanced(bySeconds: policies.dispatch.searchSeconds)
    partySize = quote.product.isPartySizeRelevant ? intent.partySize : nil
  }

  /// The place of the ride in the waiting list; nil for a ride whose search begins later.
  package func waitingPlace(_ identifier: RideIdentifier, at now: Instant) -> WaitingPlace? {
    guard searchFrom <= now else { return nil }
    return WaitingPlace(
      rideIdentifier: identifier, product: quote.product.key,
      pickup: intent.pickupLocation.coordinate,
      partySize: partySize, extras: quote.extras.required, declinedBy: [], searchFrom: searchFrom)
  }

  /// The ride, in the lowest slot that the rider has free.
  package func ride(
    _ identifier: RideIdentifier, slots: RiderSlots, quoter: Quoter, at now: Instant
  ) throws(Refusal) -> Ride {
    let slot = try slots.lowestFree(isAhead: searchFrom > now, policies: quote.area.policies)
    let locale = quoter.locale(for: intent.locale)
    let app = quote.area.policies.app
    let status = status(identifier, locale: locale, at: now)
    var ride = Ride(
      status: status, area: quote.area.key, product: quote.product.key, locale: locale, slot: slot,
      partySize: partySize, paymentMethod: intent.paymentMethod,
      requiresAcceptance: quote.product.requiresAcceptance, createdAt: now, declinedBy: [],
      routeSeconds: routeSeconds, isSought: searchFrom <= now, searchFrom: searchFrom,
      searchUntil: searchUntil, cancellationTerms: terms(at: now),
      completionActivity: app.completion?.activity(for: identifier, locale: locale),
      agreedFare: quote.agreed,
      account: RideAccount(rideIdentifier: identifier, currency: quote.area.currency))
    ride.requiredExtras = quote.extras.required
    return ride
  }

  private var routeSeconds: Int? { quote.route.map { Int($0.seconds.rounded()) } }

  /// The first status, made of the request and of the service's results (rules B8 and B10).
  private func status(
    _ identifier: RideIdentifier, locale: String, at now: Instant
  ) -> RideStatus {
    // The members of the status; the ride, its quote and its window have the others.
    let (rider, _, pickupLocation, dropOffLocation, _, _, _, _, _, _, _, _, _) = intent.members
    let pickup = window?.start ?? quote.option.estimatedPickupDate
    let app = quote.area.policies.app
    return RideStatus(
      rideIdentifier: identifier, riderIdentifier: rider, sequence: 1,
      phase: .received, updatedAt: now, estimatedPickupDate: pickup,
      estimatedDropOffDate: routeSeconds.map(pickup.advanced(bySeconds:)),
      scheduledPickupTime: window, pickupLocation: pickupLocation,
      dropOffLocation: dropOffLocation, rideOption: quote.option.booked,
      extras: quote.extras.booked,
      cancelingActivity: app.cancellation?.activity(for: identifier, locale: locale),
      additionalActivities: app.actions.map { $0.activity(for: identifier, locale: locale) })
  }

  private func terms(at now: Instant) -> CancellationTerms? {
    quote.product.cancellation.map { policy in
      CancellationTerms(
        fee: policy.fee, threshold: threshold(policy, at: now),
        freeSeconds: policy.freeSeconds ?? 0,
        toleratedDelaySeconds: policy.toleratedDelaySeconds, missedPickupFee: policy.missedPickupFee
      )
    }
  }

  /// The time until which canceling is free even with a committed vehicle.
  ///
  /// The later of two moments, so that a ride booked shortly ahead is free to cancel as long as one
  /// for now.
  private func threshold(_ policy: CancellationPolicy, at now: Instant) -> Instant? {
    let sinceBooking = policy.freeSeconds.map(now.advanced(bySeconds:))
    let beforePickup = window.map { $0.start.advanced(bySeconds: -policy.freeSecondsBeforePickup) }
    return [sinceBooking, beforePickup].compactMap(\.self).max()
  }
}

extension Quote {
  /// Refuses a price above the rider's limit; the price of a metered ride is not known in advance.
  fileprivate func check(isAtMost maximum: Money?) throws(Refusal) {
    guard let maximum else { return }
    guard let price = option.priceRange?.maximumPrice ?? option.priceRange?.minimumPrice else {
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
