// Written from Objects/fare-line-item.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of a line of a fare.
enum FareLineItemCoding {
  /// Writes one object.
  static func write(_ value: FareLineItem, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("title", value.title)
    writer.member("kind", value.kind.rawValue)
    MoneyCoding.writeMembers("price", value.price, into: &writer)
    writer.member("sponsor", value.sponsor)
    writer.endObject()
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> FareLineItem {
    FareLineItem(
      title: try fields.requiredStoredText("title"),
      kind: try fields.requiredWord("kind", of: FareLineItem.Kind.self),
      price: try MoneyCoding.read("price", of: fields),
      sponsor: try fields.storedText("sponsor"))
  }
}
