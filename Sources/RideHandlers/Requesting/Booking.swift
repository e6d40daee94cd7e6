import Messages
import Rides

/// Creates a ride from a request, or refuses it; depends on values alone.
struct Booking {
  let dependencies: HandlerDependencies
  let supply: Supply
  let now: Instant

  /// The result of a request, before the rider's other rides are checked.
  struct Proposal {
    fileprivate let quote: Quote
    fileprivate let schedule: Schedule
    fileprivate let partySize: Int?
  }

  /// The result of a request for a ride if its quote is unused; nil for other messages.
  func proposal(for message: IncomingMessage) -> Result<Proposal, Refusal>? {
    guard case .requestRide(let intent) = message.intent else { return nil }
    return Result { () throws(Refusal) in try proposal(for: intent, isQuoteUsed: false) }
  }

  /// The result of a request.
  ///
  /// - Parameter isQuoteUsed: Whether the quote of the request has booked a ride.
  func proposal(
    for intent: RequestRideIntent, isQuoteUsed: Bool
  ) throws(Refusal) -> Proposal {
    let window = try window(for: intent)
    let quote = try quote(for: intent, from: window?.start, isQuoteUsed: isQuoteUsed)
    try quote.check(isAtMost: intent.maximumPrice)
    try quote.area.check(payment: intent.paymentMethod, at: window?.start ?? now)
    let schedule = schedule(window, quote.area.policies)
    let partySize = quote.product.isPartySizeRelevant ? intent.partySize : nil
    return Proposal(quote: quote, schedule: schedule, partySize: partySize)
  }

  /// The place of a proposed ride in the waiting list; nil for a ride whose search begins later.
  func place(
    of proposal: Proposal, for intent: RequestRideIntent, _ identifier: RideIdentifier
  ) -> WaitingPlace? {
    guard proposal.schedule.searchFrom <= now else { return nil }
    return WaitingPlace(
      rideIdentifier: identifier, product: proposal.quote.product.key,
      pickup: intent.pickupLocation.coordinate, partySize: proposal.partySize, declinedBy: [],
      searchFrom: proposal.schedule.searchFrom)
  }

  /// The ride of a proposal, in the lowest slot that the rider has free.
  func ride(
    of proposal: Proposal, for intent: RequestRideIntent, identifier: RideIdentifier,
    slots: RiderSlots
  ) throws(Refusal) -> Ride {
    let slot = try slots.lowestFree(
      isAhead: proposal.schedule.searchFrom > now, policies: proposal.quote.area.policies)
    return ride(for: intent, proposal, identifier: identifier, slot: slot)
  }

  /// The time of the pickup, in the time zone of the pickup; nil is now.
  private func window(for intent: RequestRideIntent) throws(Refusal) -> PickupWindow? {
    guard let requested = intent.scheduledPickupTime else { return nil }
    let area = try dependencies.quoter.area(of: intent.trip(from: nil), at: now)
    return try area.scheduling(of: nil, at: now).window(for: requested)
  }

  private func quote(
    for intent: RequestRideIntent, from start: Instant?, isQuoteUsed: Bool
  ) throws(Refusal) -> Quote {
    let trip = intent.trip(from: start)
    try trip.checkPlaces()
    let selection = OptionSelection(
      name: intent.rideOptionName, optionIdentifier: intent.optionIdentifier,
      partySize: intent.partySize)
    guard let token = intent.quoteIdentifier else {
      return try dependencies.quoter.quote(
        selection, for: trip, locale: intent.locale, supply: supply, at: now)
    }
    let claims = try dependencies.quotes.claims(
      of: token, trip: trip, owner: dependencies.quoteOwner(intent.riderIdentifier),
      isUsed: isQuoteUsed)
    guard start == nil else {
      throw Refusal(
        .invalidQuote, "the quote is for a pickup now, and the price may be another then",
        path: "quoteIdentifier")
    }
    return try dependencies.quoter.quote(
      claims, selection: selection, for: trip, locale: intent.locale, supply: supply, at: now)
  }

