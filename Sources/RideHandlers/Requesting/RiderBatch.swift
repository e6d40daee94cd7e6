import Messages
import RideStore
import Rides

/// The riders' requests of one batch: what was read for them, and the decisions.
struct RiderBatch {
  let dependencies: HandlerDependencies
  let answers: Answers
  /// The vehicles on duty, at most a second old.
  let supply: Supply
  var decisions: BatchDecisions
  /// The slots that the unfinished rides of each rider hold.
  var slots: [RiderIdentifier: RiderSlots] = [:]
  var debts: RiderDebts
  /// The vehicles that get no ride of a rider now, since they have dropped out of one.
  let avoided: [RiderIdentifier: [VehicleIdentifier]]
  /// The rides that waited before the batch and could take the same vehicles as its bookings.
  let waitingRides: [RideRecord]
  private let messages: [RiderMessage]
  /// The messages that are answered once the rides of the batch have their vehicles.
  private var postponed: [RiderMessage] = []

  var now: Instant { decisions.now }

  /// Reads the outcomes, riders and rides of the batch's messages.
  init(
    _ triage: Triage, supply: Supply, answers: Answers, store: any RideStore, since begun: Instant
  ) throws(StoreError) {
    let dependencies = answers.dependencies
    messages = triage.accepted.map { RiderMessage($0, dependencies, supply, at: begun) }
    let lookup = Self.lookup(messages, supply, at: begun)
    let found = try store.find(lookup)
    var work = try UnitOfWork(
      rides: found.rides,
      committedTo: Set(triage.accepted.compactMap(\.message.intent.drivenRide)), in: store)
    work.reserve(lookup.rides.count)
    decisions = BatchDecisions(
      triage, outcomes: found.outcomes, work: work, dependencies: dependencies, since: begun)
    debts = RiderDebts(found.owingRides, at: decisions.now)
    avoided = try RiderDropOuts.vehicles(
      messages, dependencies.quoter, in: store, at: decisions.now)
    waitingRides = found.waitingRides
    self.answers = answers
    self.dependencies = dependencies
    self.supply = supply
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
    _ messages: [RiderMessage], _ supply: Supply, at now: Instant
  ) -> Lookup {
    let riders = Set(messages.compactMap(\.accepted.message.intent.bookingRider)).sorted()
    var lookup = Lookup()
    lookup.rides = Set(messages.compactMap(\.ride)).sorted()
    lookup.outcomes =
      messages.compactMap(\.identity?.key) + Set(messages.compactMap(\.quoteUse?.key))
    lookup.unfinishedRidesOf = riders
    lookup.owingRidesOf = riders
    lookup.waitingRides = supply.searches(for: messages.compactMap { $0.waitingPlace(at: now) })
    return lookup
  }

  /// Decides about the messages in their order.
  ///
  /// Those that only read a ride that this batch has booked, or change its places, are postponed:
  /// such a ride may still get its vehicle in the same change, and no answer may show it waiting.
  /// A request that names such a ride is a repeat of the one that booked it, or a conflict with it.
  mutating func decide() {
    for message in messages {
      if message.canWait, let ride = message.ride, decisions.waitingPlace(of: ride) != nil {
        postponed.append(message)
      } else {
        decide(message)
      }
    }
  }

  /// Decides about the postponed messages.
  mutating func decidePostponed() {
    for message in postponed { decide(message) }
  }

  private mutating func decide(_ message: RiderMessage) {
    guard admits(message) else { return }
    let asks = message.onlyAsks
    switch message.intent {
    case .resolve(let intent): answer(message, resolve(intent, message))
    case .requestRide(let intent) where asks: answer(message, confirm(intent, message))
    case .requestRide(let intent): book(intent, message)
    case .cancelRide(let intent) where asks: answer(message, showCancellation(intent, message))
    case .cancelRide(let intent): cancel(intent, message)
    case .changeRide(let intent) where asks: answer(message, confirmChange(intent, message))
    case .changeRide(let intent): change(intent, message)
    case .sendRideFeedback(let intent) where asks: answer(message, checkFeedback(intent, message))
    case .sendRideFeedback(let intent): applyFeedback(intent, message)
    }
  }

