import Messages
import RideStore
import Rides

/// The subscriptions that a batch touches, as they are while it is decided, and what has changed of
/// them.
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
  mutating func notify(_ subscription: Subscription) {
    current[subscription.key] = subscription
    notified.insert(subscription.key)
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

extension Subscription {
  /// The subscription that a message starts; the answer to the message shows the first status.
  init(to status: RideStatus, by message: IncomingMessage, replyTo: String, at now: Instant) {
    let context = message.context
    self.init(
      key: SubscriptionKey(
        rideIdentifier: status.rideIdentifier, replyTo: replyTo,
        correlationID: context.correlationID),
      riderIdentifier: status.riderIdentifier,
      messageIdentifier: context.messageIdentifier, startedAt: now, sentAt: now,
      sentSequence: status.sequence, dueAt: UpdatesLease.next(after: status, sentAt: now),
      traceparent: context.traceparent, tracestate: context.tracestate)
  }

  /// What was sent to the observer so far.
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

  /// Takes it that a status, or for nil the end, is sent now.
  mutating func note(_ status: RideStatus?, at now: Instant, next: Instant) {
    sentSequence = status?.sequence ?? Self.end
    sentAt = now
    dueAt = next
  }

  /// Takes it that nothing was sent so far, and that something is at a time.
  mutating func sendAgain(at time: Instant, now: Instant) {
    sentSequence = 0
    sentAt = now
    dueAt = time
  }

  /// The message to the observer that `sentSequence` and `sentAt` tell of: its id is the same
  /// however often it is sent.
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
  /// Two observers behind one queue are sent the same at the same time, and one id stands for one
  /// message.
  var observer: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [replyTo, "\0", correlationID] {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 36)
  }

  /// The command to tell the observer where the ride stands.
  var due: UpdatesDue {
    UpdatesDue(rideIdentifier: rideIdentifier, replyTo: replyTo, correlationID: correlationID)
  }
}
