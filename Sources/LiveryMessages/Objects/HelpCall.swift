// Written from Messages by Tests/Lab/messages: change that, not this.

/// A call for help of a rider or a driver.
public struct HelpCall: Hashable, Sendable, MessageObject {
  /// Counts the calls of the ride from 1 on.
  public var number: Int
  /// Who calls.
  public var caller: HelpCall.Caller
  /// The vehicle of the driver who calls; 1 to 128 bytes.
  public var vehicleIdentifier: String?
  /// The `message_id` of the call.
  public var messageIdentifier: String
  /// When the call came.
  public var calledAt: Instant
  /// Where the caller is, as the caller says.
  public var location: Place?
  /// What has happened, in words.
  public var note: String?

  /// Of its members.
  public init(
    number: Int, caller: HelpCall.Caller, vehicleIdentifier: String? = nil,
    messageIdentifier: String, calledAt: Instant, location: Place? = nil, note: String? = nil
  ) {
    self.number = number
    self.caller = caller
    self.vehicleIdentifier = vehicleIdentifier
    self.messageIdentifier = messageIdentifier
    self.calledAt = calledAt
    self.location = location
    self.note = note
  }

  static let blank = HelpCall(
    number: .blank, caller: .blank, messageIdentifier: .blank, calledAt: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("number", &number)
    try member("caller", &caller)
    try member("vehicleIdentifier", &vehicleIdentifier)
    try member("messageIdentifier", &messageIdentifier)
    try member("calledAt", &calledAt)
    try member("location", &location)
    try member("note", &note)
  }
}

extension HelpCall {
  /// Who calls.
  public enum Caller: String, Sendable, ClosedWord {
    case rider
    case driver
  }
}

/// A call for help, and the ride.
public struct RideSOS: Hashable, Sendable, MessageObject {
  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Who has booked it; 1 to 128 bytes.
  public var riderIdentifier: String
  /// How far the ride had come.
  public var phase: RidePhase
  /// The call.
  public var call: HelpCall
  /// The vehicle of the ride, where it was last.
  public var vehicle: Vehicle?
  /// The person who drives it.
  public var driver: Driver?

  /// Of its members.
  public init(
    rideIdentifier: String, riderIdentifier: String, phase: RidePhase, call: HelpCall,
    vehicle: Vehicle? = nil, driver: Driver? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.riderIdentifier = riderIdentifier
    self.phase = phase
    self.call = call
    self.vehicle = vehicle
    self.driver = driver
  }

  static let blank = RideSOS(
    rideIdentifier: .blank, riderIdentifier: .blank, phase: .blank, call: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("riderIdentifier", &riderIdentifier)
    try member("phase", &phase)
    try member("call", &call)
    try member("vehicle", &vehicle)
    try member("driver", &driver)
  }
}
