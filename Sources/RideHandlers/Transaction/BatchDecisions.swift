import Messages
import RideStore
import Rides

/// What a batch knows and decides: the rows that were read for it with their changes, and the
/// decisions about its messages.
///
/// A value without a store: a batch is read into it, decides, is assigned the vehicles that were
/// claimed, and is written by `write`.
struct BatchDecisions {
  let dependencies: HandlerDependencies
  /// The time of its changes: read once their rows are locked, since other batches may have changed
  /// them while this one waited.
  let now: Instant
  let payments: RidePayments
  private(set) var all: [Decision] = []
  private var work: UnitOfWork
  /// The newest receipts of the batch.
  private var receiptNumbers: [RideIdentifier: Int] = [:]
  /// The outcomes of the messages.
  var triage: Triage
  private var deduplicator: Deduplicator

  /// Begins with the outcomes of earlier batches and the rides and vehicles that were read.
  ///
  /// `begun` is when the batch began.
  init(
    _ triage: Triage, outcomes: [OutcomeKey: StoredOutcome], work: UnitOfWork,
    dependencies: HandlerDependencies, since begun: Instant
  ) {
    self.work = work
    self.dependencies = dependencies
    now = dependencies.time(since: begun)
    self.triage = triage
    self.triage.now = now
    payments = RidePayments(
      quoter: dependencies.quoter, gateway: dependencies.payments, now: now)
    deduplicator = Deduplicator(outcomes)
    all.reserveCapacity(triage.accepted.count)
  }

  /// The rides of the batch in their current state.
  var rides: [RideIdentifier: Ride] { work.rides }

  /// The vehicles that were freed.
  var releases: [VehicleClaim] { work.releases }

  /// The vehicles that reported.
  var savedVehicles: [VehicleRecord] { work.savedVehicles }

  /// The vehicles of which something else is measured.
  var beginnings: [VehicleRecord] { work.beginnings }

  /// The messages that were handled before, or earlier in this batch.
  var repeated: [Triage.Accepted] { deduplicator.repeated }

  func vehicle(_ identifier: VehicleIdentifier) -> VehicleRecord? { work.vehicles[identifier] }

  /// The place in the waiting list of a ride that the batch has booked or changed.
  func waitingPlace(of ride: RideIdentifier) -> WaitingPlace? { work.waiting[ride] }

  /// The error for a stored ride that cannot be read; `rider` is nil for messages that may ask for
  /// any ride, for others it does not exist.
  func unreadable(_ ride: RideIdentifier?, for rider: RiderIdentifier? = nil) -> RequestError? {
    guard !work.unreadable.isEmpty, let found = ride.flatMap({ work.unreadable[$0] }),
      rider == nil || rider == found.rider
    else { return nil }
    return found.error
  }

  /// Whether an outcome of that key is stored, or expected of this batch.
  func isKnown(_ key: OutcomeKey) -> Bool { deduplicator.isKnown(key) }

  /// The places of the rides in `waiting` that still wait after the changes of this batch, in the
  /// same order, without those in `rides`.
  func stillWaiting(_ waiting: [Ride], except rides: Set<RideIdentifier>) -> [WaitingPlace] {
    waiting.compactMap { read in
      let ride = work.rides[read.status.rideIdentifier] ?? read
      guard ride.isWaiting, !rides.contains(ride.status.rideIdentifier) else { return nil }
      return ride.waitingPlace
    }
  }
}

// Deciding
extension BatchDecisions {
  /// Whether a message is new and in time, see `Deduplicator.admits`.
  mutating func admits(
    _ accepted: Triage.Accepted, _ identity: StoredOutcome.Identity?,
    showing status: RideStatus? = nil
  ) -> Bool {
    deduplicator.admits(accepted, identity, in: &triage, showing: status)
  }

  mutating func put(_ ride: Ride) { work.put(ride) }

  /// Adds a ride that the batch has created.
  mutating func insert(_ ride: Ride) { work.insert(ride) }

  /// Adds a vehicle as it has reported itself.
  mutating func put(_ vehicle: VehicleRecord) { work.put(vehicle) }

  /// Begins to measure what a vehicle drives, or nothing more.
  mutating func begin(_ way: DrivenWay?, by vehicle: VehicleIdentifier) {
    work.begin(way.map(DrivenWayCoding.encode), by: vehicle)
  }

  /// Begins to watch whether a vehicle stays.
  mutating func begin(_ stay: PickupStay, by vehicle: VehicleIdentifier) {
    work.begin(PickupStayCoding.encode(stay), by: vehicle)
  }

  /// Frees the vehicle of a ride.
  mutating func release(_ vehicle: VehicleIdentifier, of ride: RideIdentifier) {
    work.release(vehicle, of: ride)
  }

