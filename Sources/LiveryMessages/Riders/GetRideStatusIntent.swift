// Written from Messages by Tests/Lab/messages: change that, not this.

/// "Where is my ride?": SiriKit's `INGetRideStatusIntent`.
public struct GetRideStatusIntent: RideRequest, MessageObject {
  public typealias Answer = Reply<FoundRide>
  public static let type = "get-ride-status.handle"
  public static let senders: [Sender] = [.riders, .operators]
  public static let onlyAsks = true

  /// The person who asks, as the producer has authenticated them. 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent. At most 256 bytes.
  public var locale: String?
  /// The ride; the rider's current one where it is absent.
  public var rideIdentifier: String?

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
  public typealias Answer = Reply<FoundRide>
  public static let type = "get-ride-status.confirm"
  public static let senders: [Sender] = [.riders, .operators]
  public var intent: GetRideStatusIntent

  public init(_ intent: GetRideStatusIntent) { self.intent = intent }
}

/// Like `handle`, and begins live updates: an answer after each change of the ride.
public struct StartUpdates: RequestStage {
  public typealias Answer = Reply<FollowedRide>
  public static let type = "get-ride-status.start-updates"
  public static let senders: [Sender] = [.riders, .operators]
  public var intent: GetRideStatusIntent

  public init(_ intent: GetRideStatusIntent) { self.intent = intent }
}

/// Like `handle`, and ends live updates.
public struct StopUpdates: RequestStage {
  public typealias Answer = Reply<FoundRide>
  public static let type = "get-ride-status.stop-updates"
  public static let senders: [Sender] = [.riders, .operators]
  public var intent: GetRideStatusIntent

  public init(_ intent: GetRideStatusIntent) { self.intent = intent }
}
