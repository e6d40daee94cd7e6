package import Rides

/// The leases of those who are sent the updates of rides.
///
/// Of several workers that find a subscription due, one sends the update: the one whose `update`
/// is granted. Adding a status change makes the subscriptions of its ride due, see
/// `RideStore.append`.
package protocol SubscriptionStore {
  /// Inserts subscriptions, or replaces them, all columns: starting twice is starting once.
  func subscribe(_ subscriptions: [Subscription]) throws(StoreError)

  /// The subscriptions among the keys; in a write transaction they are locked, in the order of
  /// their keys.
  ///
  /// Who needs their rides too locks those first, as everybody who changes a ride does.
  func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription]

  /// Grants each update whose subscription still has the expected `dueAt`, and writes it; returns
  /// the keys of those that were granted, in the order of `updates`.
  ///
  /// Another `dueAt` is no conflict: another worker has sent the update, or the update has been
  /// brought forward and will be found due again. Of several updates of one subscription the first
  /// that can be granted is.
  func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey]

  /// Ends subscriptions; one that is not there is none already.
  func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError)

  /// Ends all subscriptions of reply queues that are gone.
  func unsubscribe(replyTo queues: [String]) throws(StoreError)

  /// The subscriptions due by an instant, the most overdue first, at most `limit`; never locked.
  func dueSubscriptions(at instant: Instant, limit: Int) throws(StoreError) -> [DueSubscription]

  /// The number of subscriptions to the updates of a ride; never locked.
  func subscriptionCount(of ride: RideIdentifier) throws(StoreError) -> Int
}

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
  /// When the next update is to be sent; the worker that moves this time on sends that update.
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

/// The right to send an update, granted on the condition that no other worker has sent it.
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

/// A ride, and the observer of its updates.
///
/// Correlation ids distinguish the observers behind one reply queue.
package struct SubscriptionKey: Hashable, Comparable, Sendable {
  package var rideIdentifier: RideIdentifier
  /// The name of the queue, as the observer gave it in `reply_to`.
  package var replyTo: String
  /// Comes back in each update; empty for an observer who gave none.
  package var correlationID: String

  package init(rideIdentifier: RideIdentifier, replyTo: String, correlationID: String? = nil) {
    self.rideIdentifier = rideIdentifier
    self.replyTo = replyTo
    self.correlationID = correlationID ?? ""
  }

  /// Keys are compared byte by byte, as identifiers are.
  package static func == (left: Self, right: Self) -> Bool {
    left.rideIdentifier == right.rideIdentifier
      && left.replyTo.hasSameBytes(as: right.replyTo)
      && left.correlationID.hasSameBytes(as: right.correlationID)
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.rideIdentifier != right.rideIdentifier {
      return left.rideIdentifier < right.rideIdentifier
    }
    return left.replyTo.hasSameBytes(as: right.replyTo)
      ? left.correlationID.precedesByBytes(right.correlationID)
      : left.replyTo.precedesByBytes(right.replyTo)
  }

  /// Hashes the bytes of all parts.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(rideIdentifier)
    replyTo.hashBytes(into: &hasher)
    correlationID.hashBytes(into: &hasher)
  }
}

extension SubscriptionKey: RowEncodable, RowDecodable {
  package func encode(into rows: inout some StoredRows) {
    rows.add(rideIdentifier.rawValue)
    rows.add(replyTo)
    rows.add(correlationID)
  }

  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      rideIdentifier: RideIdentifier(try row.text()), replyTo: try row.text(),
      correlationID: try row.text())
  }
}

extension Subscription: RowEncodable, RowDecodable {
  /// The table of the subscriptions.
  package static let table = StoredTable(
    "subscriptions",
    [
      ("ride_identifier", .text), ("reply_to", .text), ("correlation_id", .text),
      ("rider_identifier", .text), ("message_identifier", .text), ("started_at", .instant),
      ("sent_at", .instant), ("sent_sequence", .integer), ("due_at", .instant),
      ("traceparent", .text), ("tracestate", .text),
    ])

  package func encode(into rows: inout some StoredRows) {
    key.encode(into: &rows)
    rows.add(riderIdentifier.rawValue)
    rows.add(messageIdentifier)
    rows.add(startedAt)
    rows.add(sentAt)
    rows.add(sentSequence)
    rows.add(dueAt)
    rows.add(traceparent)
    rows.add(tracestate)
  }

  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      key: try SubscriptionKey(from: &row), riderIdentifier: RiderIdentifier(try row.text()),
      messageIdentifier: try row.optionalText(), startedAt: try row.instant(),
      sentAt: try row.optionalInstant(), sentSequence: try row.int(), dueAt: try row.instant(),
      traceparent: try row.optionalText(), tracestate: try row.optionalText())
  }
}

extension DueSubscription: RowDecodable {
  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(key: try SubscriptionKey(from: &row), dueAt: try row.instant())
  }
}

extension SubscriptionUpdate: RowEncodable {
  package func encode(into rows: inout some StoredRows) {
    key.encode(into: &rows)
    rows.add(expectedDueAt)
    rows.add(sentAt)
    rows.add(sentSequence)
    rows.add(dueAt)
  }
}
