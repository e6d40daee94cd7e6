import Messages
import RideStore
import Rides

/// A message of a rider, taken apart, with the names in it that are digests of its content; each is
/// computed once, before rows are locked.
struct RiderMessage {
  let accepted: Triage.Accepted
  let intent: RequestQueueIntent
  let identity: StoredOutcome.Identity?
  /// The ride that the message names, or that its intent creates.
  let ride: RideIdentifier?
  /// The stored key of its quote after a booking; nil for a message without a quote.
  let quoteUse: StoredOutcome.Identity?
  /// The request for a ride, unless its quote is used; nil for other messages.
  let request: RideRequest?
  /// The result of the request.
  let proposal: Result<RideProposal, Refusal>?

  init(
    _ accepted: Triage.Accepted, _ dependencies: HandlerDependencies, _ supply: Supply,
    at now: Instant
  ) {
    let message = accepted.message
    guard let intent = RequestQueueIntent(message.intent) else {
      preconditionFailure("\(message.type) is not for the queue of requests")
    }
    self.accepted = accepted
    self.intent = intent
    identity = message.identity(digest: dependencies.digest)
    ride = dependencies.ride(of: message)
    quoteUse = message.intent.quoteIdentifier.map(dependencies.use(ofQuote:))
    if case .requestRide(let intent) = intent {
      let request = RideRequest(intent, claims: dependencies.claims(of: intent))
      self.request = request
      proposal = Result { () throws(Refusal) in
        try RideProposal(request, quoter: dependencies.quoter, supply: supply, at: now)
      }
    } else {
      (request, proposal) = (nil, nil)
    }
  }

  var onlyAsks: Bool { accepted.message.type.onlyAsks }

  /// Whether it is decided after the rides that are booked beside it have their vehicles.
  var canWait: Bool {
    onlyAsks || [.requestRide, .changeRide].contains(accepted.message.type)
  }

  /// The place in the waiting list of the ride that the message would book.
  func waitingPlace(at now: Instant) -> WaitingPlace? {
    guard !onlyAsks, case .success(let proposal)? = proposal, let ride else { return nil }
    return proposal.waitingPlace(ride, at: now)
  }
}

extension HandlerDependencies {
  /// The ride that a message names, or that its intent creates.
  fileprivate func ride(of message: IncomingMessage) -> RideIdentifier? {
    if let named = message.intent.rideIdentifier { return named }
    guard let rider = message.intent.bookingRider, let id = message.context.messageIdentifier else {
      return nil
    }
    return RideIdentifier(of: rider, messageIdentifier: id, digest: digest, base32: base32)
  }

  /// The claims of the quote in an intent; nil without a quote.
  fileprivate func claims(of intent: RequestRideIntent) -> Result<QuoteClaims, Refusal>? {
    intent.quoteIdentifier.map { token in
      Result { () throws(Refusal) in
        try claims(
          of: token, from: intent.pickupLocation, by: intent.waypoints,
          to: intent.dropOffLocation, for: intent.riderIdentifier)
      }
    }
  }
}
