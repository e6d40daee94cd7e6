package import Rides

/// "What can I get from A to B?": SiriKit's `INListRideOptionsIntent`.
///
/// It commits nobody to anything.
package struct ListRideOptionsIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  /// Such as `en_US`; nil is the catalogue's default.
  package var locale: String?
  package var pickupLocation: Place
  /// Nil while "Where to?" is open: then only what has no price before the ride is listed.
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
