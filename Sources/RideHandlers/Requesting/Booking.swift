import Messages
import Rides

/// Makes a ride of a request, or says why there is none; decides on values alone.
struct Booking {
  let tools: HandlerTools
  let supply: Supply
  let now: Instant

  /// The ride that the request asks for, in the lowest slot that the rider has free.
  func ride(
    for intent: RequestRideIntent, identifier: RideIdentifier, slotsTaken: Set<Int>
  ) throws(Refusal) -> Ride {
    guard intent.scheduledPickupTime == nil else {
      throw Refusal(
        .tooFarAhead, "rides can be booked for now only", path: "scheduledPickupTime")
    }
    let quote = try quote(for: intent)
    try quote.area.check(payment: intent.paymentMethod)
    let slot = try freeSlot(beside: slotsTaken, policies: quote.area.policies)
    return ride(for: intent, quote: quote, identifier: identifier, slot: slot)
  }

  private func quote(for intent: RequestRideIntent) throws(Refusal) -> Quote {
    let trip = Trip(
      pickup: intent.pickupLocation, dropOff: intent.dropOffLocation,
      requiresWheelchairAccess: intent.requiresWheelchairAccess)
    let selection = OptionSelection(
      name: intent.rideOptionName, optionIdentifier: intent.optionIdentifier,
      partySize: intent.partySize)
    guard let token = intent.quoteIdentifier else {
      return try tools.quoter.quote(
        selection, for: trip, locale: intent.locale, supply: supply, at: now)
    }
    let claims = try tools.quotes.claims(of: token, trip: trip)
    var quote = try tools.quoter.quote(
      claims, selection: selection, for: trip, locale: intent.locale, supply: supply, at: now)
    quote.option.quoteIdentifier = token
    return quote
  }

  /// The lowest slot that no unfinished ride of the rider holds (rule A2).
  private func freeSlot(beside taken: Set<Int>, policies: Policies) throws(Refusal) -> Int {
    guard let slot = (0..<policies.unfinishedRidesPerRider).first(where: { !taken.contains($0) })
    else {
      throw Refusal(
        .previousRideNeedsCompletion,
        "the rider has \(taken.count) unfinished of \(policies.unfinishedRidesPerRider) allowed")
    }
    return slot
  }

  private func ride(
    for intent: RequestRideIntent, quote: Quote, identifier: RideIdentifier, slot: Int
  ) -> Ride {
    let routeSeconds = quote.route.map { Int($0.seconds.rounded()) }
    let status = RideStatus(
      rideIdentifier: identifier, riderIdentifier: intent.riderIdentifier, sequence: 1,
      phase: .received, updatedAt: now, estimatedPickupDate: quote.option.estimatedPickupDate,
      estimatedDropOffDate: routeSeconds.map {
        quote.option.estimatedPickupDate.advanced(bySeconds: $0)
      },
      pickupLocation: intent.pickupLocation, dropOffLocation: intent.dropOffLocation,
      rideOption: quote.option)
    return Ride(
      status: status, area: quote.area.key, product: quote.product.key,
      locale: tools.quoter.locale(for: intent.locale), slot: slot,
      partySize: quote.product.isPartySizeRelevant ? intent.partySize : nil,
      paymentMethod: intent.paymentMethod,
      requiresAcceptance: quote.product.requiresAcceptance, createdAt: now, declinedBy: [],
      routeSeconds: routeSeconds, searchFrom: now,
      searchUntil: now.advanced(bySeconds: quote.area.policies.dispatch.searchSeconds),
      cancellationTerms: terms(of: quote),
      account: RideAccount(rideIdentifier: identifier, currency: quote.area.currency))
  }
}

extension Booking {
  private func terms(of quote: Quote) -> CancellationTerms? {
    quote.product.cancellation.map { policy in
      CancellationTerms(
        fee: policy.fee, threshold: policy.freeSeconds.map(now.advanced(bySeconds:)),
        missedPickupFee: policy.missedPickupFee)
    }
  }
}

extension HandlerTools {
  /// The name of the ride that a message makes: derived from the rider and the message's id alone,
  /// so that every stage of a request names the same ride.
  func rideIdentifier(rider: RiderIdentifier, messageIdentifier: String) -> RideIdentifier {
    let digest = digest(Array("\(rider.rawValue)\u{0}\(messageIdentifier)".utf8))
    return RideIdentifier(base32(Array(digest.prefix(16))))
  }
}
