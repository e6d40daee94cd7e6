/// The status of a ride at one moment: SiriKit's `INRideStatus`, with the rider and the number of
/// changes.
package struct RideStatus: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var riderIdentifier: RiderIdentifier
  /// The number of this status among the ride's, counted 1, 2, 3, … without a gap.
  package var sequence: Int
  package var phase: RidePhase
  package var updatedAt: Instant
  /// Set exactly when the phase is `completed` (rule A3).
  package var completionStatus: CompletionStatus?
  package var vehicle: Vehicle?
  package var driver: Driver?
  /// Whether the vehicle was only offered the ride, now or at its end: then only the operator may
  /// see it.
  package var isVehicleAsked = false
  package var estimatedPickupDate: Instant?
  package var estimatedDropOffDate: Instant?
  /// Until when the vehicle waits at the pickup at least.
  package var estimatedPickupEndDate: Instant?
  package var scheduledPickupTime: PickupWindow?
  package var pickupLocation: Place
  package var waypoints: [Place]
  package var dropOffLocation: Place?
  package var rideOption: RideOption
  /// What the rider has chosen to it; the lines of the option have its price.
  package var extras: [BookedExtra]
  /// Where the operator's app cancels the ride; nil once it has ended.
  package var cancelingActivity: UserActivity?
  /// Further actions for the ride in the operator's app; each title is shown.
  package var additionalActivities: [UserActivity]

  package init(
    rideIdentifier: RideIdentifier, riderIdentifier: RiderIdentifier, sequence: Int,
    phase: RidePhase, updatedAt: Instant, completionStatus: CompletionStatus? = nil,
    vehicle: Vehicle? = nil, driver: Driver? = nil, estimatedPickupDate: Instant? = nil,
    estimatedDropOffDate: Instant? = nil, estimatedPickupEndDate: Instant? = nil,
    scheduledPickupTime: PickupWindow? = nil, pickupLocation: Place, waypoints: [Place] = [],
    dropOffLocation: Place? = nil, rideOption: RideOption, extras: [BookedExtra] = [],
    cancelingActivity: UserActivity? = nil, additionalActivities: [UserActivity] = []
  ) {
    self.rideIdentifier = rideIdentifier
    self.riderIdentifier = riderIdentifier
    self.sequence = sequence
    self.phase = phase
    self.updatedAt = updatedAt
    self.completionStatus = completionStatus
    self.vehicle = vehicle
    self.driver = driver
    self.estimatedPickupDate = estimatedPickupDate
    self.estimatedDropOffDate = estimatedDropOffDate
    self.estimatedPickupEndDate = estimatedPickupEndDate
    self.scheduledPickupTime = scheduledPickupTime
    self.pickupLocation = pickupLocation
    self.waypoints = waypoints
    self.dropOffLocation = dropOffLocation
    self.rideOption = rideOption
    self.extras = extras
    self.cancelingActivity = cancelingActivity
    self.additionalActivities = additionalActivities
  }

  /// The status without an offered vehicle and its driver, which a rider sees only after they have
  /// accepted.
  package var redacted: RideStatus {
    guard isVehicleAsked else { return self }
    var status = self
    status.vehicle = nil
    status.driver = nil
    status.isVehicleAsked = false
    return status
  }
}

/// The vehicle of a ride as its rider sees it: SiriKit's `INRideVehicle`.
package struct Vehicle: Hashable, Sendable {
  package var identifier: VehicleIdentifier
  package var location: Coordinate?
  /// The direction of travel in degrees clockwise from north, 0 ..< 360.
  package var course: Double?
  /// When the vehicle was there.
  package var locatedAt: Instant?
  package var registrationPlate: String?
  package var manufacturer: String?
  package var model: String?
  /// The URL of the image that stands for the vehicle on a map.
  package var mapAnnotationImage: String?

  package init(
    identifier: VehicleIdentifier, location: Coordinate? = nil, course: Double? = nil,
    locatedAt: Instant? = nil, registrationPlate: String? = nil, manufacturer: String? = nil,
    model: String? = nil, mapAnnotationImage: String? = nil
  ) {
    self.identifier = identifier
    self.location = location
    self.course = course
    self.locatedAt = locatedAt
    self.registrationPlate = registrationPlate
    self.manufacturer = manufacturer
    self.model = model
    self.mapAnnotationImage = mapAnnotationImage
  }
}

/// The person who drives: SiriKit's `INRideDriver`.
package struct Driver: Hashable, Sendable {
  package var name: String
  /// A text, as SiriKit has it, not a number.
  package var rating: String?
  /// E.164, preferably of a proxy line; personal, and so shown only until the ride has ended.
  package var phoneNumber: String?
  /// The URL of a picture.
  package var image: String?

  package init(
    name: String, rating: String? = nil, phoneNumber: String? = nil, image: String? = nil
  ) {
    self.name = name
    self.rating = rating
    self.phoneNumber = phoneNumber
    self.image = image
  }
}
