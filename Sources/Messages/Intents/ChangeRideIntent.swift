// Written from Operations/change-ride.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// "Take me somewhere else": other places of a booked ride, and another time of one booked
/// ahead.
package struct ChangeRideIntent: Hashable, Sendable {
  /// The person who asks, as the producer has authenticated them.
  package var riderIdentifier: RiderIdentifier
  /// The language of the answer; the catalogue's where it is absent.
  package var locale: String?
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// Where the trip begins, before a vehicle has been asked.
  package var pickupLocation: Place?
  /// Where the trip ends.
  package var dropOffLocation: Place?
  /// All stops on the way, in their order; none where it is empty.
  package var waypoints: [Place]?
  /// When the pickup is, of a ride that is booked ahead.
  package var scheduledPickupTime: RequestedPickup?
  /// The most that the rider agrees to pay; what the ride costs already where it is absent.
  package var maximumPrice: Money?

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, rideIdentifier: RideIdentifier,
    pickupLocation: Place? = nil, dropOffLocation: Place? = nil, waypoints: [Place]? = nil,
    scheduledPickupTime: RequestedPickup? = nil, maximumPrice: Money? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.waypoints = waypoints
    self.scheduledPickupTime = scheduledPickupTime
    self.maximumPrice = maximumPrice
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members:
    (RiderIdentifier, String?, RideIdentifier, Place?, Place?, [Place]?, RequestedPickup?, Money?)
  {
    (
      riderIdentifier, locale, rideIdentifier, pickupLocation, dropOffLocation, waypoints,
      scheduledPickupTime, maximumPrice
    )
  }
}

extension ChangeRideIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.ride(),
      pickupLocation: try fields.object("pickupLocation").map(PlaceCoding.read),
      dropOffLocation: try fields.object("dropOffLocation").map(PlaceCoding.read),
      waypoints: try fields.objectsIfAny("waypoints", atMost: 3, PlaceCoding.read),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(RequestedPickupCoding.read),
      maximumPrice: try fields.object("maximumPrice").map(MoneyCoding.amountAboveZero))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("dropOffLocation", dropOffLocation, by: PlaceCoding.write)
    writer.member("locale", locale)
    writer.member("maximumPrice", maximumPrice, by: MoneyCoding.write)
    writer.member("pickupLocation", pickupLocation, by: PlaceCoding.write)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("scheduledPickupTime", scheduledPickupTime, by: RequestedPickupCoding.write)
    writer.member("waypoints", waypoints) { $1.array($0, PlaceCoding.write) }
  }
}