  /// Adds the decision about a message after the payments of a ride that it asks for; copies of the
  /// message, and of its quote, are then known.
  mutating func add(_ decision: consuming Decision, paying ride: RideIdentifier?) {
    if let ride { pay(&decision, for: ride) }
    addReceipt(to: &decision)
    if let refusal = decision.refusal {
      let intent = decision.accepted.message.intent
      decision.answer = .refusal(
        dependencies.worded(
          refusal, for: intent, about: intent.rideIdentifier.flatMap { rides[$0] }))
    }
    if let identity = decision.identity { deduplicator.expect(identity, at: now) }
    if let use = decision.quoteUse { deduplicator.expect(use, at: now) }
    all.append(decision)
  }

  /// Adds the receipt of the ride that the message has ended, or of which it has moved money
  /// (rule A20).
  private mutating func addReceipt(to decision: inout Decision) {
    guard
      let identifier = decision.money.transactions.first?.ride
        ?? decision.statuses.last?.rideIdentifier,
      let ride = work.rides[identifier], let number = ride.toldReceiptNumber,
      number != receiptNumbers[identifier] ?? work.receiptNumberRead(of: identifier)
    else { return }
    receiptNumbers[identifier] = number
    decision.receipt = dependencies.quoter.receipt(of: ride)
  }

  /// Sets the rides that a message makes search for vehicles.
  mutating func setSearches(_ rides: [RideIdentifier], of index: Int) {
    all[index].searches = rides
  }

  /// Adds a search for the ride whose turn is first with each of the free vehicles to the decision
  /// of the vehicle's message.
  mutating func addSearches(
    of free: [(index: Int, vehicle: Supply.Entry)], among waiting: consuming WaitingRides
  ) {
    guard !free.isEmpty else { return }
    let approach = dependencies.quoter.approachTimes(at: now)
    for (index, vehicle) in free {
      if let ride = waiting.next(for: vehicle, by: approach, at: now) {
        all[index].searches.append(ride)
      }
    }
  }

  /// Assigns a claimed vehicle to a ride of the batch; returns the ride.
  ///
  /// The change belongs to the decision with that index. For a ride that this batch has booked,
  /// booking and assignment are one change at one time: no event has shown the ride without its
  /// vehicle, nor canceling as free.
  mutating func assign(
    _ vehicle: VehicleRecord, to identifier: RideIdentifier, by index: Int,
    inOneChange isBooking: Bool = false
  ) -> Ride? {
    guard var ride = work.rides[identifier] else { return nil }
    // Another batch may have freed the vehicle since the rows of this one were locked.
    let time = dependencies.time(since: now)
    ride.assign(vehicle, by: dependencies.quoter, at: time)
    dependencies.issueStartCode(of: &ride)
    if isBooking {
      ride.status.sequence = 1
      ride.createdAt = time
      all[index].statuses = [ride.status]
    } else {
      all[index].statuses.append(ride.status)
    }
    work.put(ride)
    work.replace(vehicle)
    return ride
  }
}

// Writing
extension BatchDecisions {
  /// The outcomes of a batch that writes nothing.
  consuming func settled() -> [Outcome] { triage.settled() }

  /// Writes the rides, their changes, their books and the outcomes, and returns the outcome of each
  /// message of the batch, repeats included.
  ///
  /// The caller commits.
  mutating func write(
    to store: any RideStore, _ answers: Answers
  ) throws(StoreError) -> [Outcome] {
    renewRequesters()
    var encoder = ResponseEncoder()
    var statuses = EncodedStatuses()
    var changes: [StatusChangeKey: StatusChange] = [:]
    changes.reserveCapacity(all.count)
    var stored: [StoredOutcome] = []
    stored.reserveCapacity(all.count)
    for decision in all {
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
      if let assignments { published.publications += assignments.after(decision) }
      triage.settle(decision.accepted, published)
    }
    // A ride that ends here frees a slot for its rider's next one, booked in the same batch.
    try store.update(work.rideUpdates(statuses, at: now))
    try store.insert(work.insertions(statuses, at: now))
    try store.append(changes.values.sorted { $0.key < $1.key })
    try store.append(all.flatMap { $0.money.transactions.flatMap(\.records) })
    try store.store(stored)
    try deduplicator.settle(in: &triage, beside: changes, rides: work.rides, from: store)
    publishAgain(answers)
    return triage.settled()
  }

  private var assignments: VehicleAssignments? {
    guard dependencies.quoter.informsVehicles else { return nil }
    return VehicleAssignments(rides: work.rides, quoter: dependencies.quoter, now: now)
  }

  /// Adds what follows the messages that were handled before.
  private mutating func publishAgain(_ answers: Answers) {
    for accepted in deduplicator.repeated {
      triage.add(answers.ends(endsRepeated(by: accepted.message)), to: accepted)
      if let assignments, let outcome = deduplicator.outcome(repeatedBy: accepted) {
        triage.add(assignments.repeated(outcome, by: accepted), to: accepted)
      }
    }
  }
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
