import Messages
import RideStore
import Rides

/// The transaction of one batch: the rows read for it, the decisions of its messages, and the
/// writes.
///
/// A batch of riders' requests and a batch of dispatch messages own one each, and only decide.
struct BatchTransaction {
  let dependencies: HandlerDependencies
  let answers: Answers
  let store: any RideStore
  /// The time of its changes: read once their rows are locked, since other batches may have changed
  /// them while this one waited.
  let now: Instant
  let payments: RidePayments
  var work: UnitOfWork
  var matching: VehicleMatching
  var decisions: [Decision] = []
  var triage: Triage
  var deduplicator: Deduplicator

  /// Begins with the outcomes of earlier batches and the rides and vehicles that were read.
  ///
  /// `begun` is when the batch began.
  ///
  /// More than five parameters: each is a result of the reads before it.
  init(
    _ triage: Triage, outcomes: [OutcomeKey: StoredOutcome], work: UnitOfWork,
    matching: VehicleMatching, answers: Answers, store: any RideStore, since begun: Instant
  ) {
    self.work = work
    self.matching = matching
    self.answers = answers
    self.store = store
    dependencies = answers.dependencies
    now = dependencies.time(since: begun)
    self.triage = triage
    self.triage.now = now
    payments = RidePayments(
      quoter: dependencies.quoter, gateway: dependencies.payments, now: now)
    deduplicator = Deduplicator(outcomes)
  }

  /// The places of the rides in `waiting` that still wait after the changes of this batch, in the
  /// same order, without those in `rides`.
  func stillWaiting(_ waiting: [Ride], except rides: Set<RideIdentifier>) -> [WaitingPlace] {
    waiting.compactMap { read in
      let ride = work.rides[read.status.rideIdentifier] ?? read
      guard ride.isWaiting, !rides.contains(ride.status.rideIdentifier) else { return nil }
      return ride.waitingPlace
    }
  }

  /// Assigns a claimed vehicle to a ride of the batch; returns the ride, which the caller shows in
  /// a decision.
  ///
  /// For a ride that this batch has booked, booking and assignment are one change at one time: no
  /// event has shown the ride without its vehicle, nor canceling as free.
  mutating func assign(
    _ vehicle: VehicleRecord, to identifier: RideIdentifier, inOneChange isBooking: Bool = false
  ) -> Ride? {
    guard var ride = work.rides[identifier] else { return nil }
    // Another batch may have freed the vehicle since the rows of this one were locked.
    let time = dependencies.time(since: now)
    ride.assign(vehicle, by: dependencies.quoter, at: time)
    if isBooking {
      ride.status.sequence = 1
      ride.createdAt = time
    }
    work.put(ride)
    work.replace(vehicle)
    return ride
  }

  /// Adds a search for the longest-waiting ride that each of the free vehicles can take to the
  /// decision of the vehicle's message.
  mutating func searchWaitingRides(
    for free: [(index: Int, vehicle: Supply.Entry)]
  ) throws(StoreError) {
    var waiting = try WaitingRides(
      for: free.map(\.vehicle), beside: work.rides, in: store, at: now)
    for (index, vehicle) in free {
      if let ride = waiting.next(for: vehicle, at: now) { decisions[index].searches.append(ride) }
    }
  }

