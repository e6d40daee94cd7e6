import JSON
package import Rides

/// "Book it": SiriKit's `INRequestRideIntent`.
package struct RequestRideIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  package var pickupLocation: Place
  package var dropOffLocation: Place?
  /// The name of the option, which is all that SiriKit passes on, or its identifier.
  package var rideOptionName: String?
  package var optionIdentifier: ProductKey?
  package var quoteIdentifier: String?
  /// The highest price that the rider accepts where no quote locks the price; nil for any price.
  package var maximumPrice: Money?
  /// All passengers, the rider included.
  package var partySize: Int?
  package var paymentMethod: PaymentMethod?
  package var scheduledPickupTime: RequestedPickup?
  /// Whether only vehicles will do into which a wheelchair can be rolled.
  package var requiresWheelchairAccess: Bool

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, pickupLocation: Place,
    dropOffLocation: Place? = nil, rideOptionName: String? = nil,
    optionIdentifier: ProductKey? = nil, quoteIdentifier: String? = nil, maximumPrice: Money? = nil,
    partySize: Int? = nil, paymentMethod: PaymentMethod? = nil,
    scheduledPickupTime: RequestedPickup? = nil,
    requiresWheelchairAccess: Bool = false
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.rideOptionName = rideOptionName
    self.optionIdentifier = optionIdentifier
    self.quoteIdentifier = quoteIdentifier
    self.maximumPrice = maximumPrice
    self.partySize = partySize
    self.paymentMethod = paymentMethod
    self.scheduledPickupTime = scheduledPickupTime
    self.requiresWheelchairAccess = requiresWheelchairAccess
  }
}

extension RequestRideIntent {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    try Self.refuseWaypoints(fields)
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      pickupLocation: try fields.require("pickupLocation", try fields.place("pickupLocation")),
      dropOffLocation: try fields.place("dropOffLocation"),
      rideOptionName: try fields.line("rideOptionName", atMost: TextLimit.name),
      optionIdentifier: try fields.identifier("optionIdentifier").map { ProductKey($0) },
      quoteIdentifier: try fields.line("quoteIdentifier", atMost: TextLimit.token),
      maximumPrice: try fields.object("maximumPrice").map(MoneyCoding.amountAboveZero),
      partySize: try fields.count("partySize"),
      paymentMethod: try fields.object("paymentMethod").map(PaymentMethodCoding.read),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(RequestedPickupCoding.read),
      requiresWheelchairAccess: try fields.bool("wheelchairAccessible") ?? false)
  }

  /// A trip with stops is refused: Livery does not support stops, and without them it would be
  /// another trip.
  private static func refuseWaypoints(_ fields: JSONFields) throws(JSONFault) {
    let waypoints: [Void]? = try fields.array("waypoints") { (elements) throws(JSONFault) in
      _ = try elements.object()
    }
    guard let waypoints, !waypoints.isEmpty else { return }
    throw JSONFault(
      .outOfRange, path: fields.path(to: "waypoints"),
      "expected no stops on the way, got \(waypoints.count)")
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("rideOptionName", rideOptionName)
    writer.member("optionIdentifier", optionIdentifier?.rawValue)
    writer.member("quoteIdentifier", quoteIdentifier)
    writer.member("maximumPrice", maximumPrice, by: MoneyCoding.write)
    writer.member("partySize", partySize)
    writer.member("pickupLocation", pickupLocation, by: PlaceCoding.write)
    writer.member("dropOffLocation", dropOffLocation, by: PlaceCoding.write)
    writer.member("paymentMethod", paymentMethod, by: PaymentMethodCoding.writeWhole)
    writer.member(
      "scheduledPickupTime", scheduledPickupTime, by: RequestedPickupCoding.write)
    if requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
  }
}
