import Messages
import RideStore
import Rides

/// The riders' requests of one batch in one transaction: read all, decide in the order of the
/// messages, claim vehicles, write all.
struct RiderBatch {
  let dependencies: HandlerDependencies
  let answers: Answers
  let now: Instant
  /// The vehicles on duty, at most a second old.
  let supply: Supply
  var transaction: BatchTransaction
  /// The slots that the unfinished rides of each rider hold.
  var slots: [RiderIdentifier: RiderSlots] = [:]
  var debts: RiderDebts
  /// The rides that waited before the batch and could take the same vehicles as its bookings.
  let waitingRides: [RideRecord]
  /// The names in the accepted messages, in their order; each is computed once.
  private let names: [Names]
  /// The messages that are answered once the rides of the batch have their vehicles.
  private var postponed: [(accepted: Triage.Accepted, names: Names)] = []

  /// The names in a message that are digests of its content.
  struct Names {
    let identity: StoredOutcome.Identity?
    /// The ride that the message names, or that its intent creates.
    let ride: RideIdentifier?
    /// The stored key of its quote after a booking; nil for a message without a quote.
    let quoteUse: StoredOutcome.Identity?
    /// The request for a ride, unless its quote is used; nil for other messages.
    let request: RideRequest?
    /// Its result, computed before rows are locked.
    let proposal: Result<RideProposal, Refusal>?
  }

  /// Reads the outcomes, riders and rides of the batch's messages.
  init(
    _ triage: Triage, answers: Answers, store: any RideStore, since begun: Instant
  ) throws(StoreError) {
    self.answers = answers
    dependencies = answers.dependencies
    let matching = VehicleMatching(dependencies, store: store, at: begun)
    supply = matching.snapshot
    let messages = triage.accepted.map(\.message)
    let (quoter, supply) = (dependencies.quoter, supply)
    names = messages.map { message in
      let request = answers.dependencies.rideRequest(of: message)
      return Names(
        identity: message.identity(digest: answers.dependencies.digest),
        ride: answers.dependencies.ride(of: message),
        quoteUse: message.intent.quoteIdentifier.map(answers.dependencies.use(ofQuote:)),
        request: request,
        proposal: request.map { request in
          Result { () throws(Refusal) in
            try RideProposal(request, quoter: quoter, supply: supply, at: begun)
          }
        })
    }
    let lookup = Self.lookup(messages, names, supply, at: begun)
    let found = try store.find(lookup)
    var work = try UnitOfWork(
      rides: found.rides, committedTo: Set(messages.compactMap(\.intent.canceledRide)), in: store)
    work.reserve(lookup.rides.count)
    transaction = BatchTransaction(
      triage, outcomes: found.outcomes, work: work, matching: matching, answers: answers,
      store: store, since: begun)
    now = transaction.now
    debts = RiderDebts(found.owingRides, at: now)
    waitingRides = found.waitingRides
    for ride in found.unfinishedRides {
      guard let slot = ride.slot else { continue }
      slots[ride.riderIdentifier, default: RiderSlots()].hold(slot)
    }
  }

  /// The rows that a batch reads before it decides.
  ///
  /// Another worker may commit between two reads. Rides are read before outcomes, because a ride
  /// without its outcome looks like an old one. Unfinished rides are read before rides with debts,
  /// so that a ride that ends in between is in one of the two sets.
  private static func lookup(
    _ messages: [IncomingMessage], _ names: [Names], _ supply: Supply, at begun: Instant
  ) -> Lookup {
    let riders = Set(messages.compactMap(\.bookingRider)).sorted()
    var lookup = Lookup()
    lookup.rides = Set(names.compactMap(\.ride)).sorted()
    lookup.outcomes =
      names.compactMap(\.identity?.key) + Set(names.compactMap(\.quoteUse?.key))
    lookup.unfinishedRidesOf = riders
    lookup.owingRidesOf = riders
    lookup.waitingRides = supply.searches(
      for: zip(messages, names).compactMap { message, names in
        guard !message.type.onlyAsks, case .success(let proposal)? = names.proposal,
          let ride = names.ride
        else { return nil }
        return proposal.waitingPlace(ride, at: begun)
      })
    return lookup
  }

  /// Decides and writes, and returns the outcomes.
  ///
  /// The caller commits.
  mutating func outcomes() throws(StoreError) -> [Outcome] {
    for (accepted, names) in zip(transaction.triage.accepted, names) {
      if showsWaitingRide(accepted.message, names) {
        postponed.append((accepted, names))
      } else {
        decide(accepted, names)
      }
    }
    try transaction.store.release(transaction.work.releases)
    try claimVehicles()
    for (accepted, names) in postponed { decide(accepted, names) }
    try searchForFreedVehicles()
    return try transaction.write()
  }

