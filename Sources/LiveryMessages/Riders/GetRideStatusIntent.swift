// Written from Messages by Tests/Lab/messages: change that, not this.

/// "Where is my ride?": SiriKit's `INGetRideStatusIntent`.
public struct GetRideStatusIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<FoundRide>(
    "get-ride-status.handle", by: [.riders, .operators], onlyAsks: true)

  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// The ride; the rider's current one where it is absent; 1 to 128 bytes.
  public var rideIdentifier: String?

  /// Of its members.
  public init(riderIdentifier: String, locale: String? = nil, rideIdentifier: String? = nil) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
  }

  static let blank = GetRideStatusIntent(riderIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("rideIdentifier", &rideIdentifier)
  }
}

/// What the stage `handle` of `GetRideStatusIntent` would answer, with nothing done.
public struct GetRideStatusConfirm: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<FoundRide>(
    "get-ride-status.confirm", by: [.riders, .operators], onlyAsks: true)
  /// What is asked.
  public var intent: GetRideStatusIntent

  /// The stage of an intent.
  public init(_ intent: GetRideStatusIntent) { self.intent = intent }
}

/// Like `handle`, and begins live updates: an answer after each change of the ride.
public struct StartUpdates: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<FollowedRide>(
    "get-ride-status.start-updates", by: [.riders, .operators], onlyAsks: true)
  /// What is asked.
  public var intent: GetRideStatusIntent

  /// The stage of an intent.
  public init(_ intent: GetRideStatusIntent) { self.intent = intent }
}

/// Like `handle`, and ends live updates.
public struct StopUpdates: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<FoundRide>(
    "get-ride-status.stop-updates", by: [.riders, .operators], onlyAsks: true)
  /// What is asked.
  public var intent: GetRideStatusIntent

  /// The stage of an intent.
  public init(_ intent: GetRideStatusIntent) { self.intent = intent }
}
