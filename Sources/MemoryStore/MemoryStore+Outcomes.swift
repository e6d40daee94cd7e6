package import RideStore
package import Rides

extension MemoryStore {
  package func outcomes(_ keys: [OutcomeKey]) throws(StoreError) -> [OutcomeKey: StoredOutcome] {
    try refuseNUL(in: keys.flatMap(\.texts), "read outcomes")
    let outcomes = visible.outcomes
    return Dictionary(keys.compactMap { outcomes[$0].map { ($0.key, $0) } }) { $1 }
  }

  package func store(_ outcomes: [StoredOutcome]) throws(StoreError) {
    if outcomes.isEmpty { return }
    try write("store outcomes") { (tables) throws(StoreError) in
      for outcome in outcomes {
        try refuseNUL(in: outcome.key.texts, "store outcomes")
        guard tables.outcomes.updateValue(outcome, forKey: outcome.key) == nil else {
          throw .conflict("store outcomes", "\(outcome.key.messageIdentifier) has an outcome")
        }
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

extension OutcomeKey {
  fileprivate var texts: [String?] { [operation, scope, messageIdentifier] }
}
