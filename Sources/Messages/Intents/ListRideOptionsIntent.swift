// Written from Operations/list-ride-options.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// "What can I get from A to B?": SiriKit's `INListRideOptionsIntent`.
///
/// It is no commitment of the rider.
package struct ListRideOptionsIntent: Hashable, Sendable {
  /// The person who asks, as the producer has authenticated them.
  package var riderIdentifier: RiderIdentifier
  /// The language of the answer; the catalogue's where it is absent.
  package var locale: String?
  /// Where the trip begins.
  package var pickupLocation: Place
  /// Where the trip ends; while it is open only what has no price is listed.
  package var dropOffLocation: Place?
  /// Whether only vehicles will do that carry a wheelchair.
  package var requiresWheelchairAccess: Bool
  /// Stops on the way to the drop-off, in their order.
  package var waypoints: [Place]

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, pickupLocation: Place,
    dropOffLocation: Place? = nil, requiresWheelchairAccess: Bool = false, waypoints: [Place] = []
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.requiresWheelchairAccess = requiresWheelchairAccess
    self.waypoints = waypoints
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RiderIdentifier, String?, Place, Place?, Bool, [Place]) {
    (riderIdentifier, locale, pickupLocation, dropOffLocation, requiresWheelchairAccess, waypoints)
  }
}

extension ListRideOptionsIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      pickupLocation: try PlaceCoding.read(try fields.requiredObject("pickupLocation")),
      dropOffLocation: try fields.object("dropOffLocation").map(PlaceCoding.read),
      requiresWheelchairAccess: try fields.bool("wheelchairAccessible") ?? false,
      waypoints: try fields.objects("waypoints", atMost: 3, PlaceCoding.read))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("pickupLocation", pickupLocation, by: PlaceCoding.write)
    writer.member("dropOffLocation", dropOffLocation, by: PlaceCoding.write)
    if requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
    writer.member("waypoints", each: waypoints, by: PlaceCoding.write)
  }
}
