// Written from Objects/ride-status.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The members of a ride's status that have one wire form in responses, in events and in the
/// store.
enum RideStatusMembers {
  /// Writes the members.
  static func write(_ value: RideStatus, phase: String, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", value.rideIdentifier.rawValue)
    writer.member("riderIdentifier", value.riderIdentifier.rawValue)
    writer.member("sequence", value.sequence)
    writer.member("phase", phase)
    writer.member("updatedAt", value.updatedAt)
    writer.member("completionStatus", value.completionStatus, by: CompletionStatusCoding.write)
    writer.member("vehicle", value.vehicle, by: VehicleCoding.write)
    writer.member("driver", value.driver, by: DriverCoding.write)
    writer.member("estimatedPickupDate", value.estimatedPickupDate)
    writer.member("estimatedDropOffDate", value.estimatedDropOffDate)
    writer.member("estimatedPickupEndDate", value.estimatedPickupEndDate)
    writer.member("scheduledPickupTime", value.scheduledPickupTime, by: PickupWindowCoding.write)
    writer.member("pickupLocation", value.pickupLocation, by: PlaceCoding.write)
    writer.member("waypoints", each: value.waypoints, by: PlaceCoding.write)
    writer.member("dropOffLocation", value.dropOffLocation, by: PlaceCoding.write)
    writer.member("rideOption", value.rideOption, by: RideOptionCoding.write)
    writer.member(
      "userActivityForCancelingInApplication", value.cancelingActivity, by: UserActivityCoding.write
    )
    writer.member(
      "additionalActionActivities", each: value.additionalActivities, by: UserActivityCoding.write)
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> RideStatus {
    RideStatus(
      rideIdentifier: try fields.ride(),
      riderIdentifier: try fields.rider(),
      sequence: try fields.requiredCount("sequence"),
      phase: try fields.requiredWord("phase", of: RidePhase.self),
      updatedAt: try fields.requiredInstant("updatedAt"),
      completionStatus: try fields.object("completionStatus").map(CompletionStatusCoding.read),
      vehicle: try fields.object("vehicle").map(VehicleCoding.read),
      driver: try fields.object("driver").map(DriverCoding.read),
      estimatedPickupDate: try fields.instant("estimatedPickupDate"),
      estimatedDropOffDate: try fields.instant("estimatedDropOffDate"),
      estimatedPickupEndDate: try fields.instant("estimatedPickupEndDate"),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(PickupWindowCoding.read),
      pickupLocation: try PlaceCoding.read(try fields.requiredObject("pickupLocation")),
      waypoints: try fields.objects("waypoints", PlaceCoding.read),
      dropOffLocation: try fields.object("dropOffLocation").map(PlaceCoding.read),
      rideOption: try RideOptionCoding.read(try fields.requiredObject("rideOption")),
      cancelingActivity: try fields.object("userActivityForCancelingInApplication").map(
        UserActivityCoding.read),
      additionalActivities: try fields.objects(
        "additionalActionActivities", UserActivityCoding.read))
  }
}