  private mutating func answer(_ message: RiderMessage, _ outcome: Outcome) {
    decisions.triage.settle(message.accepted, outcome)
  }

  /// Whether a message is to be decided: it is new and in time, and what it names can be read.
  private mutating func admits(_ message: RiderMessage) -> Bool {
    let accepted = message.accepted
    let unreadable = decisions.unreadable(
      message.ride, for: accepted.message.intent.riderIdentifier)
    if !message.onlyAsks {
      guard
        decisions.admits(accepted, message.identity, showing: rideMade(by: message)?.status)
      else { return false }
    }
    if let unreadable {
      decisions.triage.settle(unreadable: unreadable, accepted)
      return false
    }
    return !(message.onlyAsks && decisions.triage.settleIfLate(accepted))
  }

  /// The ride that a request has already created; nil for other messages, whose ride may belong to
  /// another rider.
  func rideMade(by message: RiderMessage) -> Ride? {
    guard message.accepted.message.intent.bookingRider != nil else { return nil }
    return message.ride.flatMap { decisions.rides[$0] }
  }

  /// The ride in its state within this batch; nil for a ride of another rider.
  func ride(
    _ identifier: RideIdentifier, of rider: RiderIdentifier
  ) throws(Refusal) -> Ride {
    guard let ride = decisions.rides[identifier], ride.status.riderIdentifier == rider
    else {
      throw Refusal(
        .unknownRide, "the rider has no ride \(identifier)", path: "rideIdentifier")
    }
    return ride
  }

  /// Adds the decision about a message, which executes its payment commands.
  mutating func add(_ decision: consuming Decision) {
    let ride = decision.money.commands.first?.rideIdentifier
    decisions.add(decision, paying: ride)
  }
}

extension RiderBatch {
  /// Applies a rating, a tip, or both.
  ///
  /// A repeated tip whose outcome was deleted is recognized by its message id in the ride, and
  /// answered as before.
  mutating func applyFeedback(_ intent: SendRideFeedbackIntent, _ message: RiderMessage) {
    guard let identity = message.identity else {
      preconditionFailure("feedback without an id does not pass the decoder")
    }
    var decision = Decision(message.accepted, identity)
    do throws(Refusal) {
      var ride = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      if let known = ride.account.order(.tip, identity.key.messageIdentifier),
        known.amount != intent.tip
      {
        return decisions.triage.settle(
          conflict: Deduplicator.conflict(identity.key, "another tip"), message.accepted)
      }
      let sequence = ride.status.sequence
      decision.money = try apply(intent, on: &ride, message.accepted.message.context)
      if ride.status.sequence == sequence {
        decisions.answerOrders(of: &ride, &decision)
      } else {
        decision.statuses = [ride.status]
      }
      decisions.put(ride)
    } catch {
      decision.answer = .refusal(error)
    }
    add(decision)
  }

  /// Answers whether the feedback would be accepted, and changes nothing.
  func checkFeedback(_ intent: SendRideFeedbackIntent, _ message: RiderMessage) -> Outcome {
    do throws(Refusal) {
      var ride = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      _ = try apply(intent, on: &ride, message.accepted.message.context)
      var encoder = ResponseEncoder()
      return answers.answered(
        encoder.acknowledgement(code: .ready), .ready, message.accepted.message)
    } catch {
      return answers.refused(
        error, message.accepted.message, about: decisions.rides[intent.rideIdentifier])
    }
  }

  private func apply(
    _ intent: SendRideFeedbackIntent, on ride: inout Ride, _ context: MessageContext
  ) throws(Refusal) -> MoneyEffects {
    // The ride was found by its rider and its name; the answer has no text in a language.
    let (_, _, _, rating, tip, comment) = intent.members
    let feedback = Feedback(
      rating: rating, tip: tip, comment: comment, requestedAt: context.requestedAt)
    return try ride.record(
      feedback, order: context.messageIdentifier ?? "",
      policies: dependencies.quoter.policies(of: ride), at: now)
  }
}
