import JSON
package import Rides

/// The command to send one observer of a ride its status, or to repeat a message that the
/// observer's queue refused; idempotent.
package struct UpdatesDue: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  /// The observer's queue.
  package var replyTo: String
  /// The observer's correlation id; empty for one without.
  package var correlationID: String
  /// Whether the observer's queue has refused the last message.
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
}

extension UpdatesDue {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    let correlationID = try fields.string("correlationIdentifier", atMost: ShortString.limit) ?? ""
    // Stores keep no such id, so no observer has one.
    guard !correlationID.utf8.contains(0) else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "correlationIdentifier"), "expected no NUL, got one")
    }
    self.init(
      rideIdentifier: try fields.ride(),
      replyTo: try fields.require("replyTo", try fields.line("replyTo", atMost: ShortString.limit)),
      correlationID: correlationID,
      wasRefused: try fields.bool("wasRefused") ?? false)
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("replyTo", replyTo)
    if !correlationID.isEmpty { writer.member("correlationIdentifier", correlationID) }
    if wasRefused { writer.member("wasRefused", true) }
  }
}

/// The command to process a ride whose time has come, such as one that waits for a vehicle;
/// idempotent.
package struct RideDue: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier

  package init(rideIdentifier: RideIdentifier) { self.rideIdentifier = rideIdentifier }
}

extension RideDue {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) { self.init(rideIdentifier: try fields.ride()) }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
  }
}
