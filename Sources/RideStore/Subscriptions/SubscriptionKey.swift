package import Rides

/// Which ride's updates go to which reply queue.
package struct SubscriptionKey: Hashable, Comparable, Sendable {
  package var rideIdentifier: RideIdentifier
  /// The name of the queue, as the observer gave it in `reply_to`.
  package var replyTo: String

  package init(rideIdentifier: RideIdentifier, replyTo: String) {
    self.rideIdentifier = rideIdentifier
    self.replyTo = replyTo
  }

  /// Keys are told apart byte by byte, as `Identifier` has it.
  package static func == (left: Self, right: Self) -> Bool {
    left.rideIdentifier == right.rideIdentifier
      && left.replyTo.hasSameBytes(as: right.replyTo)
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.rideIdentifier == right.rideIdentifier
      ? left.replyTo.precedesByBytes(right.replyTo)
      : left.rideIdentifier < right.rideIdentifier
  }

  /// Hashes the bytes of both parts.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(rideIdentifier)
    var text = replyTo
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
