import JSON
package import Rides

/// The stored form of the stay of a vehicle at a pickup, in JSON.
package enum PickupStayCoding {
  /// The stay as a text.
  package static func encode(_ stay: PickupStay) -> String {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.member("rideIdentifier", stay.ride.rawValue)
    writer.key("pickup")
    writer.beginObject()
    CoordinateCoding.write(stay.pickup, into: &writer)
    writer.endObject()
    writer.member("metres", stay.metres)
    writer.member("seconds", stay.seconds)
    writer.member("from", stay.from)
    writer.member("awaySince", stay.awaySince)
    writer.member("leftAt", stay.leftAt)
    writer.member("backAt", stay.backAt)
    writer.endObject()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  /// Reads the output of `encode`; nil for anything else, such as a way.
  package static func decode(_ text: String) -> PickupStay? {
    try? read(JSONFields(parsing: Array(text.utf8), limits: .stored))
  }

  private static func read(_ fields: JSONFields) throws(JSONFault) -> PickupStay {
    var stay = PickupStay(
      ride: RideIdentifier(try fields.requiredStoredText("rideIdentifier")),
      pickup: try CoordinateCoding.read(try fields.requiredObject("pickup")),
      metres: try fields.require("metres", try fields.number("metres")),
      seconds: try fields.requiredCount("seconds"), from: try fields.requiredInstant("from"),
      awaySince: try fields.instant("awaySince"), leftAt: try fields.instant("leftAt"))
    stay.backAt = try fields.instant("backAt")
    return stay
  }
}
