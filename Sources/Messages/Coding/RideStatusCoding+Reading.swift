package import JSON
package import Rides

extension RideStatusCoding {
  /// Reads what `write` has written; the exact inverse.
  package static func decode(_ bytes: [UInt8]) throws(JSONFault) -> RideStatus {
    try read(try JSONFields(parsing: bytes, limits: .stored))
  }

  /// Reads a status that is a part of another text.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> RideStatus {
    RideStatus(
      rideIdentifier: RideIdentifier(
        try fields.require("rideIdentifier", try fields.identifier("rideIdentifier"))),
      riderIdentifier: RiderIdentifier(
        try fields.require("riderIdentifier", try fields.identifier("riderIdentifier"))),
      sequence: try fields.require("sequence", try fields.count("sequence")),
      phase: try fields.require("phase", try fields.word("phase", of: RidePhase.self)),
      updatedAt: try fields.require("updatedAt", try fields.instant("updatedAt")),
      completionStatus: try fields.object("completionStatus").map(CompletionStatusCoding.read),
      vehicle: try fields.object("vehicle").map(VehicleCoding.read),
      driver: try fields.object("driver").map(DriverCoding.read),
      estimatedPickupDate: try fields.instant("estimatedPickupDate"),
      estimatedDropOffDate: try fields.instant("estimatedDropOffDate"),
      estimatedPickupEndDate: try fields.instant("estimatedPickupEndDate"),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(PickupWindowCoding.read),
      pickupLocation: try PlaceCoding.read(
        try fields.require("pickupLocation", try fields.object("pickupLocation"))),
      waypoints: try fields.array("waypoints", waypoint) ?? [],
      dropOffLocation: try fields.object("dropOffLocation").map(PlaceCoding.read),
      rideOption: try RideOptionCoding.read(
        try fields.require("rideOption", try fields.object("rideOption"))),
      cancelingActivity: try fields.object("userActivityForCancelingInApplication").map(
        UserActivityCoding.read),
      additionalActivities: try fields.array("additionalActionActivities", activity) ?? [])
  }

  private static func activity(_ elements: inout JSONElements) throws(JSONFault) -> UserActivity {
    try UserActivityCoding.read(try elements.object())
  }

  private static func waypoint(_ elements: inout JSONElements) throws(JSONFault) -> Place {
    try PlaceCoding.read(try elements.object())
  }
}
