// Written from Messages by Tests/Lab/messages: change that, not this.

/// "Cancel it": SiriKit's `INCancelRideIntent`, plus who cancels and why.
public struct CancelRideIntent: RideRequest, MessageObject {
  public typealias Answer = Reply<CanceledRide>
  public static let type = "cancel-ride.handle"
  public static let senders: [Sender] = [.riders, .operators]
  public static let needsMessageIdentifier = true

  /// The person who asks, as the producer has authenticated them. 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent. At most 256 bytes.
  public var locale: String?
  /// The ride. 1 to 128 bytes.
  public var rideIdentifier: String
  /// Why, in words. At most 256 characters.
  public var reason: String?
  /// The most that the rider agrees to pay: what costs more is not canceled.
  public var maximumCancellationFee: Money?
  /// Why; the catalogue may set a fee for it.
  public var cause: CancellationCause?

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
  public typealias Answer = Reply<CanceledRide>
  public static let type = "cancel-ride.confirm"
  public static let senders: [Sender] = [.riders, .operators]
  public var intent: CancelRideIntent

  public init(_ intent: CancelRideIntent) { self.intent = intent }
}
