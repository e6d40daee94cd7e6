import Messages
import RideStore
import Rides

/// The subscriptions that a batch touches, as they are while it is decided, and what has changed of
/// them.
struct ObserverSet {
  private let stored: [SubscriptionKey: Subscription]
  private var current: [SubscriptionKey: Subscription]
  private var started: Set<SubscriptionKey> = []
  private var told: Set<SubscriptionKey> = []
  private var ended: Set<SubscriptionKey> = []

  init(_ due: Set<UpdatesDue>, in store: any RideStore) throws(StoreError) {
    let keys = Set(due.map { SubscriptionKey($0) }).sorted()
    stored = keys.isEmpty ? [:] : try store.subscriptions(keys)
    current = stored
  }

  subscript(_ key: SubscriptionKey) -> Subscription? { current[key] }

  /// Whether a message was sent to the observer in this batch.
  func hasTold(_ key: SubscriptionKey) -> Bool { told.contains(key) || started.contains(key) }

  /// Takes a new subscription in the place of any that was there: starting twice is starting once.
  mutating func start(_ subscription: Subscription) {
    current[subscription.key] = subscription
    started.insert(subscription.key)
    ended.remove(subscription.key)
  }

  /// Ends a subscription, if it is there.
  mutating func stop(_ key: SubscriptionKey) {
    current[key] = nil
    started.remove(key)
    ended.insert(key)
  }

  /// Takes a subscription whose observer is sent something now.
  mutating func tell(_ subscription: Subscription) {
    current[subscription.key] = subscription
    told.insert(subscription.key)
  }

  /// Takes it that what was sent did not arrive, and is to be sent again at a time.
  mutating func sendAgain(_ key: SubscriptionKey, at time: Instant, now: Instant) {
    current[key]?.sendAgain(at: time, now: now)
  }

  /// Takes it that nothing is due before a time.
  mutating func wait(_ key: SubscriptionKey, until time: Instant) {
    current[key]?.dueAt = time
  }

  /// Writes what has changed; gives back the keys of the updates that were not granted, because
  /// somebody else has sent them.
  func keep(in store: any RideStore) throws(StoreError) -> Set<SubscriptionKey> {
    let new = started.sorted().compactMap { current[$0] }
    if !new.isEmpty { try store.subscribe(new) }
    let updates = self.updates
    let granted = updates.isEmpty ? [] : try store.update(updates)
    if !ended.isEmpty { try store.unsubscribe(ended.sorted()) }
    return Set(updates.map(\.key)).subtracting(granted)
  }

  private var updates: [SubscriptionUpdate] {
    stored.values.sorted { $0.key < $1.key }.compactMap { before in
      guard !started.contains(before.key), let after = current[before.key], after != before,
        let sentAt = after.sentAt
      else { return nil }
      return SubscriptionUpdate(
        key: before.key, expectedDueAt: before.dueAt, sentAt: sentAt,
        sentSequence: after.sentSequence, dueAt: after.dueAt)
    }
  }
}

extension SubscriptionKey {
  /// The subscription that a command names.
  init(_ due: UpdatesDue) {
    self.init(
      rideIdentifier: due.rideIdentifier, replyTo: due.replyTo, correlationID: due.correlationID)
  }
}
