package import JSON
package import Rides

/// The stored form of a whole ride: its status in the wire form, and what no rider needs to see.
package enum RideDocument {
  /// The ride as a JSON text.
  package static func encode(_ ride: Ride) -> [UInt8] {
    var writer = JSONWriter(capacity: 4096)
    writer.beginObject()
    writer.key("status")
    RideStatusBody.write(ride.status, into: &writer)
    writer.member("area", ride.area)
    writer.member("product", ride.product.rawValue)
    writer.member("locale", ride.locale)
    writer.member("slot", ride.slot)
    writer.member("partySize", ride.partySize)
    writer.key("paymentMethod")
    if let method = ride.paymentMethod {
      PaymentMethodBody.write(method, withToken: true, into: &writer)
    } else {
      writer.null()
    }
    writer.member("requiresAcceptance", ride.requiresAcceptance)
    writer.member("createdAt", ride.createdAt)
    writer.key("declinedBy")
    writer.array(ride.declinedBy) { $1.string($0.rawValue) }
    writer.member("routeSeconds", ride.routeSeconds)
    writer.endObject()
    return writer.finish()
  }

  /// Reads what `encode` has written; the exact inverse.
  package static func decode(_ bytes: [UInt8]) throws(JSONFault) -> Ride {
    let fields = try JSONFields(parsing: bytes, limits: .stored)
    return Ride(
      status: try RideStatusBody.read(
        try fields.require("status", try fields.object("status"))),
      area: try text("area", of: fields),
      product: ProductKey(try text("product", of: fields)),
      locale: try text("locale", of: fields),
      slot: try fields.require("slot", try fields.count("slot")),
      partySize: try fields.count("partySize"),
      paymentMethod: try fields.object("paymentMethod").map(PaymentMethodBody.read),
      requiresAcceptance: try fields.require(
        "requiresAcceptance", try fields.bool("requiresAcceptance")),
      createdAt: try fields.require("createdAt", try fields.instant("createdAt")),
      declinedBy: try fields.array("declinedBy", vehicle) ?? [],
      routeSeconds: try fields.count("routeSeconds"))
  }

  private static func text(_ name: String, of fields: JSONFields) throws(JSONFault) -> String {
    try fields.require(name, try fields.string(name, atMost: Int.max))
  }

  private static func vehicle(
    _ elements: inout JSONElements
  ) throws(JSONFault) -> VehicleIdentifier {
    VehicleIdentifier(try elements.identifier())
  }
}
