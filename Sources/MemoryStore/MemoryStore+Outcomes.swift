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

  package func pruneOutcomes(storedBefore: Instant, limit: Int) throws(StoreError) -> Int {
    precondition(limit >= 0, "a limit cannot be negative")
    return try write("prune outcomes") { (tables) throws(StoreError) in
      let old = tables.outcomes.values.filter { $0.storedAt < storedBefore }
      let oldest = old.sorted { $0.storedAt < $1.storedAt }.prefix(limit)
      for outcome in oldest { tables.outcomes[outcome.key] = nil }
      return oldest.count
    }
  }
}

extension OutcomeKey {
  fileprivate var texts: [String?] { [operation, scope, messageIdentifier] }
}
