import JSON
package import Rides

/// "What can I get from A to B?": SiriKit's `INListRideOptionsIntent`.
///
/// It is no commitment of the rider.
package struct ListRideOptionsIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  /// Such as `en_US`; nil is the catalogue's default.
  package var locale: String?
  package var pickupLocation: Place
  /// Nil while the destination is unknown: then only options without a price in advance are listed.
  package var dropOffLocation: Place?
  /// Whether only vehicles will do into which a wheelchair can be rolled.
  package var requiresWheelchairAccess: Bool

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, pickupLocation: Place,
    dropOffLocation: Place?, requiresWheelchairAccess: Bool = false
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.requiresWheelchairAccess = requiresWheelchairAccess
  }
}

extension ListRideOptionsIntent {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      pickupLocation: try fields.require("pickupLocation", try fields.place("pickupLocation")),
      dropOffLocation: try fields.place("dropOffLocation"),
      requiresWheelchairAccess: try fields.bool("wheelchairAccessible") ?? false)
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("pickupLocation", pickupLocation, by: PlaceCoding.write)
    writer.member("dropOffLocation", dropOffLocation, by: PlaceCoding.write)
    if requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
  }
}