  private func ride(
    for intent: RequestRideIntent, _ proposal: Proposal, identifier: RideIdentifier, slot: Int
  ) -> Ride {
    let (quote, schedule) = (proposal.quote, proposal.schedule)
    let routeSeconds = quote.route.map { Int($0.seconds.rounded()) }
    let pickup = schedule.window?.start ?? quote.option.estimatedPickupDate
    let (app, locale) = (quote.area.policies.app, dependencies.quoter.locale(for: intent.locale))
    func activity(_ named: AppActivity?) -> UserActivity? {
      named?.activity(for: identifier, locale: locale)
    }
    let status = RideStatus(
      rideIdentifier: identifier, riderIdentifier: intent.riderIdentifier, sequence: 1,
      phase: .received, updatedAt: now, estimatedPickupDate: pickup,
      estimatedDropOffDate: routeSeconds.map(pickup.advanced(bySeconds:)),
      scheduledPickupTime: schedule.window, pickupLocation: intent.pickupLocation,
      dropOffLocation: intent.dropOffLocation, rideOption: quote.option.booked,
      cancelingActivity: activity(app.cancellation),
      additionalActivities: app.actions.compactMap(activity))
    return Ride(
      status: status, area: quote.area.key, product: quote.product.key,
      locale: locale, slot: slot,
      partySize: proposal.partySize, paymentMethod: intent.paymentMethod,
      requiresAcceptance: quote.product.requiresAcceptance, createdAt: now, declinedBy: [],
      routeSeconds: routeSeconds, isSought: schedule.searchFrom <= now,
      searchFrom: schedule.searchFrom, searchUntil: schedule.searchUntil,
      cancellationTerms: terms(of: quote.product, schedule.window),
      completionActivity: activity(app.completion), agreedFare: quote.agreed,
      account: RideAccount(rideIdentifier: identifier, currency: quote.area.currency))
  }

  private func terms(of product: Product, _ window: PickupWindow?) -> CancellationTerms? {
    product.cancellation.map { policy in
      CancellationTerms(
        fee: policy.fee, threshold: threshold(policy, window),
        freeSeconds: policy.freeSeconds ?? 0,
        toleratedDelaySeconds: policy.toleratedDelaySeconds, missedPickupFee: policy.missedPickupFee
      )
    }
  }

  /// The time until which canceling is free even with a committed vehicle.
  ///
  /// The later of two moments, so that a ride booked shortly ahead is free to cancel as long as one
  /// for now.
  private func threshold(_ policy: CancellationPolicy, _ window: PickupWindow?) -> Instant? {
    let sinceBooking = policy.freeSeconds.map(now.advanced(bySeconds:))
    let beforePickup = window.map { $0.start.advanced(bySeconds: -policy.freeSecondsBeforePickup) }
    return [sinceBooking, beforePickup].compactMap(\.self).max()
  }
}

extension Booking {
  /// The time of the pickup, and the span of the search for a vehicle.
  fileprivate struct Schedule {
    let window: PickupWindow?
    let searchFrom: Instant
    let searchUntil: Instant
  }

  private func schedule(_ window: PickupWindow?, _ policies: Policies) -> Schedule {
    let lead = window == nil ? 0 : policies.scheduling?.dispatchLeadSeconds ?? 0
    let from = window?.start.advanced(bySeconds: -lead) ?? now
    return Schedule(
      window: window, searchFrom: max(now, from),
      searchUntil: (window?.end ?? now).advanced(bySeconds: policies.dispatch.searchSeconds))
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

extension RequestRideIntent {
  /// The requested trip, at a resolved time; nil is now.
  fileprivate func trip(from start: Instant?) -> Trip {
    Trip(
      pickup: pickupLocation, dropOff: dropOffLocation, scheduledPickup: start,
      requiresWheelchairAccess: requiresWheelchairAccess)
  }
}

extension HandlerDependencies {
  /// The identifier of the ride that a message creates.
  ///
  /// It is derived from the rider and the message's id alone, so that all stages of a request name
  /// the same ride.
  func rideIdentifier(rider: RiderIdentifier, messageIdentifier: String) -> RideIdentifier {
    let digest = digest(Array("\(rider.rawValue)\u{0}\(messageIdentifier)".utf8))
    return RideIdentifier(base32(Array(digest.prefix(16))))
  }
}
