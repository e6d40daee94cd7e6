// Written from Messages by Tests/Lab/messages: change that, not this.

/// What the vehicle of a ride is told.
public struct VehicleAssignment: RideEvent, MessageBody, EventObject {
  /// The exchange to which it is published.
  public static let exchange = "livery.vehicles"
  /// What the `type` of the message is.
  public static let types = ["vehicle.assignment"]

  /// The vehicle, which alone is told; 1 to 128 bytes.
  public var vehicleIdentifier: String
  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// The sequence of the ride: what has a lower one than was read already is old.
  public var sequence: Int
  /// Whether the vehicle drives the ride.
  public var state: VehicleAssignment.State
  /// How far the ride has come.
  public var phase: RidePhase
  /// When the ride changed.
  public var updatedAt: Instant
  /// After this time the assignment is to be ignored.
  public var expiresAt: Instant
  /// The first name of whom the driver meets.
  public var riderName: String?
  /// Where they can be called, best by a masking number.
  public var riderPhone: String?
  /// Whether somebody else has booked and pays.
  public var isGuest: Bool = false
  /// What the driver should know.
  public var note: String?
  /// All passengers.
  public var partySize: Int?
  /// The window that was booked ahead.
  public var scheduledPickupTime: PickupWindow?
  /// Where the trip begins.
  public var pickupLocation: Place?
  /// Stops on the way.
  public var waypoints: [Place] = []
  /// Where the trip ends.
  public var dropOffLocation: Place?
  /// What the rider has chosen.
  public var extras: [BookedExtra] = []

  /// Of its members.
  public init(
    vehicleIdentifier: String, rideIdentifier: String, sequence: Int,
    state: VehicleAssignment.State, phase: RidePhase, updatedAt: Instant, expiresAt: Instant,
    riderName: String? = nil, riderPhone: String? = nil, isGuest: Bool = false, note: String? = nil,
    partySize: Int? = nil, scheduledPickupTime: PickupWindow? = nil, pickupLocation: Place? = nil,
    waypoints: [Place] = [], dropOffLocation: Place? = nil, extras: [BookedExtra] = []
  ) {
    self.vehicleIdentifier = vehicleIdentifier
    self.rideIdentifier = rideIdentifier
    self.sequence = sequence
    self.state = state
    self.phase = phase
    self.updatedAt = updatedAt
    self.expiresAt = expiresAt
    self.riderName = riderName
    self.riderPhone = riderPhone
    self.isGuest = isGuest
    self.note = note
    self.partySize = partySize
    self.scheduledPickupTime = scheduledPickupTime
    self.pickupLocation = pickupLocation
    self.waypoints = waypoints
    self.dropOffLocation = dropOffLocation
    self.extras = extras
  }

  static let blank = VehicleAssignment(
    vehicleIdentifier: .blank, rideIdentifier: .blank, sequence: .blank, state: .blank,
    phase: .blank, updatedAt: .blank, expiresAt: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("vehicleIdentifier", &vehicleIdentifier)
    try member("rideIdentifier", &rideIdentifier)
    try member("sequence", &sequence)
    try member("state", &state)
    try member("phase", &phase)
    try member("updatedAt", &updatedAt)
    try member("expiresAt", &expiresAt)
    try member("riderName", &riderName)
    try member("riderPhone", &riderPhone)
    try member(flag: "isGuest", &isGuest)
    try member("note", &note)
    try member("partySize", &partySize)
    try member("scheduledPickupTime", &scheduledPickupTime)
    try member("pickupLocation", &pickupLocation)
    try member("waypoints", &waypoints)
    try member("dropOffLocation", &dropOffLocation)
    try member("extras", &extras)
  }
}

extension VehicleAssignment {
  /// Whether the vehicle drives the ride.
  public enum State: String, Sendable, ClosedWord {
    case assigned
    /// The ride has ended, or another vehicle drives it: what was told of it is to be deleted.
    case withdrawn
  }
}
