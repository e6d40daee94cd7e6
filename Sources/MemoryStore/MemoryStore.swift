package import RideStore
package import Rides

/// A session on a database in memory; one thread owns it.
///
/// A transaction works on a copy of the tables, which `commit` puts in the place of the shared
/// ones.
package final class MemoryStore: RideStore {
  private let database: MemoryDatabase
  private var transaction: (mode: TransactionMode, tables: MemoryTables)?
  /// A write has failed, perhaps partly: the transaction must not be committed.
  private var mustRollBack = false
  /// Whether the transaction has changed the tables.
  private var hasWritten = false

  /// A session on a database that others share.
  package init(_ database: MemoryDatabase) { self.database = database }

  deinit { rollBack() }

  package func checkSchema() throws(StoreError) {}

  package func begin(_ mode: TransactionMode) throws(StoreError) {
    precondition(transaction == nil, "a session has one transaction at a time")
    if mode == .write { try database.acquireWriter() }
    transaction = (mode, mode == .write ? database.tablesToWrite() : database.tables)
    mustRollBack = false
    hasWritten = false
  }

  package func commit() throws(StoreError) {
    guard let transaction else { preconditionFailure("there is no transaction to commit") }
    precondition(!mustRollBack, "a transaction whose write has failed can only be rolled back")
    if transaction.mode == .write { database.releaseWriter(transaction.tables) }
    self.transaction = nil
  }

  package func rollBack() {
    if let transaction, transaction.mode == .write {
      if database.isForOne, hasWritten { database.markTorn() }
      database.releaseWriter(database.isForOne ? transaction.tables : nil)
    }
    transaction = nil
  }

  /// What a read sees: the transaction's own writes, or else what is committed.
  var visible: MemoryTables { transaction?.tables ?? database.tables }

  /// Writes within the transaction.
  func write<Result>(
    _ operation: StaticString, _ body: (inout MemoryTables) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    precondition(transaction?.mode == .write, "\(operation) needs a transaction that writes")
    guard var open = transaction else { preconditionFailure("there is no transaction") }
    // The session lets go of its tables while they are changed, so that they are not copied each
    // time.
    transaction = (open.mode, MemoryTables())
    defer { transaction = open }
    hasWritten = true
    do throws(StoreError) {
      return try body(&open.tables)
    } catch {
      mustRollBack = true
      throw error
    }
  }

  /// Writes records within the transaction, one after another; without any nothing is written.
  ///
  /// `texts` are those of a record that the databases on disk could not keep whole with U+0000.
  func write<Record>(
    _ operation: StaticString, _ records: [Record], texts: (Record) -> [String?],
    _ body: (inout MemoryTables, Record) throws(MemoryConflict) -> Void
  ) throws(StoreError) {
    if records.isEmpty { return }
    try write(operation) { (tables) throws(StoreError) in
      for record in records {
        try refuseNUL(in: texts(record), "\(operation)")
        do throws(MemoryConflict) {
          try body(&tables, record)
        } catch {
          throw StoreError(.conflict, operation: "\(operation)", detail: error.detail)
        }
      }
    }
  }
}

extension MemoryStore {
  package func outcomes(_ keys: [OutcomeKey]) throws(StoreError) -> [OutcomeKey: StoredOutcome] {
    try refuseNUL(in: keys.flatMap(\.texts), "read outcomes")
    let outcomes = visible.outcomes
    return keys.compactMap { outcomes[$0] }.keyed(by: \.key)
  }

  package func store(_ outcomes: [StoredOutcome]) throws(StoreError) {
    try write("store outcomes", outcomes, texts: \.key.texts) {
      (tables, outcome) throws(MemoryConflict) in
      guard tables.outcomes.updateValue(outcome, forKey: outcome.key) == nil else {
        throw MemoryConflict("\(outcome.key.messageIdentifier) has an outcome")
      }
    }
  }

  package func pruneOutcomes(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    precondition(limit >= 0 && days >= 0, "neither a limit nor days can be negative")
    return try write("prune outcomes") { (tables) throws(StoreError) in
      let byAge = tables.outcomes.values.sorted { $0.storedAt < $1.storedAt }
      guard let newest = byAge.lastMark(before: days + 1) else { return 0 }
      let cut = now.advanced(bySeconds: -days * 86_400)
      let oldest = byAge.prefix { $0.storedAt < cut && $0.storedAt <= newest }.prefix(limit)
      for outcome in oldest { tables.outcomes[outcome.key] = nil }
      return oldest.count
    }
  }
}

extension [StoredOutcome] {
  /// The last moment at which one was stored that has so many after it, each a day or more before
  /// the next; they are in the order of their age.
  fileprivate func lastMark(before count: Int) -> Instant? {
    var mark = last?.storedAt
    for _ in 0..<count {
      guard let end = mark?.advanced(bySeconds: -86_400) else { return nil }
      mark = last { $0.storedAt <= end }?.storedAt
    }
    return mark
  }
}

extension StatusChange {
  fileprivate var texts: [String?] { [key.rideIdentifier.rawValue, traceparent, tracestate] }
}

extension OutcomeKey {
  fileprivate var texts: [String?] { [operation, scope, messageIdentifier] }
}

