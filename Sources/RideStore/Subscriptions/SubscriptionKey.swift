package import Rides

/// Which ride's updates go to which observer.
///
/// Observers behind one reply queue are told apart by their correlation ids.
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

  /// Keys are told apart byte by byte, as `Identifier` has it.
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
