// Written from Operations/ride-waiver.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// The operator's word that the fee for a canceled or missed ride is let go.
package struct RideWaiver: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// Who decides, as the operator names its staff.
  package var author: String
  /// Why, in words.
  package var reason: String

  package init(rideIdentifier: RideIdentifier, author: String, reason: String) {
    self.rideIdentifier = rideIdentifier
    self.author = author
    self.reason = reason
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RideIdentifier, String, String) {
    (rideIdentifier, author, reason)
  }
}

extension RideWaiver {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      author: try fields.require("author", try fields.line("author", atMost: 128)),
      reason: try fields.require("reason", try fields.text("reason", atMost: 256)))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("author", author)
    writer.member("reason", reason)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
  }
}
