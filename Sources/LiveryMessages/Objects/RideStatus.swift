// Written from Messages by Tests/Lab/messages: change that, not this.

/// A ride as it stands.
public struct RideStatus: Hashable, Sendable, MessageObject {
  /// The ride; opaque; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Who has booked it; 1 to 128 bytes.
  public var riderIdentifier: String
  /// Counts the changes of the ride from 1 on.
  public var sequence: Int
  /// How far the ride has come.
  public var phase: RidePhase
  /// When it changed last.
  public var updatedAt: Instant
  /// How it ended; absent before.
  public var completionStatus: CompletionStatus?
  /// The vehicle that drives it.
  public var vehicle: Vehicle?
  /// The person who drives it.
  public var driver: Driver?
  /// What the driver has to report to start the ride; only answers have it; four digits.
  public var startCode: String?
  /// Whether too many wrong start codes were reported: the operator decides.
  public var isStartHeld: Bool = false
  /// When the vehicle comes.
  public var estimatedPickupDate: Instant?
  /// When the trip ends.
  public var estimatedDropOffDate: Instant?
  /// Until when the vehicle waits.
  public var estimatedPickupEndDate: Instant?
  /// The window that was booked ahead.
  public var scheduledPickupTime: PickupWindow?
  /// When the rider was reminded of a pickup that is booked ahead.
  public var remindedAt: Instant?
  /// Where the trip begins.
  public var pickupLocation: Place
  /// Stops on the way, in their order.
  public var waypoints: [Place] = []
  /// Where the trip ends.
  public var dropOffLocation: Place?
  /// What was booked.
  public var rideOption: RideOption
  /// What the rider has chosen to it.
  public var extras: [BookedExtra] = []
  /// Where the app cancels it.
  public var userActivityForCancelingInApplication: UserActivity?
  /// What else the app does with it.
  public var additionalActionActivities: [UserActivity] = []

  /// Of its members.
  public init(
    rideIdentifier: String, riderIdentifier: String, sequence: Int, phase: RidePhase,
    updatedAt: Instant, completionStatus: CompletionStatus? = nil, vehicle: Vehicle? = nil,
    driver: Driver? = nil, startCode: String? = nil, isStartHeld: Bool = false,
    estimatedPickupDate: Instant? = nil, estimatedDropOffDate: Instant? = nil,
    estimatedPickupEndDate: Instant? = nil, scheduledPickupTime: PickupWindow? = nil,
    remindedAt: Instant? = nil, pickupLocation: Place, waypoints: [Place] = [],
    dropOffLocation: Place? = nil, rideOption: RideOption, extras: [BookedExtra] = [],
    userActivityForCancelingInApplication: UserActivity? = nil,
    additionalActionActivities: [UserActivity] = []
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
    self.userActivityForCancelingInApplication = userActivityForCancelingInApplication
    self.additionalActionActivities = additionalActionActivities
  }

  static let blank = RideStatus(
    rideIdentifier: .blank, riderIdentifier: .blank, sequence: .blank, phase: .blank,
    updatedAt: .blank, pickupLocation: .blank, rideOption: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("riderIdentifier", &riderIdentifier)
    try member("sequence", &sequence)
    try member("phase", &phase)
    try member("updatedAt", &updatedAt)
    try member("completionStatus", &completionStatus)
    try member("vehicle", &vehicle)
    try member("driver", &driver)
    try member("startCode", &startCode)
    try member(flag: "isStartHeld", &isStartHeld)
    try member("estimatedPickupDate", &estimatedPickupDate)
    try member("estimatedDropOffDate", &estimatedDropOffDate)
    try member("estimatedPickupEndDate", &estimatedPickupEndDate)
    try member("scheduledPickupTime", &scheduledPickupTime)
    try member("remindedAt", &remindedAt)
    try member("pickupLocation", &pickupLocation)
    try member("waypoints", &waypoints)
    try member("dropOffLocation", &dropOffLocation)
    try member("rideOption", &rideOption)
    try member("extras", &extras)
    try member("userActivityForCancelingInApplication", &userActivityForCancelingInApplication)
    try member("additionalActionActivities", &additionalActionActivities)
  }
}

