// Written from Messages by Tests/Lab/messages: change that, not this.

/// The operator's order to refund a part of the cost of a ride.
public struct RideRefund: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>(
    "ride.refund", by: [.operators], needsMessageIdentifier: true)

  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// How much.
  public var amount: Money
  /// Why, in words; at most 256 characters.
  public var reason: String
  /// Who decides, as the operator names its staff; at most 128 bytes.
  public var author: String?

  /// Of its members.
  public init(rideIdentifier: String, amount: Money, reason: String, author: String? = nil) {
    self.rideIdentifier = rideIdentifier
    self.amount = amount
    self.reason = reason
    self.author = author
  }

  static let blank = RideRefund(rideIdentifier: .blank, amount: .blank, reason: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("amount", &amount)
    try member("reason", &reason)
    try member("author", &author)
  }
}

/// The operator's statement that the open amount of a ride was paid in another way or is waived,
/// or the cost of a ride whose meter reading is held for review.
///
/// Also required: for a fare or fee that awaits a decision, `fare`.
public struct RideSettlement: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>(
    "ride.settle", by: [.operators], needsMessageIdentifier: true)

  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// How, in words; at most 256 characters.
  public var reason: String
  /// The fare or fee, where it is held; 0 waives it.
  public var fare: Money?
  /// With a fare: the tolls of the ride, in the place of those that its driver has reported.
  public var tolls: [PaidToll] = []
  /// Who decides, as the operator names its staff; at most 128 bytes.
  public var author: String?

  /// Of its members.
  public init(
    rideIdentifier: String, reason: String, fare: Money? = nil, tolls: [PaidToll] = [],
    author: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.reason = reason
    self.fare = fare
    self.tolls = tolls
    self.author = author
  }

  static let blank = RideSettlement(rideIdentifier: .blank, reason: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("reason", &reason)
    try member("fare", &fare)
    try member("tolls", &tolls)
    try member("author", &author)
  }
}

/// The operator's word that the fee for a canceled or missed ride is let go.
public struct RideWaiver: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>(
    "ride.waive", by: [.operators], needsMessageIdentifier: true)

  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Who decides, as the operator names its staff; at most 128 bytes.
  public var author: String
  /// Why, in words; at most 256 characters.
  public var reason: String

  /// Of its members.
  public init(rideIdentifier: String, author: String, reason: String) {
    self.rideIdentifier = rideIdentifier
    self.author = author
    self.reason = reason
  }

  static let blank = RideWaiver(rideIdentifier: .blank, author: .blank, reason: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("author", &author)
    try member("reason", &reason)
  }
}

/// The operator's word that a ride that is billed costs something else.
public struct RideAdjustment: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>(
    "ride.adjust", by: [.operators], needsMessageIdentifier: true)

  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Who decides, as the operator names its staff; at most 128 bytes.
  public var author: String
  /// Why, in words; at most 256 characters.
  public var reason: String
  /// What the ride costs, without charges of places, extras and tolls.
  public var fare: Money
  /// The tolls of the ride, in the place of those that its driver has reported.
  public var tolls: [PaidToll] = []

  /// Of its members.
  public init(
    rideIdentifier: String, author: String, reason: String, fare: Money, tolls: [PaidToll] = []
  ) {
    self.rideIdentifier = rideIdentifier
    self.author = author
    self.reason = reason
    self.fare = fare
    self.tolls = tolls
  }

  static let blank = RideAdjustment(
    rideIdentifier: .blank, author: .blank, reason: .blank, fare: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("author", &author)
    try member("reason", &reason)
    try member("fare", &fare)
    try member("tolls", &tolls)
  }
}

/// The operator's word that a ride has ended whose driver does not report it.
public struct RideEnd: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>(
    "ride.end", by: [.operators], needsMessageIdentifier: true)

  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Who decides, as the operator names its staff; at most 128 bytes.
  public var author: String
  /// Why, in words; at most 256 characters.
  public var reason: String
  /// The cost, without charges of places, extras and tolls; else the agreed price.
  public var fare: Money?
  /// With a fare: the tolls of the ride.
  public var tolls: [PaidToll] = []

  /// Of its members.
  public init(
    rideIdentifier: String, author: String, reason: String, fare: Money? = nil,
    tolls: [PaidToll] = []
  ) {
    self.rideIdentifier = rideIdentifier
    self.author = author
    self.reason = reason
    self.fare = fare
    self.tolls = tolls
  }

  static let blank = RideEnd(rideIdentifier: .blank, author: .blank, reason: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("author", &author)
    try member("reason", &reason)
    try member("fare", &fare)
    try member("tolls", &tolls)
  }
}

/// The operator's order to give a ride to another vehicle, or to plan one for it.
public struct RideReassignment: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>(
    "ride.reassign", by: [.operators], needsMessageIdentifier: true)

  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Who decides, as the operator names its staff; at most 128 bytes.
  public var author: String
  /// Why, in words; at most 256 characters.
  public var reason: String
  /// The vehicle that gets it before all others, if it can take it; 1 to 128 bytes.
  public var plannedVehicleIdentifier: String?

  /// Of its members.
  public init(
    rideIdentifier: String, author: String, reason: String, plannedVehicleIdentifier: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.author = author
    self.reason = reason
    self.plannedVehicleIdentifier = plannedVehicleIdentifier
  }

  static let blank = RideReassignment(rideIdentifier: .blank, author: .blank, reason: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("author", &author)
    try member("reason", &reason)
    try member("plannedVehicleIdentifier", &plannedVehicleIdentifier)
  }
}
