package import Rides

/// What makes a message the same message: its id within its operation and its rider or vehicle.
///
/// The use of a quote by a booking has a key, too: of the operation `quote`, without a scope.
package struct OutcomeKey: Hashable, Sendable {
  /// The message's `type`, or `quote`.
  package var operation: String
  /// The rider, or for dispatch messages the vehicle or the ride.
  package var scope: String
  package var messageIdentifier: String

  package init(operation: String, scope: String, messageIdentifier: String) {
    self.operation = operation
    self.scope = scope
    self.messageIdentifier = messageIdentifier
  }

  /// Keys are compared byte by byte, as identifiers are.
  package static func == (left: Self, right: Self) -> Bool {
    left.messageIdentifier.hasSameBytes(as: right.messageIdentifier)
      && left.scope.hasSameBytes(as: right.scope)
      && left.operation.hasSameBytes(as: right.operation)
  }

  /// Hashes the bytes of the parts.
  package func hash(into hasher: inout Hasher) {
    operation.hashBytes(into: &hasher)
    scope.hashBytes(into: &hasher)
    messageIdentifier.hashBytes(into: &hasher)
  }
}

/// All results of a message, so that a repeat gets the same answer.
package struct StoredOutcome: Hashable, Sendable {
  package var key: OutcomeKey
  /// SHA-256 of the decoded intent in its canonical form; another digest under the same key is a
  /// conflict.
  package var digest: [UInt8]
  /// The body of the response in UTF-8 JSON; empty if the message wants none.
  package var response: [UInt8]
  /// Where the response has, byte for byte, the status of the last of `changes`; nil where it has
  /// another status or none.
  ///
  /// A store may keep that status in the history alone. Where the history has lost it, the response
  /// lacks it and the range is empty.
  package var statusRange: Range<Int>?
  /// The status changes that it made, in order; their events are made from the history.
  package var changes: [StatusChangeKey]
  /// The rides for which it requested a search for a vehicle.
  package var searches: [RideIdentifier]
  /// Its commands to the payment system, and the events of receipts and calls for help, each a JSON
  /// text.
  package var payments: [String]
  package var storedAt: Instant

  package init(
    key: OutcomeKey, digest: [UInt8], response: [UInt8], changes: [StatusChangeKey],
    searches: [RideIdentifier], payments: [String] = [], storedAt: Instant
  ) {
    self.key = key
    self.digest = digest
    self.response = response
    self.changes = changes
    self.searches = searches
    self.payments = payments
    self.storedAt = storedAt
  }
}
