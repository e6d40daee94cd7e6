// Written from Operations/updates-due.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// The command to send one observer of a ride its status, or to repeat a message that the
/// observer's queue refused; idempotent.
package struct UpdatesDue: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// The observer's queue.
  package var replyTo: String
  /// The observer's correlation id.
  package var correlationID: String
  /// Whether the queue has refused the last message.
  package var wasRefused: Bool

  package init(
    rideIdentifier: RideIdentifier, replyTo: String, correlationID: String = "",
    wasRefused: Bool = false
  ) {
    self.rideIdentifier = rideIdentifier
    self.replyTo = replyTo
    self.correlationID = correlationID
    self.wasRefused = wasRefused
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RideIdentifier, String, String, Bool) {
    (rideIdentifier, replyTo, correlationID, wasRefused)
  }
}

extension UpdatesDue {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      replyTo: try fields.require("replyTo", try fields.line("replyTo", atMost: 255)),
      correlationID: try fields.correlationIdentifier("correlationIdentifier") ?? "",
      wasRefused: try fields.bool("wasRefused") ?? false)
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("replyTo", replyTo)
    if !correlationID.isEmpty { writer.member("correlationIdentifier", correlationID) }
    if wasRefused { writer.member("wasRefused", true) }
  }
}