  /// The outcomes of a batch of queries, which writes nothing.
  mutating func answersAlone() -> [Outcome] {
    for (accepted, names) in zip(transaction.triage.accepted, names) { decide(accepted, names) }
    return transaction.triage.settled()
  }

  /// Whether a message only reads a ride that this batch has booked.
  ///
  /// Such a ride may still get its vehicle in the same change, and no answer may show it waiting.
  /// A request that names such a ride is a repeat of the one that booked it, or a conflict with it.
  private func showsWaitingRide(_ message: IncomingMessage, _ names: Names) -> Bool {
    guard message.type.onlyAsks || message.type == .requestRide, let ride = names.ride else {
      return false
    }
    return transaction.work.waiting[ride] != nil
  }

  private mutating func decide(_ accepted: Triage.Accepted, _ names: Names) {
    let message = accepted.message
    let unreadable = unreadable(names.ride, for: message)
    if message.type.onlyAsks, let unreadable {
      return transaction.triage.settle(unreadable: unreadable, accepted)
    }
    guard !message.type.onlyAsks else {
      if !transaction.triage.settleIfLate(accepted) {
        transaction.triage.settle(accepted, outcome(asking: message, about: names))
      }
      return
    }
    guard let identity = names.identity else {
      preconditionFailure("a write without an id does not pass the decoder")
    }
    let status = ride(names.ride, madeBy: message)?.status
    guard
      transaction.deduplicator.admits(
        accepted, identity, in: &transaction.triage, showing: status)
    else { return }
    if let unreadable { return transaction.triage.settle(unreadable: unreadable, accepted) }
    switch RequestQueueIntent(message.intent) {
    case .requestRide(let intent): book(intent, names, accepted, identity)
    case .cancelRide(let intent): cancel(intent, accepted, identity)
    case .sendRideFeedback(let intent): applyFeedback(intent, accepted, identity)
    case .resolve, nil: preconditionFailure("\(message.type) is no write of the queue of requests")
    }
  }

  /// Answers a stage that changes nothing: `resolve` or `confirm`.
  ///
  /// After the request has created its ride, both answer with the current ride (rule V4).
  private func outcome(asking message: IncomingMessage, about names: Names) -> Outcome {
    switch RequestQueueIntent(message.intent) {
    case .resolve(let intent): resolve(intent, names, message)
    case .requestRide(let intent): confirm(intent, names, message)
    case .cancelRide(let intent): showCancellation(intent, message)
    case .sendRideFeedback(let intent): checkFeedback(intent, message)
    case nil:
      answers.refused(
        Refusal(.notAvailableHere, "\(message.type.rawValue) is not answered"), message)
    }
  }

  /// The ride that a request has already created; nil for other messages, whose ride may belong to
  /// another rider.
  func ride(_ identifier: RideIdentifier?, madeBy message: IncomingMessage) -> Ride? {
    switch message.intent {
    case .requestRide, .resolve: identifier.flatMap { transaction.work.rides[$0] }
    default: nil
    }
  }

  /// The ride in its state within this batch; nil for a ride of another rider.
  func ride(
    _ identifier: RideIdentifier, of rider: RiderIdentifier
  ) throws(Refusal) -> Ride {
    guard let ride = transaction.work.rides[identifier], ride.status.riderIdentifier == rider
    else {
      throw Refusal(
        .unknownRide, "the rider has no ride \(identifier)", path: "rideIdentifier")
    }
    return ride
  }

  /// The error for a ride that cannot be read, if the message is from its own rider; for all others
  /// the ride does not exist.
  private func unreadable(_ ride: RideIdentifier?, for message: IncomingMessage) -> RequestError? {
    guard !transaction.work.unreadable.isEmpty, let ride,
      let found = transaction.work.unreadable[ride], found.rider == message.intent.riderIdentifier
    else { return nil }
    return found.error
  }

  /// Adds the decision about a message.
  mutating func add(_ decision: Decision) {
    var decision = decision
    if let ride = decision.money.commands.first?.rideIdentifier {
      transaction.pay(&decision, for: ride)
    }
    if let identity = decision.identity {
      transaction.deduplicator.expect(identity, at: now)
    }
    transaction.decisions.append(decision)
  }
}

extension HandlerDependencies {
  /// The ride that a message names, or that its intent creates.
  func ride(of message: IncomingMessage) -> RideIdentifier? {
    if let named = message.intent.rideIdentifier { return named }
    guard let rider = message.bookingRider, let id = message.context.messageIdentifier else {
      return nil
    }
    return RideIdentifier(of: rider, messageIdentifier: id, digest: digest, base32: base32)
  }
}

extension IncomingMessage {
  /// The rider whose other rides decide whether this one can be booked.
  fileprivate var bookingRider: RiderIdentifier? {
    switch intent {
    case .requestRide, .resolve: intent.riderIdentifier
    default: nil
    }
  }
}
