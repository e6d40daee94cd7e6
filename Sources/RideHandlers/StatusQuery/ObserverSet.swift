import Messages
import RideStore
import Rides

/// The subscriptions of a batch in their current state, and their changes.
struct ObserverSet {
  private let stored: [SubscriptionKey: Subscription]
  private var current: [SubscriptionKey: Subscription]
  private var started: Set<SubscriptionKey> = []
  private var notified: Set<SubscriptionKey> = []
  private var ended: Set<SubscriptionKey> = []

  init(_ due: Set<UpdatesDue>, in store: any RideStore) throws(StoreError) {
    let keys = Set(due.map { SubscriptionKey($0) }).sorted()
    stored = keys.isEmpty ? [:] : try store.subscriptions(keys)
    current = stored
  }

  subscript(_ key: SubscriptionKey) -> Subscription? { current[key] }

  /// Whether a message was sent to the observer in this batch.
  func hasNotified(_ key: SubscriptionKey) -> Bool {
    notified.contains(key) || started.contains(key)
  }

  /// Adds a subscription, and replaces an existing one: starting twice has no further effect.
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

  /// Updates a subscription whose observer is sent a message now.
  mutating func notify(_ subscription: Subscription) {
    current[subscription.key] = subscription
    notified.insert(subscription.key)
  }

  /// Records that the last message did not arrive and is sent again at a given time.
  mutating func sendAgain(_ key: SubscriptionKey, at time: Instant, now: Instant) {
    current[key]?.sendAgain(at: time, now: now)
  }

  /// Records that nothing is due before a given time.
  mutating func wait(_ key: SubscriptionKey, until time: Instant) {
    current[key]?.dueAt = time
  }

  /// Writes the changes; returns the keys of the updates that another worker has already sent.
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
    // Whether the last message was refused decides what is sent, not to whom.
    let (ride, replyTo, correlationID, _) = due.members
    self.init(rideIdentifier: ride, replyTo: replyTo, correlationID: correlationID)
  }
}

extension Subscription {
  /// The subscription that a message starts; the answer to the message shows the first status.
  init(
    to status: RideStatus, _ reports: UpdatesLease.Reports?, by message: IncomingMessage,
    replyTo: String, at now: Instant
  ) {
    let context = message.context
    self.init(
      key: SubscriptionKey(
        rideIdentifier: status.rideIdentifier, replyTo: replyTo,
        correlationID: context.correlationID),
      riderIdentifier: status.riderIdentifier,
      messageIdentifier: context.messageIdentifier, startedAt: now, sentAt: now,
      sentSequence: status.sequence, dueAt: UpdatesLease.next(after: status, reports, sentAt: now),
      traceparent: context.traceparent, tracestate: context.tracestate)
  }

  /// The messages sent to the observer so far.
  var lease: UpdatesLease {
    let sent: UpdatesLease.Sent =
      switch sentSequence {
      case 0: .nothing
      case Self.end: .end
      default: .status(sentSequence)
      }
    return UpdatesLease(sent: sent, sentAt: sentAt, startedAt: startedAt)
  }

  /// The `sentSequence` of a subscription whose end was sent; statuses count from 1.
  private static let end = -1

  /// Records that a status is sent now, or, for nil, the end.
  mutating func note(_ status: RideStatus?, at now: Instant, next: Instant) {
    sentSequence = status?.sequence ?? Self.end
    sentAt = now
    dueAt = next
  }

  /// Records that nothing has been sent, and that the next message is due at a given time.
  mutating func sendAgain(at time: Instant, now: Instant) {
    sentSequence = 0
    sentAt = now
    dueAt = time
  }

  /// The message to the observer that `sentSequence` and `sentAt` identify; repeats have the same
  /// id.
  func publication(_ body: [UInt8]) -> [Publication] {
    let place = sentSequence == Self.end ? "end" : "\(sentSequence)"
    let moment = sentAt?.microseconds ?? 0
    let context = MessageContext(
      type: MessageType.startUpdates.rawValue,
      correlationID: key.correlationID.isEmpty ? nil : key.correlationID, replyTo: key.replyTo,
      traceparent: traceparent, tracestate: tracestate)
    guard var publication = Publication.response(to: context, body: body) else { return [] }
    publication.properties.messageID =
      "\(key.rideIdentifier)/updates/\(key.observer)/\(place)/\(moment)"
    return [publication]
  }
}

extension SubscriptionKey {
  /// A short name of the observer among those of its ride: FNV-1a of its queue and its correlation
  /// id.
  ///
  /// Two observers behind one queue get equal messages at the same time, which need different ids.
  var observer: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [replyTo, "\0", correlationID] {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 36)
  }

  /// The command to send the observer the status of the ride.
  var due: UpdatesDue {
    UpdatesDue(rideIdentifier: rideIdentifier, replyTo: replyTo, correlationID: correlationID)
  }
}
