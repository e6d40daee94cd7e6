package import RideStore
package import Rides

extension MemoryStore {
  package func subscribe(_ subscriptions: [Subscription]) throws(StoreError) {
    if subscriptions.isEmpty { return }
    try write("save subscriptions") { (tables) throws(StoreError) in
      var saved: Set<SubscriptionKey> = []
      for subscription in subscriptions {
        try refuseNUL(in: subscription.texts, "save subscriptions")
        guard saved.insert(subscription.key).inserted else {
          throw .conflict("save subscriptions", "\(subscription.key.replyTo) comes twice")
        }
        tables.subscriptions[subscription.key] = subscription
      }
    }
  }

  package func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription] {
    try refuseNUL(in: keys.flatMap(\.texts), "read subscriptions")
    let stored = visible.subscriptions
    return Dictionary(keys.compactMap { stored[$0].map { ($0.key, $0) } }) { $1 }
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
    if keys.isEmpty { return }
    try refuseNUL(in: keys.flatMap(\.texts), "end subscriptions")
    try write("end subscriptions") { (tables) throws(StoreError) in
      for key in keys { tables.subscriptions[key] = nil }
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
}

extension MemoryTables {
  /// Brings the subscriptions of a ride forward to a change, a second after their last update at
  /// the earliest.
  mutating func hastenSubscriptions(of ride: RideIdentifier, to change: Instant) {
    for (key, subscription) in subscriptions where key.rideIdentifier == ride {
      let earliest = subscription.sentAt?.advanced(bySeconds: 1) ?? change
      subscriptions[key]?.dueAt = min(subscription.dueAt, max(earliest, change))
    }
  }
}

extension Subscription {
  fileprivate var texts: [String?] {
    key.texts + [
      riderIdentifier.rawValue, messageIdentifier, traceparent, tracestate,
    ]
  }
}

extension SubscriptionKey {
  fileprivate var texts: [String?] { [rideIdentifier.rawValue, replyTo, correlationID] }
}
