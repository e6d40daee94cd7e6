// Written from Objects/driver-of-ride.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of the driver of a ride.
enum DriverCoding {
  /// Writes one object.
  static func write(_ value: Driver, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", value.name)
    writer.member("rating", value.rating)
    writer.member("phoneNumber", value.phoneNumber)
    writer.member("image", value.image)
    writer.endObject()
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> Driver {
    Driver(
      name: try fields.require("name", try fields.line("name", atMost: TextLimit.name)),
      rating: try fields.line("rating", atMost: TextLimit.name),
      phoneNumber: try fields.line("phoneNumber", atMost: TextLimit.name),
      image: try fields.link("image"))
  }
}
