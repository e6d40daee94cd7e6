/// A ride as those see it with whom its rider shares it: enough to follow the ride, and nothing of
/// its rider, its money, phone numbers or the start code (rule A18).
///
/// Members are listed one by one, so that a new member of a status is not shared by default.
package struct SharedStatus: Hashable, Sendable {
  package let phase: RidePhase
  package let updatedAt: Instant
  package let vehicle: Vehicle?
  /// Has the first name and the picture alone.
  package let driver: Driver?
  package let estimatedPickupDate: Instant?
  package let estimatedDropOffDate: Instant?
  package let scheduledPickupTime: PickupWindow?
  package let pickupLocation: Place
  package let waypoints: [Place]
  package let dropOffLocation: Place?

  /// What others see of an unfinished ride; nil once it has ended.
  package init?(of status: RideStatus) {
    guard !status.phase.isFinal else { return nil }
    let shown = status.redacted
    phase = shown.phase
    updatedAt = shown.updatedAt
    vehicle = shown.vehicle
    driver = shown.driver.map { Driver(name: Self.firstName($0.name), image: $0.image) }
    estimatedPickupDate = shown.estimatedPickupDate
    estimatedDropOffDate = shown.estimatedDropOffDate
    scheduledPickupTime = shown.scheduledPickupTime
    pickupLocation = shown.pickupLocation
    waypoints = shown.waypoints
    dropOffLocation = shown.dropOffLocation
  }

  /// The first word of a name.
  private static func firstName(_ name: String) -> String {
    name.split(whereSeparator: \.isWhitespace).first.map { String($0) } ?? name
  }
}
