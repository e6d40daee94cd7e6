/// One booking: what its rider sees, and what the operator needs to drive it on.
///
/// It changes only through `assign` and `apply`. Each change raises `status.sequence` by
/// one and sets `status.updatedAt`; a refused one changes nothing.
package struct Ride: Hashable, Sendable {
  package var status: RideStatus
  /// The key of the pickup's service area.
  package var area: String
  package var product: ProductKey
  /// The catalogue's locale in which the rider is answered.
  package var locale: String
  /// The place of the ride among its rider's unfinished ones, from 0.
  package var slot: Int
  package var partySize: Int?
  package var paymentMethod: PaymentMethod?
  /// Whether a driver has to accept the ride before it is confirmed.
  package var requiresAcceptance: Bool
  package var createdAt: Instant
  /// The vehicles that have declined or given up, in that order; they are not asked again.
  package var declinedBy: [VehicleIdentifier]
  /// How long the trip takes once the rider is aboard; nil without a drop-off.
  package var routeSeconds: Int?

  package init(
    status: RideStatus, area: String, product: ProductKey, locale: String, slot: Int,
    partySize: Int?, paymentMethod: PaymentMethod?, requiresAcceptance: Bool, createdAt: Instant,
    declinedBy: [VehicleIdentifier], routeSeconds: Int?
  ) {
    self.status = status
    self.area = area
    self.product = product
    self.locale = locale
    self.slot = slot
    self.partySize = partySize
    self.paymentMethod = paymentMethod
    self.requiresAcceptance = requiresAcceptance
    self.createdAt = createdAt
    self.declinedBy = declinedBy
    self.routeSeconds = routeSeconds
  }

  /// Whether a vehicle is sought: none is committed and none is asked.
  package var isWaiting: Bool { status.phase == .received && status.vehicle == nil }

  /// What a report of the street has done to a ride.
  package enum Effect: Hashable, Sendable {
    /// The report was known already; nothing is stored, nothing is sent.
    case nothing
    /// The status changed.
    case changed
    /// The status changed, and the vehicle can take another ride.
    case changedAndFreed

    /// Whether there is a new status.
    package var hasChanged: Bool { self != .nothing }

    /// Whether the vehicle that drove the ride, or was asked to, is free again.
    package var freesVehicle: Bool { self == .changedAndFreed }
  }

  /// Counts a change of the status; time never runs backwards within a ride, whatever the clocks of
  /// the street say.
  mutating func advance(at time: Instant) {
    status.sequence += 1
    status.updatedAt = max(status.updatedAt, time)
  }
}
