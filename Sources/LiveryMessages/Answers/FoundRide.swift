// Written from Messages by Tests/Lab/messages: change that, not this.

/// What a booking would make; or the ride, where it was booked already.
public struct ProspectOrRide: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// The ride.
  public var rideStatus: RideStatus

  /// Of its members.
  public init(code: ResponseCode, rideStatus: RideStatus) {
    self.code = code
    self.rideStatus = rideStatus
  }

  static let blank = ProspectOrRide(code: .blank, rideStatus: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("rideStatus", &rideStatus)
  }
}

/// A ride.
public struct ShownRide: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// The ride as it stands.
  public var rideStatus: RideStatus

  /// Of its members.
  public init(code: ResponseCode, rideStatus: RideStatus) {
    self.code = code
    self.rideStatus = rideStatus
  }

  static let blank = ShownRide(code: .blank, rideStatus: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("rideStatus", &rideStatus)
  }
}

/// A ride, or that there is none.
public struct FoundRide: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// The ride; absent where there is none.
  public var rideStatus: RideStatus?

  /// Of its members.
  public init(code: ResponseCode, rideStatus: RideStatus? = nil) {
    self.code = code
    self.rideStatus = rideStatus
  }

  static let blank = FoundRide(code: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("rideStatus", &rideStatus)
  }
}

/// A ride that is followed.
public struct FollowedRide: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// The ride; absent where there is none.
  public var rideStatus: RideStatus?
  /// Until when it is followed; in the first answer.
  public var updatesUntil: Instant?

  /// Of its members.
  public init(code: ResponseCode, rideStatus: RideStatus? = nil, updatesUntil: Instant? = nil) {
    self.code = code
    self.rideStatus = rideStatus
    self.updatesUntil = updatesUntil
  }

  static let blank = FollowedRide(code: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("rideStatus", &rideStatus)
    try member("updatesUntil", &updatesUntil)
  }
}

/// A page of the rides of a rider.
public struct RideList: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// The rides, those that were booked last first.
  public var rides: [RideStatus] = []
  /// Whether another page follows.
  public var hasMore: Bool

  /// Of its members.
  public init(code: ResponseCode, rides: [RideStatus] = [], hasMore: Bool) {
    self.code = code
    self.rides = rides
    self.hasMore = hasMore
  }

  static let blank = RideList(code: .blank, hasMore: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("rides", &rides)
    try member("hasMore", &hasMore)
  }
}

/// What canceling costs.
public struct CanceledRide: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// The ride as it stands.
  public var rideStatus: RideStatus
  /// What can be taken, or was; absent for nothing.
  public var cancellationFee: Money?
  /// Before which it is free.
  public var cancellationFeeThreshold: Instant?

  /// Of its members.
  public init(
    code: ResponseCode, rideStatus: RideStatus, cancellationFee: Money? = nil,
    cancellationFeeThreshold: Instant? = nil
  ) {
    self.code = code
    self.rideStatus = rideStatus
    self.cancellationFee = cancellationFee
    self.cancellationFeeThreshold = cancellationFeeThreshold
  }

  static let blank = CanceledRide(code: .blank, rideStatus: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("rideStatus", &rideStatus)
    try member("cancellationFee", &cancellationFee)
    try member("cancellationFeeThreshold", &cancellationFeeThreshold)
  }
}
