// Written from Operations/ride-reassignment.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// The operator's order to give a ride to another vehicle, or to plan one for it.
package struct RideReassignment: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// Who decides, as the operator names its staff.
  package var author: String
  /// Why, in words.
  package var reason: String
  /// The vehicle that gets it before all others, if it can take it.
  package var plannedVehicleIdentifier: VehicleIdentifier?

  package init(
    rideIdentifier: RideIdentifier, author: String, reason: String,
    plannedVehicleIdentifier: VehicleIdentifier? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.author = author
    self.reason = reason
    self.plannedVehicleIdentifier = plannedVehicleIdentifier
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RideIdentifier, String, String, VehicleIdentifier?) {
    (rideIdentifier, author, reason, plannedVehicleIdentifier)
  }
}

extension RideReassignment {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      author: try fields.require("author", try fields.line("author", atMost: 128)),
      reason: try fields.require("reason", try fields.text("reason", atMost: 256)),
      plannedVehicleIdentifier: try fields.identifier("plannedVehicleIdentifier").map {
        VehicleIdentifier($0)
      })
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("author", author)
    writer.member("plannedVehicleIdentifier", plannedVehicleIdentifier?.rawValue)
    writer.member("reason", reason)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
  }
}
