// Written from Objects/party-size-option.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of the price for parties of some sizes.
enum PartySizeOptionCoding {
  /// Writes one object.
  static func write(_ value: PartySizeOption, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("partySize", value.partySize, by: PartySizeRangeCoding.write)
    writer.member("sizeDescription", value.sizeDescription)
    writer.member("priceRange", value.priceRange, by: PriceRangeCoding.write)
    writer.endObject()
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> PartySizeOption {
    PartySizeOption(
      partySize: try PartySizeRangeCoding.read(try fields.requiredObject("partySize")),
      sizeDescription: try fields.requiredStoredText("sizeDescription"),
      priceRange: try PriceRangeCoding.read(try fields.requiredObject("priceRange")))
  }
}
