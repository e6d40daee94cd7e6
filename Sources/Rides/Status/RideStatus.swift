// Written from Messages/Objects by Tests/Lab/messages: change that, not this.

/// The status of a ride at one moment: SiriKit's `INRideStatus`, with the rider and the number
/// of changes.
package struct RideStatus: Hashable, Sendable {
  /// The ride; opaque.
  package var rideIdentifier: RideIdentifier
  /// Who has booked it.
  package var riderIdentifier: RiderIdentifier
  /// Counts the changes of the ride from 1 on.
  package var sequence: Int
  /// How far the ride has come; a closed list.
  package var phase: RidePhase
  /// When it changed last.
  package var updatedAt: Instant
  /// How it ended; absent before.
  package var completionStatus: CompletionStatus?
  /// The vehicle that drives it.
  package var vehicle: Vehicle?
  /// The person who drives it.
  package var driver: Driver?
  /// What the driver has to report to start the ride; only answers have it.
  package var startCode: StartCode?
  /// Whether too many wrong start codes were reported: the operator decides.
  package var isStartHeld: Bool
  /// Whether the vehicle was only offered the ride, now or at its end: then only the operator
  /// may see it.
  package var isVehicleAsked: Bool
  /// When the vehicle comes.
  package var estimatedPickupDate: Instant?
  /// When the trip ends.
  package var estimatedDropOffDate: Instant?
  /// Until when the vehicle waits.
  package var estimatedPickupEndDate: Instant?
  /// The window that was booked ahead.
  package var scheduledPickupTime: PickupWindow?
  /// When the rider was reminded of a pickup that is booked ahead.
  package var remindedAt: Instant?
  /// Where the trip begins.
  package var pickupLocation: Place
  /// Stops on the way, in their order.
  package var waypoints: [Place]
  /// Where the trip ends.
  package var dropOffLocation: Place?
  /// What was booked.
  package var rideOption: RideOption
  /// What the rider has chosen to it.
  package var extras: [BookedExtra]
  /// Where the app cancels it.
  package var cancelingActivity: UserActivity?
  /// What else the app does with it.
  package var additionalActivities: [UserActivity]

  package init(
    rideIdentifier: RideIdentifier, riderIdentifier: RiderIdentifier, sequence: Int,
    phase: RidePhase, updatedAt: Instant, completionStatus: CompletionStatus? = nil,
    vehicle: Vehicle? = nil, driver: Driver? = nil, startCode: StartCode? = nil,
    isStartHeld: Bool = false, isVehicleAsked: Bool = false, estimatedPickupDate: Instant? = nil,
    estimatedDropOffDate: Instant? = nil, estimatedPickupEndDate: Instant? = nil,
    scheduledPickupTime: PickupWindow? = nil, remindedAt: Instant? = nil, pickupLocation: Place,
    waypoints: [Place] = [], dropOffLocation: Place? = nil, rideOption: RideOption,
    extras: [BookedExtra] = [], cancelingActivity: UserActivity? = nil,
    additionalActivities: [UserActivity] = []
  ) {
    self.rideIdentifier = rideIdentifier
    self.riderIdentifier = riderIdentifier
    self.sequence = sequence
    self.phase = phase
    self.updatedAt = updatedAt
    self.completionStatus = completionStatus
    self.vehicle = vehicle
    self.driver = driver
    self.startCode = startCode
    self.isStartHeld = isStartHeld
    self.isVehicleAsked = isVehicleAsked
    self.estimatedPickupDate = estimatedPickupDate
    self.estimatedDropOffDate = estimatedDropOffDate
    self.estimatedPickupEndDate = estimatedPickupEndDate
    self.scheduledPickupTime = scheduledPickupTime
    self.remindedAt = remindedAt
    self.pickupLocation = pickupLocation
    self.waypoints = waypoints
    self.dropOffLocation = dropOffLocation
    self.rideOption = rideOption
    self.extras = extras
    self.cancelingActivity = cancelingActivity
    self.additionalActivities = additionalActivities
  }
}

/// The person who drives: SiriKit's `INRideDriver`.
package struct Driver: Hashable, Sendable {
  /// What riders may call them.
  package var name: String
  /// What riders have said.
  package var rating: String?
  /// Absent once the ride has ended.
  package var phoneNumber: String?
  /// A picture.
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

/// The vehicle of a ride as its rider sees it: SiriKit's `INRideVehicle`.
package struct Vehicle: Hashable, Sendable {
  /// Its operator's name for it.
  package var identifier: VehicleIdentifier
  /// Where it is.
  package var location: Coordinate?
  package var course: Double?
  package var locatedAt: Instant?
  package var accuracyMetres: Double?
  /// Its plate.
  package var registrationPlate: String?
  /// Who made it.
  package var manufacturer: String?
  /// Which one it is.
  package var model: String?
  /// The picture that stands for it on a map.
  package var mapAnnotationImage: String?

  package init(
    identifier: VehicleIdentifier, location: Coordinate? = nil, course: Double? = nil,
    locatedAt: Instant? = nil, accuracyMetres: Double? = nil, registrationPlate: String? = nil,
    manufacturer: String? = nil, model: String? = nil, mapAnnotationImage: String? = nil
  ) {
    self.identifier = identifier
    self.location = location
    self.course = course
    self.locatedAt = locatedAt
    self.accuracyMetres = accuracyMetres
    self.registrationPlate = registrationPlate
    self.manufacturer = manufacturer
    self.model = model
    self.mapAnnotationImage = mapAnnotationImage
  }
}

extension RideStatus {
  /// Of all members, so that who makes one names each: another member does not compile.
  package init(
    all: (
      rideIdentifier: RideIdentifier, riderIdentifier: RiderIdentifier, sequence: Int,
      phase: RidePhase, updatedAt: Instant, completionStatus: CompletionStatus?, vehicle: Vehicle?,
      driver: Driver?, startCode: StartCode?, isStartHeld: Bool, estimatedPickupDate: Instant?,
      estimatedDropOffDate: Instant?, estimatedPickupEndDate: Instant?,
      scheduledPickupTime: PickupWindow?, remindedAt: Instant?, pickupLocation: Place,
      waypoints: [Place], dropOffLocation: Place?, rideOption: RideOption, extras: [BookedExtra],
      cancelingActivity: UserActivity?, additionalActivities: [UserActivity]
    )
  ) {
    self.init(
      rideIdentifier: all.rideIdentifier, riderIdentifier: all.riderIdentifier,
      sequence: all.sequence, phase: all.phase, updatedAt: all.updatedAt,
      completionStatus: all.completionStatus, vehicle: all.vehicle, driver: all.driver,
      startCode: all.startCode, isStartHeld: all.isStartHeld,
      estimatedPickupDate: all.estimatedPickupDate, estimatedDropOffDate: all.estimatedDropOffDate,
      estimatedPickupEndDate: all.estimatedPickupEndDate,
      scheduledPickupTime: all.scheduledPickupTime, remindedAt: all.remindedAt,
      pickupLocation: all.pickupLocation, waypoints: all.waypoints,
      dropOffLocation: all.dropOffLocation, rideOption: all.rideOption, extras: all.extras,
      cancelingActivity: all.cancelingActivity, additionalActivities: all.additionalActivities)
  }

  /// Removes what is hidden once the ride has ended.
  mutating func hidePersonalMembers() {
    driver?.phoneNumber = nil
    startCode = nil
    cancelingActivity = nil
  }
}
