// Written from Messages by Tests/Lab/messages: change that, not this.

/// A report of a vehicle about itself; nil members have not changed since its last update.
///
/// Also required: in the first one, `onDuty`, `products`, `capacity` and `location`.
public struct VehicleUpdate: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<AppliedReport>("vehicle.update", by: [.vehicles])

  /// The vehicle, as its operator calls it; 1 to 128 bytes.
  public var vehicleIdentifier: String
  /// Counted by the vehicle; at most an hour ahead of the microseconds since 1970.
  public var sequence: Int
  /// Whether it takes rides.
  public var onDuty: Bool?
  /// What it drives for, by key; 1 to 16 of them.
  public var products: [String]?
  /// How many passengers it holds; 1 to 64.
  public var capacity: Int?
  /// Where it is.
  public var location: VehicleLocation?
  /// The meters that it has driven so far; they count between two positions of a ride.
  public var odometer: Double?
  /// Its plate; at most 128 bytes.
  public var registrationPlate: String?
  /// Who made it; at most 128 bytes.
  public var manufacturer: String?
  /// Which one it is; at most 128 bytes.
  public var model: String?
  /// The picture that stands for it on a map; at most 1024 bytes.
  public var mapAnnotationImage: String?
  /// Who drives it.
  public var driver: Driver?
  /// What it has of the extras for which a vehicle is needed; at most 16 of them.
  public var extras: [ExtraCount]?
  /// When its present count began, as with a new phone; in each update of that count.
  public var countsFrom: Instant?

  /// Of its members.
  public init(
    vehicleIdentifier: String, sequence: Int, onDuty: Bool? = nil, products: [String]? = nil,
    capacity: Int? = nil, location: VehicleLocation? = nil, odometer: Double? = nil,
    registrationPlate: String? = nil, manufacturer: String? = nil, model: String? = nil,
    mapAnnotationImage: String? = nil, driver: Driver? = nil, extras: [ExtraCount]? = nil,
    countsFrom: Instant? = nil
  ) {
    self.vehicleIdentifier = vehicleIdentifier
    self.sequence = sequence
    self.onDuty = onDuty
    self.products = products
    self.capacity = capacity
    self.location = location
    self.odometer = odometer
    self.registrationPlate = registrationPlate
    self.manufacturer = manufacturer
    self.model = model
    self.mapAnnotationImage = mapAnnotationImage
    self.driver = driver
    self.extras = extras
    self.countsFrom = countsFrom
  }

  static let blank = VehicleUpdate(vehicleIdentifier: .blank, sequence: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("vehicleIdentifier", &vehicleIdentifier)
    try member("sequence", &sequence)
    try member("onDuty", &onDuty)
    try member("products", &products)
    try member("capacity", &capacity)
    try member("location", &location)
    try member("odometer", &odometer)
    try member("registrationPlate", &registrationPlate)
    try member("manufacturer", &manufacturer)
    try member("model", &model)
    try member("mapAnnotationImage", &mapAnnotationImage)
    try member("driver", &driver)
    try member("extras", &extras)
    try member("countsFrom", &countsFrom)
  }
}

/// What a driver reports of a ride: the body of a `ride.update` message.
///
/// Also required: for `started`, `startCode` where the product asks for it.
public struct RideUpdateReport: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<AppliedReport>(
    "ride.update", by: [.vehicles], needsMessageIdentifier: true)

  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// The vehicle, as its operator calls it; 1 to 128 bytes.
  public var vehicleIdentifier: String
  /// What has happened.
  public var event: RideReport
  /// When, by the clock of the vehicle.
  public var occurredAt: Instant
  /// What the meter shows at the end.
  public var meteredFare: Money?
  /// The tolls and fees that were paid on the way, at the end.
  public var tolls: [PaidToll] = []
  /// What the rider was shown, with `started`, or with `ended` where no start was reported; four
  /// digits.
  public var startCode: String?

  /// Of its members.
  public init(
    rideIdentifier: String, vehicleIdentifier: String, event: RideReport, occurredAt: Instant,
    meteredFare: Money? = nil, tolls: [PaidToll] = [], startCode: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.vehicleIdentifier = vehicleIdentifier
    self.event = event
    self.occurredAt = occurredAt
    self.meteredFare = meteredFare
    self.tolls = tolls
    self.startCode = startCode
  }

  static let blank = RideUpdateReport(
    rideIdentifier: .blank, vehicleIdentifier: .blank, event: .blank, occurredAt: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("vehicleIdentifier", &vehicleIdentifier)
    try member("event", &event)
    try member("occurredAt", &occurredAt)
    try member("meteredFare", &meteredFare)
    try member("tolls", &tolls)
    try member("startCode", &startCode)
  }
}

/// "I need help": a driver's call for help, during the ride or after it.
public struct RideSOSReport: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>(
    "ride.sos", by: [.vehicles], needsMessageIdentifier: true)

  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// The vehicle, as its operator calls it; 1 to 128 bytes.
  public var vehicleIdentifier: String
  /// Where the caller is.
  public var location: Place?
  /// What has happened, in words; at most 512 characters.
  public var note: String?

  /// Of its members.
  public init(
    rideIdentifier: String, vehicleIdentifier: String, location: Place? = nil, note: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.vehicleIdentifier = vehicleIdentifier
    self.location = location
    self.note = note
  }

  static let blank = RideSOSReport(rideIdentifier: .blank, vehicleIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("vehicleIdentifier", &vehicleIdentifier)
    try member("location", &location)
    try member("note", &note)
  }
}

/// Where a vehicle is, as one report of many, which may be lost.
public struct VehiclePosition: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<AppliedReport>(
    "vehicle.position", by: [.vehicles], mayBeLost: true)

  /// The vehicle, as its operator calls it; 1 to 128 bytes.
  public var vehicleIdentifier: String
  /// In the same count as `vehicle.update`.
  public var sequence: Int
  /// Where it is.
  public var location: VehicleLocation
  /// The meters that it has driven so far; they count between two positions of a ride.
  public var odometer: Double?
  /// When its present count began, as `vehicle.update` says it.
  public var countsFrom: Instant?

  /// Of its members.
  public init(
    vehicleIdentifier: String, sequence: Int, location: VehicleLocation, odometer: Double? = nil,
    countsFrom: Instant? = nil
  ) {
    self.vehicleIdentifier = vehicleIdentifier
    self.sequence = sequence
    self.location = location
    self.odometer = odometer
    self.countsFrom = countsFrom
  }

  static let blank = VehiclePosition(vehicleIdentifier: .blank, sequence: .blank, location: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("vehicleIdentifier", &vehicleIdentifier)
    try member("sequence", &sequence)
    try member("location", &location)
    try member("odometer", &odometer)
    try member("countsFrom", &countsFrom)
  }
}
