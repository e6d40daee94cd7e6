package import JSON
package import Rides

/// The one wire form of a ride's status: in responses, in events and in the store.
package enum RideStatusCoding {
  /// Writes one object, with a vehicle that is only asked too.
  package static func write(_ status: RideStatus, into writer: inout JSONWriter) {
    write(status, phase: status.phase.rawValue, into: &writer)
  }

  /// A ride that a confirmation shows and nobody has booked: its phase is `unknown`, which no ride
  /// has, and its sequence 0.
  package static func encodeProspect(_ status: RideStatus) -> [UInt8] {
    var prospect = status
    prospect.sequence = 0
    var writer = JSONWriter(capacity: 2048)
    write(prospect, phase: "unknown", into: &writer)
    return writer.finish()
  }

  private static func write(
    _ status: RideStatus, phase: String, into writer: inout JSONWriter
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

  /// What may be told of the ride, as a JSON text of its own.
  package static func encode(_ status: RideStatus) -> [UInt8] {
    var writer = JSONWriter(capacity: 2048)
    write(status.redacted, into: &writer)
    return writer.finish()
  }

  /// The same with the identifier of a vehicle that is only asked as its last member, which the
  /// event of the change has outside of the status.
  package static func encodeChange(_ status: RideStatus) -> [UInt8] {
    var text = encode(status)
    guard status.isVehicleAsked, let vehicle = status.vehicle?.identifier else { return text }
    var writer = JSONWriter(capacity: 128)
    writer.beginObject()
    writer.member("askedVehicleIdentifier", vehicle.rawValue)
    writer.endObject()
    text.removeLast()
    return text + [UInt8(ascii: ",")] + writer.finish().dropFirst()
  }

  /// What may be told of a change, and the identifier of a vehicle that is only asked, as JSON.
  ///
  /// The member is the last one, and in a text within JSON a quotation mark has a backslash before
  /// it; so the last one without ends the search, which looks at a few bytes of the whole text.
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
