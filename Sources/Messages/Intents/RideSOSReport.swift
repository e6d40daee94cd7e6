// Written from Operations/ride-sos.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// "I need help": a driver's call for help, during the ride or after it.
package struct RideSOSReport: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// The vehicle, as its operator calls it.
  package var vehicleIdentifier: VehicleIdentifier
  /// Where the caller is.
  package var location: Place?
  /// What has happened, in words.
  package var note: String?

  package init(
    rideIdentifier: RideIdentifier, vehicleIdentifier: VehicleIdentifier, location: Place? = nil,
    note: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.vehicleIdentifier = vehicleIdentifier
    self.location = location
    self.note = note
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RideIdentifier, VehicleIdentifier, Place?, String?) {
    (rideIdentifier, vehicleIdentifier, location, note)
  }
}

extension RideSOSReport {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      vehicleIdentifier: try fields.vehicle(),
      location: try fields.object("location").map(PlaceCoding.read),
      note: try fields.text("note", atMost: 512))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("location", location, by: PlaceCoding.write)
    writer.member("note", note)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("vehicleIdentifier", vehicleIdentifier.rawValue)
  }
}
