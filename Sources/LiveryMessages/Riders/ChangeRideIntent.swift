// Written from Messages by Tests/Lab/messages: change that, not this.

/// "Take me somewhere else": other places of a booked ride, and another time of one booked
/// ahead.
public struct ChangeRideIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<ShownRide>("change-ride.handle", needsMessageIdentifier: true)

  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Where the trip begins, before a vehicle has been asked.
  public var pickupLocation: Place?
  /// Where the trip ends.
  public var dropOffLocation: Place?
  /// All stops on the way, in their order; none where it is empty; at most 3 of them.
  public var waypoints: [Place]?
  /// When the pickup is, of a ride that is booked ahead.
  public var scheduledPickupTime: RequestedPickup?
  /// The most that the rider agrees to pay; what the ride costs already where it is absent.
  public var maximumPrice: Money?

  /// Of its members.
  public init(
    riderIdentifier: String, locale: String? = nil, rideIdentifier: String,
    pickupLocation: Place? = nil, dropOffLocation: Place? = nil, waypoints: [Place]? = nil,
    scheduledPickupTime: RequestedPickup? = nil, maximumPrice: Money? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.waypoints = waypoints
    self.scheduledPickupTime = scheduledPickupTime
    self.maximumPrice = maximumPrice
  }

  static let blank = ChangeRideIntent(riderIdentifier: .blank, rideIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("rideIdentifier", &rideIdentifier)
    try member("pickupLocation", &pickupLocation)
    try member("dropOffLocation", &dropOffLocation)
    try member("waypoints", &waypoints)
    try member("scheduledPickupTime", &scheduledPickupTime)
    try member("maximumPrice", &maximumPrice)
  }
}

/// What the stage `handle` of `ChangeRideIntent` would answer, with nothing done.
public struct ChangeRideConfirm: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<ProspectOrRide>("change-ride.confirm", onlyAsks: true)
  /// What is asked.
  public var intent: ChangeRideIntent

  /// The stage of an intent.
  public init(_ intent: ChangeRideIntent) { self.intent = intent }
}
