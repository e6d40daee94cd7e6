// Written from Messages by Tests/Lab/messages: change that, not this.

/// "Cancel it": SiriKit's `INCancelRideIntent`, plus who cancels and why.
public struct CancelRideIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<CanceledRide>(
    "cancel-ride.handle", by: [.riders, .operators], needsMessageIdentifier: true)

  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Why, in words; at most 256 characters.
  public var reason: String?
  /// The most that the rider agrees to pay: what costs more is not canceled.
  public var maximumCancellationFee: Money?
  /// Why; the catalogue may set a fee for it.
  public var cause: CancellationCause?

  /// Of its members.
  public init(
    riderIdentifier: String, locale: String? = nil, rideIdentifier: String, reason: String? = nil,
    maximumCancellationFee: Money? = nil, cause: CancellationCause? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
    self.reason = reason
    self.maximumCancellationFee = maximumCancellationFee
    self.cause = cause
  }

  static let blank = CancelRideIntent(riderIdentifier: .blank, rideIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("rideIdentifier", &rideIdentifier)
    try member("reason", &reason)
    try member("maximumCancellationFee", &maximumCancellationFee)
    try member("cause", &cause)
  }
}

/// What the stage `handle` of `CancelRideIntent` would answer, with nothing done.
public struct CancelRideConfirm: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<CanceledRide>(
    "cancel-ride.confirm", by: [.riders, .operators], onlyAsks: true)
  /// What is asked.
  public var intent: CancelRideIntent

  /// The stage of an intent.
  public init(_ intent: CancelRideIntent) { self.intent = intent }
}
