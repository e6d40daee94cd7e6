// Written from Operations/resolve.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// An incomplete request: the stage `resolve`, which asks whether each parameter is usable.
package struct ResolveIntent: Hashable, Sendable {
  /// The person who asks, as the producer has authenticated them.
  package var riderIdentifier: RiderIdentifier
  /// The language of the answer; the catalogue's where it is absent.
  package var locale: String?
  /// What is asked about; all where it is absent.
  package var parameters: [RequestParameter]?
  /// Where the trip begins.
  package var pickupLocation: Place?
  /// Where the trip ends.
  package var dropOffLocation: Place?
  /// The option by its name in any locale of the catalogue.
  package var rideOptionName: String?
  /// The option by its key.
  package var optionIdentifier: ProductKey?
  /// The quote of a list, which locks its price for its rider.
  package var quoteIdentifier: String?
  /// All passengers; what no vehicle holds is refused.
  package var partySize: Int?
  /// How it is paid; in cash where absent.
  package var paymentMethod: PaymentMethod?
  /// For a pickup later than now.
  package var scheduledPickupTime: RequestedPickup?
  /// Whether only vehicles will do that carry a wheelchair.
  package var requiresWheelchairAccess: Bool
  /// Stops on the way to the drop-off, in their order.
  package var waypoints: [Place]

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, parameters: [RequestParameter]? = nil,
    pickupLocation: Place? = nil, dropOffLocation: Place? = nil, rideOptionName: String? = nil,
    optionIdentifier: ProductKey? = nil, quoteIdentifier: String? = nil, partySize: Int? = nil,
    paymentMethod: PaymentMethod? = nil, scheduledPickupTime: RequestedPickup? = nil,
    requiresWheelchairAccess: Bool = false, waypoints: [Place] = []
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
    self.waypoints = waypoints
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members:
    (
      RiderIdentifier, String?, [RequestParameter]?, Place?, Place?, String?, ProductKey?, String?,
      Int?, PaymentMethod?, RequestedPickup?, Bool, [Place]
    )
  {
    (
      riderIdentifier, locale, parameters, pickupLocation, dropOffLocation, rideOptionName,
      optionIdentifier, quoteIdentifier, partySize, paymentMethod, scheduledPickupTime,
      requiresWheelchairAccess, waypoints
    )
  }
}

extension ResolveIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      parameters: try fields.words("parameters", of: RequestParameter.self),
      pickupLocation: try fields.object("pickupLocation").map(PlaceCoding.read),
      dropOffLocation: try fields.object("dropOffLocation").map(PlaceCoding.read),
      rideOptionName: try fields.line("rideOptionName", atMost: 128),
      optionIdentifier: try fields.identifier("optionIdentifier").map { ProductKey($0) },
      quoteIdentifier: try fields.line("quoteIdentifier", atMost: 2048),
      partySize: try fields.count("partySize"),
      paymentMethod: try fields.object("paymentMethod").map(PaymentMethodCoding.read),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(RequestedPickupCoding.read),
      requiresWheelchairAccess: try fields.bool("wheelchairAccessible") ?? false,
      waypoints: try fields.objects("waypoints", atMost: 3, PlaceCoding.read))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("parameters", words: parameters)
    writer.member("rideOptionName", rideOptionName)
    writer.member("optionIdentifier", optionIdentifier?.rawValue)
    writer.member("quoteIdentifier", quoteIdentifier)
    writer.member("partySize", partySize)
    writer.member("pickupLocation", pickupLocation, by: PlaceCoding.write)
    writer.member("dropOffLocation", dropOffLocation, by: PlaceCoding.write)
    writer.member("paymentMethod", paymentMethod, by: PaymentMethodCoding.writeWhole)
    writer.member("scheduledPickupTime", scheduledPickupTime, by: RequestedPickupCoding.write)
    if requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
    writer.member("waypoints", each: waypoints, by: PlaceCoding.write)
  }
}
