// Written from Operations/ride-due.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// The command to process a ride whose time has come, such as one that waits for a vehicle;
/// idempotent.
package struct RideDue: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier

  package init(rideIdentifier: RideIdentifier) {
    self.rideIdentifier = rideIdentifier
  }
}

extension RideDue {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride())
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
  }
}
