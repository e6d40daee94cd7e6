// Written from Objects/place.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of a place.
enum PlaceCoding {
  /// Writes one object.
  static func write(_ value: Place, into writer: inout JSONWriter) {
    writer.beginObject()
    CoordinateCoding.write(value.coordinate, into: &writer)
    writer.member("accuracyMetres", value.accuracyMetres)
    writer.member("name", value.name)
    writer.member("addressLines", value.addressLines)
    writer.member("locality", value.locality)
    writer.member("administrativeArea", value.administrativeArea)
    writer.member("postalCode", value.postalCode)
    writer.member("isoCountryCode", value.isoCountryCode)
    writer.member("timeZone", value.timeZone)
    writer.endObject()
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> Place {
    Place(
      coordinate: try CoordinateCoding.read(fields),
      accuracyMetres: try fields.number("accuracyMetres", from: 0, of: "metres"),
      name: try fields.text("name", atMost: CharacterLimit.place),
      addressLines: try fields.texts("addressLines", atMost: CharacterLimit.place, count: 16),
      locality: try fields.text("locality", atMost: CharacterLimit.place),
      administrativeArea: try fields.text("administrativeArea", atMost: CharacterLimit.place),
      postalCode: try fields.text("postalCode", atMost: CharacterLimit.place),
      isoCountryCode: try fields.text("isoCountryCode", atMost: CharacterLimit.place),
      timeZone: try fields.text("timeZone", atMost: CharacterLimit.place))
  }
}
