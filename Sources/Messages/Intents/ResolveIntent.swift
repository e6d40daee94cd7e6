import JSON
package import Rides

/// An incomplete request: the stage `resolve`, which asks whether each parameter is usable.
package struct ResolveIntent: Hashable, Sendable {
  /// The parameters of a request that are resolved, one by one, in any order.
  package enum Parameter: String, Sendable, CaseIterable {
    case pickupLocation, dropOffLocation, rideOptionName, partySize, scheduledPickupTime
    case paymentMethod
  }

  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  /// The parameters that are asked about; nil is all of them.
  package var parameters: [Parameter]?
  package var pickupLocation: Place?
  package var dropOffLocation: Place?
  package var rideOptionName: String?
  package var optionIdentifier: ProductKey?
  package var quoteIdentifier: String?
  package var partySize: Int?
  package var paymentMethod: PaymentMethod?
  package var scheduledPickupTime: RequestedPickup?
  package var requiresWheelchairAccess: Bool

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, parameters: [Parameter]? = nil,
    pickupLocation: Place? = nil, dropOffLocation: Place? = nil, rideOptionName: String? = nil,
    optionIdentifier: ProductKey? = nil, quoteIdentifier: String? = nil, partySize: Int? = nil,
    paymentMethod: PaymentMethod? = nil, scheduledPickupTime: RequestedPickup? = nil,
    requiresWheelchairAccess: Bool = false
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.parameters = parameters
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.rideOptionName = rideOptionName
    self.optionIdentifier = optionIdentifier
    self.quoteIdentifier = quoteIdentifier
    self.partySize = partySize
    self.paymentMethod = paymentMethod
    self.scheduledPickupTime = scheduledPickupTime
    self.requiresWheelchairAccess = requiresWheelchairAccess
  }
}

extension ResolveIntent {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      parameters: try fields.array("parameters") { (elements) throws(JSONFault) in
        try elements.word(of: ResolveIntent.Parameter.self)
      },
      pickupLocation: try fields.place("pickupLocation"),
      dropOffLocation: try fields.place("dropOffLocation"),
      rideOptionName: try fields.line("rideOptionName", atMost: TextLimit.name),
      optionIdentifier: try fields.identifier("optionIdentifier").map { ProductKey($0) },
      quoteIdentifier: try fields.line("quoteIdentifier", atMost: TextLimit.token),
      partySize: try fields.count("partySize"),
      paymentMethod: try fields.object("paymentMethod").map(PaymentMethodCoding.read),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(RequestedPickupCoding.read),
      requiresWheelchairAccess: try fields.bool("wheelchairAccessible") ?? false)
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    if let parameters {
      writer.key("parameters")
      writer.array(parameters) { $1.string($0.rawValue) }
    }
    writer.member("rideOptionName", rideOptionName)
    writer.member("optionIdentifier", optionIdentifier?.rawValue)
    writer.member("quoteIdentifier", quoteIdentifier)
    writer.member("partySize", partySize)
    writer.member("pickupLocation", pickupLocation, by: PlaceCoding.write)
    writer.member("dropOffLocation", dropOffLocation, by: PlaceCoding.write)
    writer.member("paymentMethod", paymentMethod, by: PaymentMethodCoding.writeWhole)
    writer.member(
      "scheduledPickupTime", scheduledPickupTime, by: RequestedPickupCoding.write)
    if requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
  }
}