  /// Writes the rides, their changes, their books and the outcomes, and returns the outcome of each
  /// message of the batch, repeats included.
  ///
  /// The caller commits.
  mutating func write() throws(StoreError) -> [Outcome] {
    renewRequesters()
    var encoder = ResponseEncoder()
    var statuses = EncodedStatuses()
    var changes: [StatusChangeKey: StatusChange] = [:]
    changes.reserveCapacity(decisions.count)
    var stored: [StoredOutcome] = []
    stored.reserveCapacity(decisions.count)
    for decision in decisions {
      let context = decision.accepted.message.context
      let own = decision.statuses.map {
        StatusChange(of: $0, encoded: statuses.change($0), context: context)
      }
      for change in own { changes[change.key] = change }
      let outcome = decision.outcome(changes: own, at: now, &encoder)
      if decision.isKept {
        stored.append(outcome)
        deduplicator.remember(outcome)
      }
      if let use = decision.quoteUse { stored.append(StoredOutcome(use, at: now)) }
      var published = answers.published(
        outcome, changes: changes, to: decision.accepted.message, note: decision.note)
      published.publications += answers.ends(decision.ended)
      triage.settle(decision.accepted, published)
    }
    // A ride that ends here frees a slot for its rider's next one, booked in the same batch.
    try store.update(work.rideUpdates(statuses, at: now))
    try store.insert(work.insertions(statuses, at: now))
    try store.append(changes.values.sorted { $0.key < $1.key })
    try store.append(decisions.flatMap { $0.money.transactions.flatMap(\.records) })
    try store.store(stored)
    try deduplicator.settle(in: &triage, beside: changes, rides: work.rides, from: store)
    for accepted in deduplicator.repeated {
      triage.add(answers.ends(endsRepeated(by: accepted.message)), to: accepted)
    }
    return triage.settled()
  }
}

extension BatchTransaction {
  /// Executes the payment commands of a message, and applies what the payment system answers
  /// immediately.
  ///
  /// The payment state of an ended ride becomes part of the message's change; without one, it is a
  /// change of its own (rule A9).
  mutating func pay(_ decision: inout Decision, for identifier: RideIdentifier) {
    guard var ride = work.rides[identifier] else { return }
    decision.money = payments.execute(
      decision.money, on: &ride.account, policy: payments.policy(of: ride))
    endIfDeclined(&ride, &decision)
    answerOrders(of: &ride, &decision)
    if ride.isReadyForSearch, ride.searchFrom <= now {
      ride.startSearch(at: now)
      decision.seeking = identifier
    }
    let feedback = payments.feedbackPolicy(of: ride)
    let before = ride.status.completionStatus
    let declined = decision.money.declined
    if let last = decision.statuses.indices.last,
      decision.statuses[last].sequence == ride.status.sequence
    {
      _ = ride.showPayment(feedback, declined: declined, at: now)
      decision.statuses[last] = ride.status
    } else if ride.publishPayment(feedback, declined: declined, at: now) {
      decision.statuses.append(ride.status)
    }
    decision.notices += declined.map { $0 == .tip ? .tipDeclined : .refundDeclined }
    if decision.money.hasRefundedTooMuch { decision.notices.append(.refundedTooMuch) }
    if let excess = ride.status.completionStatus?.excess, excess != before?.excess {
      decision.notices.append(.overpaid(excess.state))
    }
    work.put(ride)
  }

  /// Cancels, free of charge, a ride whose payment is declined before the search for its vehicle.
  private func endIfDeclined(_ ride: inout Ride, _ decision: inout Decision) {
    guard ride.status.phase == .received, !ride.isSought, ride.account.clearance == .declined
    else { return }
    let policies = dependencies.quoter.policies(of: ride)
    let request = CancellationRequest(actor: .service, reason: "the payment was refused")
    // The service can cancel any ride that has not ended.
    guard let effects = try? ride.cancel(request, feeTitle: "", policies: policies, at: now) else {
      return
    }
    decision.money.append(payments.execute(effects, on: &ride.account, policy: policies.payment))
    decision.statuses.append(ride.status)
  }
}

extension CompletionStatus {
  /// The amount charged in excess, if any.
  fileprivate var excess: Transfer? { refunds.last { $0.isOverpayment } }
}

extension LedgerTransaction {
  /// The reason's code, with the number of the order or the doubtful value.
  private var text: String {
    if let order { return "\(reason.rawValue) \(order)" }
    return note.map { "\(reason.rawValue): \($0)" } ?? reason.rawValue
  }

  /// The transaction as entries of the ledger.
  fileprivate var records: [LedgerEntryRecord] {
    entries.enumerated().map { index, entry in
      LedgerEntryRecord(
        rideIdentifier: ride, transaction: number, line: index + 1, account: entry.account.rawValue,
        minorUnits: entry.amount.minorUnits, currencyCode: entry.amount.currency.code,
        reason: text, occurredAt: occurredAt)
    }
  }
}
