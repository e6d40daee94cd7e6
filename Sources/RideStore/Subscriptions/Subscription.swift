package import Rides

/// The lease of an observer who is sent the updates of a ride.
package struct Subscription: Hashable, Sendable {
  package var key: SubscriptionKey
  package var riderIdentifier: RiderIdentifier
  /// The `message_id` of the message that started it.
  package var messageIdentifier: String?
  package var startedAt: Instant
  /// When an update was last sent, nil before the first.
  package var sentAt: Instant?
  /// The ride's `sequence` in the update that was last sent, 0 before the first.
  package var sentSequence: Int
  /// When the next update is to be sent; whoever moves it on sends that update.
  package var dueAt: Instant
  /// W3C trace context of the message that started it.
  package var traceparent: String?
  package var tracestate: String?

  package init(
    key: SubscriptionKey, riderIdentifier: RiderIdentifier, messageIdentifier: String?,
    startedAt: Instant, sentAt: Instant?, sentSequence: Int, dueAt: Instant, traceparent: String?,
    tracestate: String?
  ) {
    self.key = key
    self.riderIdentifier = riderIdentifier
    self.messageIdentifier = messageIdentifier
    self.startedAt = startedAt
    self.sentAt = sentAt
    self.sentSequence = sentSequence
    self.dueAt = dueAt
    self.traceparent = traceparent
    self.tracestate = tracestate
  }
}

/// A subscription whose next update is to be sent.
package struct DueSubscription: Hashable, Sendable {
  package var key: SubscriptionKey
  package var dueAt: Instant

  package init(key: SubscriptionKey, dueAt: Instant) {
    self.key = key
    self.dueAt = dueAt
  }
}

/// The right to send an update, asked for on the condition that nobody else has sent it.
package struct SubscriptionUpdate: Hashable, Sendable {
  package var key: SubscriptionKey
  /// The `dueAt` that the stored subscription must still have.
  package var expectedDueAt: Instant
  package var sentAt: Instant
  package var sentSequence: Int
  /// When the update after this one is to be sent, unless the ride changes before.
  package var dueAt: Instant

  package init(
    key: SubscriptionKey, expectedDueAt: Instant, sentAt: Instant, sentSequence: Int,
    dueAt: Instant
  ) {
    self.key = key
    self.expectedDueAt = expectedDueAt
    self.sentAt = sentAt
    self.sentSequence = sentSequence
    self.dueAt = dueAt
  }
}
