// Written from Objects/driver.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The form in which a vehicle reports its driver; it is written as that of a ride.
enum ReportedDriverCoding {
  /// Reads one object.
  static func read(_ fields: JSONFields) throws(JSONFault) -> Driver {
    Driver(
      name: try fields.require("name", try fields.printableLine("name")),
      rating: try fields.printableLine("rating"),
      phoneNumber: try fields.phoneNumber("phoneNumber"),
      image: try fields.link("image"))
  }
}
