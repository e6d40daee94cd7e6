package import JSON
package import Rides

extension RideStatusBody {
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
      completionStatus: try fields.object("completionStatus").map(CompletionStatusBody.read),
      vehicle: try fields.object("vehicle").map(VehicleBody.read),
      driver: try fields.object("driver").map(DriverBody.read),
      estimatedPickupDate: try fields.instant("estimatedPickupDate"),
      estimatedDropOffDate: try fields.instant("estimatedDropOffDate"),
      estimatedPickupEndDate: try fields.instant("estimatedPickupEndDate"),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(PickupWindowBody.read),
      pickupLocation: try PlaceBody.read(
        try fields.require("pickupLocation", try fields.object("pickupLocation"))),
      waypoints: try fields.array("waypoints", waypoint) ?? [],
      dropOffLocation: try fields.object("dropOffLocation").map(PlaceBody.read),
      rideOption: try RideOptionBody.read(
        try fields.require("rideOption", try fields.object("rideOption"))),
      cancelingActivity: try fields.object("userActivityForCancelingInApplication").map(
        UserActivityBody.read),
      additionalActivities: try fields.array("additionalActionActivities", activity) ?? [])
  }

  private static func activity(_ elements: inout JSONElements) throws(JSONFault) -> UserActivity {
    try UserActivityBody.read(try elements.object())
  }

  private static func waypoint(_ elements: inout JSONElements) throws(JSONFault) -> Place {
    try PlaceBody.read(try elements.object())
  }
}