extension MemoryStore {
  package func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] {
    try refuseNUL(in: keys.map(\.rideIdentifier.rawValue), "read status changes")
    let changes = visible.changes
    return keys.compactMap { changes[$0.rideIdentifier]?[$0.sequence] }.keyed(by: \.key)
  }

  package func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    visible.changes[ride, default: [:]].values.sorted { $0.key < $1.key }
  }

  package func append(_ changes: [StatusChange]) throws(StoreError) {
    try write("append status changes", changes, texts: \.texts) {
      (tables, change) throws(MemoryConflict) in
      let (ride, sequence) = (change.key.rideIdentifier, change.key.sequence)
      guard tables.changes[ride]?[sequence] == nil else {
        throw MemoryConflict("change \(sequence) of \(ride) exists")
      }
      tables.changes[ride, default: [:]][sequence] = change
      tables.hastenSubscriptions(of: ride, to: change.occurredAt)
    }
  }
}

extension MemoryStore {
  package func append(_ entries: [LedgerEntryRecord]) throws(StoreError) {
    try write("append ledger entries", entries, texts: \.texts) {
      (tables, entry) throws(MemoryConflict) in
      let place = MemoryTables.LedgerPlace(transaction: entry.transaction, line: entry.line)
      let ride = entry.rideIdentifier
      guard tables.ledger[ride, default: [:]].updateValue(entry, forKey: place) == nil else {
        throw MemoryConflict(
          "line \(entry.line) of transaction \(entry.transaction) of \(ride) exists")
      }
    }
  }

  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    visible.ledger[ride, default: [:]].sorted { $0.key < $1.key }.map(\.value)
  }
}

extension LedgerEntryRecord {
  fileprivate var texts: [String?] { [rideIdentifier.rawValue, account, currencyCode, reason] }
}

extension MemoryStore {
  package func subscribe(_ subscriptions: [Subscription]) throws(StoreError) {
    var saved: Set<SubscriptionKey> = []
    try write("save subscriptions", subscriptions, texts: \.texts) {
      (tables, subscription) throws(MemoryConflict) in
      guard saved.insert(subscription.key).inserted else {
        throw MemoryConflict("\(subscription.key.replyTo) comes twice")
      }
      tables.subscriptions[subscription.key] = subscription
    }
  }

  package func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription] {
    try refuseNUL(in: keys.flatMap(\.texts), "read subscriptions")
    let stored = visible.subscriptions
    return keys.compactMap { stored[$0] }.keyed(by: \.key)
  }

  package func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey] {
    if updates.isEmpty { return [] }
    try refuseNUL(in: updates.flatMap(\.key.texts), "update subscriptions")
    return try write("update subscriptions") { (tables) throws(StoreError) in
      var granted: Set<SubscriptionKey> = []
      return updates.compactMap { update in
        guard tables.subscriptions[update.key]?.dueAt == update.expectedDueAt,
          granted.insert(update.key).inserted
        else { return nil }
        tables.subscriptions[update.key]?.sentAt = update.sentAt
        tables.subscriptions[update.key]?.sentSequence = update.sentSequence
        tables.subscriptions[update.key]?.dueAt = update.dueAt
        return update.key
      }
    }
  }

  package func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError) {
    try write("end subscriptions", keys, texts: \.texts) { (tables, key) in
      tables.subscriptions[key] = nil
    }
  }

  package func unsubscribe(replyTo queues: [String]) throws(StoreError) {
    if queues.isEmpty { return }
    try refuseNUL(in: queues, "end subscriptions of queues")
    try write("end subscriptions of queues") { (tables) throws(StoreError) in
      // As bytes: two texts that only look alike are two queues.
      let gone = Set(queues.map { Array($0.utf8) })
      let left = tables.subscriptions.filter { !gone.contains(Array($0.key.replyTo.utf8)) }
      tables.subscriptions = left
    }
  }

  package func dueSubscriptions(
    at instant: Instant, limit: Int
  ) throws(StoreError) -> [DueSubscription] {
    precondition(limit >= 0, "a limit cannot be negative")
    let due = visible.subscriptions.values.filter { $0.dueAt <= instant }
    let sorted = due.sorted { ($0.dueAt, $0.key) < ($1.dueAt, $1.key) }
    return sorted.prefix(limit).map { DueSubscription(key: $0.key, dueAt: $0.dueAt) }
  }

  package func subscriptionCount(of ride: RideIdentifier) throws(StoreError) -> Int {
    visible.subscriptions.keys.count { $0.rideIdentifier == ride }
  }
}

extension MemoryStore {
  /// Reads all rides: a database in memory has few that have ended.
  package func fleetFigures(at instant: Instant) throws(StoreError) -> FleetFigures {
    let tables = visible
    var figures = FleetFigures()
    for ride in tables.rides.values {
      if !ride.phase.isFinal {
        figures.phases[ride.phase, default: .init()].add(since: ride.updatedAt)
      }
      if ride.isWaiting { figures.waiting.add(since: ride.waitingSince) }
      figures.add(ride.payments, at: instant)
    }
    for letter in tables.deadLetters.values {
      figures.deadLetters[letter.state, default: .init()].add(since: letter.fault.failedAt)
    }
    figures.subscriptions = tables.subscriptions.count
    return figures
  }

  package func lease(
    _ name: String, holder: String, until: Instant, at now: Instant
  ) throws(StoreError) -> Bool {
    try refuseNUL(in: [name, holder], "take the lease")
    return try write("take the lease") { (tables) throws(StoreError) in
      if let lease = tables.leases[Array(name.utf8)], lease.until > now,
        !lease.holder.hasSameBytes(as: holder)
      {
        return false
      }
      tables.leases[Array(name.utf8)] = MemoryTables.Lease(holder: holder, until: until)
      return until > now
    }
  }
}

extension Subscription {
  fileprivate var texts: [String?] {
    key.texts + [riderIdentifier.rawValue, messageIdentifier, traceparent, tracestate]
  }
}

extension SubscriptionKey {
  fileprivate var texts: [String?] { [rideIdentifier.rawValue, replyTo, correlationID] }
}
