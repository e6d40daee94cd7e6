package import Messages
package import RideStore
package import Rides

/// Finds the writing messages of a batch that were handled before, in an earlier batch or in this
/// one.
///
/// A message with the id and content of an earlier one gets the stored outcome; with other content
/// it is a conflict.
struct Deduplicator {
  private var known: [OutcomeKey: StoredOutcome]
  /// Messages whose outcome is known: handled before, or earlier in this batch.
  private var again: [(accepted: Triage.Accepted, key: OutcomeKey)] = []

  /// The messages of the batch that were handled before.
  var repeated: [Triage.Accepted] { again.map(\.accepted) }

  /// Begins with the outcomes that were stored before.
  init(_ outcomes: [OutcomeKey: StoredOutcome]) { known = outcomes }

  /// Whether an outcome of that key is stored.
  func isKnown(_ key: OutcomeKey) -> Bool { known[key] != nil }

  /// The outcome that a message repeats.
  func outcome(repeatedBy accepted: Triage.Accepted) -> StoredOutcome? {
    again.first { $0.accepted.index == accepted.index }.flatMap { known[$0.key] }
  }

  /// Whether a message is new and in time, and so to be carried out.
  ///
  /// Conflicts and late messages are answered here; `settle` answers the repeats.
  /// `status` is the ride that the message has made, if it has.
  mutating func admits(
    _ accepted: Triage.Accepted, _ identity: StoredOutcome.Identity?, in triage: inout Triage,
    showing status: RideStatus? = nil
  ) -> Bool {
    if let identity, let stored = known[identity.key] {
      if stored.digest == identity.digest {
        again.append((accepted, identity.key))
      } else {
        triage.settle(
          conflict: Self.conflict(identity.key, "another request"), accepted, showing: status)
      }
      return false
    }
    return !triage.settleIfLate(accepted)
  }

  /// The error for an answer whose status is lost, since the history of its ride was deleted.
  private static let lost = RequestError(
    .unreadableRide, "the history lacks the status of the ride that was answered")

  /// The error for an id that was used with other content.
  static func conflict(_ key: OutcomeKey, _ other: String) -> RequestError {
    RequestError(
      .conflictingMessageIdentifier,
      "message_id '\(key.messageIdentifier)' was used before for \(other)", path: "message_id")
  }

  /// Reserves the id of a message in progress, so that a later copy in this batch is a repeat;
  /// `remember` adds the outcome.
  mutating func expect(_ identity: StoredOutcome.Identity, at now: Instant) {
    remember(StoredOutcome(identity, at: now))
  }

  /// Remembers an outcome of this batch, for messages that come later in it.
  mutating func remember(_ outcome: StoredOutcome) { known[outcome.key] = outcome }

  /// Repeats the stored outcomes with their changes, which come from this batch and, in one read,
  /// from the history.
  ///
  /// `rides` are the rides that the batch has read, including those of the repeats: an answer hides
  /// values that are no longer shown for the current status of its ride.
  func settle(
    in triage: inout Triage, beside fresh: [StatusChangeKey: StatusChange],
    rides: [RideIdentifier: Ride], from store: any RideStore
  ) throws(StoreError) {
    let answered = again.compactMap { item in known[item.key].map { (item.accepted, $0) } }
    let keys = Set(answered.flatMap(\.1.changes)).filter { fresh[$0] == nil }
    let earlier = keys.isEmpty ? [:] : try store.statusChanges(keys.sorted())
    let changes = fresh.merging(earlier) { fresh, _ in fresh }
    for (accepted, outcome) in answered {
      guard outcome.statusRange?.isEmpty != true else {
        triage.settle(unreadable: Self.lost, accepted)
        continue
      }
      let ride = outcome.changes.last?.rideIdentifier ?? accepted.message.intent.drivenRide
      let hiding = ride.flatMap { rides[$0] }.flatMap { outcome.response(hidingBy: $0) }
      triage.settle(accepted, again: outcome, changes, hiding: hiding)
    }
  }
}

extension StoredOutcome {
  /// The identity of a message, and the digest of its content.
  struct Identity: Hashable {
    let key: OutcomeKey
    let digest: [UInt8]
  }

  /// The outcome of a message that was answered earlier, from which a repeat is answered alike; nil
  /// for a message that has none.
  ///
  /// Its changes are left out: without the history, their events are not published again.
  package init?(
    of delivery: Delivery, _ family: QueueFamily, at storedAt: Instant,
    digest: ([UInt8]) -> [UInt8]
  ) {
    guard let message = try? MessageDecoder.decode(delivery, family: family),
      let identity = message.identity(digest: digest)
    else { return nil }
    self.init(identity, at: storedAt)
  }

  /// The response without values that are no longer shown for the ride's current status; nil if
  /// nothing changes.
  fileprivate func response(hidingBy ride: Ride) -> [UInt8]? {
    guard ride.status.phase.isFinal || ride.status.sequence != changes.last?.sequence else {
      return nil
    }
    return RideStatusText.response(response, changing: ride.redact)
  }
}

extension IncomingMessage {
  /// The identity of a message that writes; nil for one that carries no id because it needs none.
  func identity(digest: ([UInt8]) -> [UInt8]) -> StoredOutcome.Identity? {
    outcomeKey.map {
      StoredOutcome.Identity(key: $0, digest: digest(IntentCoding.encode(intent)))
    }
  }

  /// The key of the stored outcome of a message that writes; nil for one that carries no id because
  /// it needs none.
  package var outcomeKey: OutcomeKey? {
    guard !type.onlyAsks, let messageIdentifier = context.messageIdentifier,
      let scope = intent.scope
    else { return nil }
    return OutcomeKey(
      operation: type.rawValue, scope: scope, messageIdentifier: messageIdentifier)
  }
}
