package import JSON
package import Rides

/// The one wire form of a ride's status: in responses, in events and in the store.
package enum RideStatusCoding {
  /// Writes one object, including a vehicle that was offered the ride and has not accepted it.
  package static func write(_ status: RideStatus, into writer: inout JSONWriter) {
    write(status, phase: status.phase.rawValue, into: &writer)
  }

  /// A ride that a confirmation shows before it is booked: its phase is `unknown`, which no booked
  /// ride has, and its sequence 0.
  package static func encodeProspect(_ status: RideStatus) -> [UInt8] {
    var prospect = status
    prospect.sequence = 0
    var writer = JSONWriter(capacity: 2048)
    write(prospect, phase: "unknown", into: &writer)
    return writer.finish()
  }

  private static func write(
    _ status: RideStatus, phase: String, asking vehicle: VehicleIdentifier? = nil,
    into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("rideIdentifier", status.rideIdentifier.rawValue)
    writer.member("riderIdentifier", status.riderIdentifier.rawValue)
    writer.member("sequence", status.sequence)
    writer.member("phase", phase)
    writer.member("updatedAt", status.updatedAt)
    writer.member("completionStatus", status.completionStatus, by: CompletionStatusCoding.write)
    writer.member("vehicle", status.vehicle, by: VehicleCoding.write)
    writer.member("driver", status.driver, by: DriverCoding.write)
    writeTrip(of: status, into: &writer)
    writer.key("rideOption")
    RideOptionCoding.write(status.rideOption, into: &writer)
    writer.member(
      "userActivityForCancelingInApplication", status.cancelingActivity,
      by: UserActivityCoding.write)
    writer.member(
      "additionalActionActivities", each: status.additionalActivities, by: UserActivityCoding.write)
    // The last member, where `parts(ofChange:)` looks for it.
    writer.member("askedVehicleIdentifier", vehicle?.rawValue)
    writer.endObject()
  }

  private static func writeTrip(of status: RideStatus, into writer: inout JSONWriter) {
    writer.member("estimatedPickupDate", status.estimatedPickupDate)
    writer.member("estimatedDropOffDate", status.estimatedDropOffDate)
    writer.member("estimatedPickupEndDate", status.estimatedPickupEndDate)
    writer.member("scheduledPickupTime", status.scheduledPickupTime, by: PickupWindowCoding.write)
    writer.member("pickupLocation", status.pickupLocation, by: PlaceCoding.write)
    writer.member("waypoints", each: status.waypoints, by: PlaceCoding.write)
    writer.member("dropOffLocation", status.dropOffLocation, by: PlaceCoding.write)
  }

  /// The public part of the status, as a JSON text of its own.
  package static func encode(_ status: RideStatus) -> [UInt8] {
    var writer = JSONWriter(capacity: 2048)
    write(status.redacted, into: &writer)
    return writer.finish()
  }

  /// The same, with the identifier of an offered vehicle as its last member; an event has this
  /// identifier outside of the status.
  package static func encodeChange(_ status: RideStatus) -> [UInt8] {
    var writer = JSONWriter(capacity: 2048)
    let asked = status.isVehicleAsked ? status.vehicle?.identifier : nil
    write(status.redacted, phase: status.phase.rawValue, asking: asked, into: &writer)
    return writer.finish()
  }

  /// The public part of a change, and the identifier of an offered vehicle, as JSON.
  ///
  /// The identifier is the last member. Within a JSON string, quotation marks are escaped, so the
  /// search from the end stops at the first one without a backslash, after a few bytes.
  static func parts(ofChange text: [UInt8]) -> (status: [UInt8], askedVehicle: [UInt8]?) {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard text.suffix(2).elementsEqual([quote, UInt8(ascii: "}")]) else { return (text, nil) }
    var start = text.count - 3
    while start > 0, text[start] != quote || text[start - 1] == backslash { start -= 1 }
    guard start > 0, text[..<start].suffix(askedMember.count).elementsEqual(askedMember) else {
      return (text, nil)
    }
    let status = text[..<(start - askedMember.count)] + [UInt8(ascii: "}")]
    return (Array(status), Array(text[start...].dropLast()))
  }

  private static let askedMember = Array(#","askedVehicleIdentifier":"#.utf8)
}

extension RideStatusCoding {
  /// Reads the output of `write`; the exact inverse.
  package static func decode(_ bytes: [UInt8]) throws(JSONFault) -> RideStatus {
    try read(try JSONFields(parsing: bytes, limits: .stored))
  }

  /// Reads a status that is a part of another text.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> RideStatus {
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
      pickupLocation: try PlaceCoding.read(
        try fields.requiredObject("pickupLocation")),
      waypoints: try fields.array("waypoints", waypoint) ?? [],
      dropOffLocation: try fields.object("dropOffLocation").map(PlaceCoding.read),
      rideOption: try RideOptionCoding.read(
        try fields.requiredObject("rideOption")),
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