/// What was chosen to a ride; its price is among the lines.
public struct BookedExtra: Hashable, Sendable, MessageObject {
  /// Its key, the same in each locale; 1 to 128 bytes.
  public var extraIdentifier: String
  /// What people call it, in the locale of the ride.
  public var name: String
  /// How many.
  public var count: Int

  /// Of its members.
  public init(extraIdentifier: String, name: String, count: Int) {
    self.extraIdentifier = extraIdentifier
    self.name = name
    self.count = count
  }

  static let blank = BookedExtra(extraIdentifier: .blank, name: .blank, count: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("extraIdentifier", &extraIdentifier)
    try member("name", &name)
    try member("count", &count)
  }
}

/// Something to go on with in the operator's app.
public struct UserActivity: Hashable, Sendable, MessageObject {
  /// The name under which the app knows it.
  public var activityType: String
  /// What people read.
  public var title: String
  /// What the app needs.
  public var userInfo: [String: String] = [:]

  /// Of its members.
  public init(activityType: String, title: String, userInfo: [String: String] = [:]) {
    self.activityType = activityType
    self.title = title
    self.userInfo = userInfo
  }

  static let blank = UserActivity(activityType: .blank, title: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("activityType", &activityType)
    try member("title", &title)
    try member("userInfo", &userInfo)
  }
}

/// The vehicle of a ride.
public struct Vehicle: Hashable, Sendable, MessageObject {
  /// Its operator's name for it; 1 to 128 bytes.
  public var vehicleIdentifier: String
  /// Where it is.
  public var location: VehicleLocation?
  /// Its plate.
  public var registrationPlate: String?
  /// Who made it.
  public var manufacturer: String?
  /// Which one it is.
  public var model: String?
  /// The picture that stands for it on a map.
  public var mapAnnotationImage: String?

  /// Of its members.
  public init(
    vehicleIdentifier: String, location: VehicleLocation? = nil, registrationPlate: String? = nil,
    manufacturer: String? = nil, model: String? = nil, mapAnnotationImage: String? = nil
  ) {
    self.vehicleIdentifier = vehicleIdentifier
    self.location = location
    self.registrationPlate = registrationPlate
    self.manufacturer = manufacturer
    self.model = model
    self.mapAnnotationImage = mapAnnotationImage
  }

  static let blank = Vehicle(vehicleIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("vehicleIdentifier", &vehicleIdentifier)
    try member("location", &location)
    try member("registrationPlate", &registrationPlate)
    try member("manufacturer", &manufacturer)
    try member("model", &model)
    try member("mapAnnotationImage", &mapAnnotationImage)
  }
}

/// Where the vehicle of a ride is.
public struct VehicleLocation: Hashable, Sendable, MessageObject {
  /// In WGS 84.
  public var coordinate: Coordinate
  /// Degrees clockwise from north.
  public var course: Double?
  /// How far it may be from there, in meters; absent where its phone has not said it.
  public var accuracyMetres: Double?
  /// When it was there.
  public var timestamp: Instant?

  /// Of its members.
  public init(
    coordinate: Coordinate, course: Double? = nil, accuracyMetres: Double? = nil,
    timestamp: Instant? = nil
  ) {
    self.coordinate = coordinate
    self.course = course
    self.accuracyMetres = accuracyMetres
    self.timestamp = timestamp
  }

  static let blank = VehicleLocation(coordinate: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try coordinate.visit(&member)
    try member("course", &course)
    try member("accuracyMetres", &accuracyMetres)
    try member("timestamp", &timestamp)
  }
}

/// The person who drives.
public struct Driver: Hashable, Sendable, MessageObject {
  /// What riders may call them.
  public var name: String
  /// What riders have said.
  public var rating: String?
  /// Absent once the ride has ended.
  public var phoneNumber: String?
  /// A picture.
  public var image: String?

  /// Of its members.
  public init(name: String, rating: String? = nil, phoneNumber: String? = nil, image: String? = nil)
  {
    self.name = name
    self.rating = rating
    self.phoneNumber = phoneNumber
    self.image = image
  }

  static let blank = Driver(name: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("name", &name)
    try member("rating", &rating)
    try member("phoneNumber", &phoneNumber)
    try member("image", &image)
  }
}
