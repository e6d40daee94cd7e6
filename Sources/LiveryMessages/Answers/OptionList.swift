// Written from Messages by Tests/Lab/messages: change that, not this.

/// The options of a trip.
public struct OptionList: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// Until when the quotes count.
  public var expirationDate: Instant
  /// What can be had, best first.
  public var rideOptions: [RideOption] = []
  /// How it can be paid.
  public var paymentMethods: [PaymentMethod] = []

  /// Of its members.
  public init(
    code: ResponseCode, expirationDate: Instant, rideOptions: [RideOption] = [],
    paymentMethods: [PaymentMethod] = []
  ) {
    self.code = code
    self.expirationDate = expirationDate
    self.rideOptions = rideOptions
    self.paymentMethods = paymentMethods
  }

  static let blank = OptionList(code: .blank, expirationDate: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("expirationDate", &expirationDate)
    try member("rideOptions", &rideOptions)
    try member("paymentMethods", &paymentMethods)
  }
}

/// The answer that says how it went and no more.
public struct Acknowledgement: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode

  /// Of its members.
  public init(code: ResponseCode) {
    self.code = code
  }

  static let blank = Acknowledgement(code: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
  }
}

/// The answer to a report.
public struct AppliedReport: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// Whether it was newer than what was known.
  public var applied: Bool?

  /// Of its members.
  public init(code: ResponseCode, applied: Bool? = nil) {
    self.code = code
    self.applied = applied
  }

  static let blank = AppliedReport(code: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("applied", &applied)
  }
}

/// The receipt of a ride that has ended.
public struct BilledRide: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// The receipt.
  public var receipt: RideReceipt

  /// Of its members.
  public init(code: ResponseCode, receipt: RideReceipt) {
    self.code = code
    self.receipt = receipt
  }

  static let blank = BilledRide(code: .blank, receipt: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("receipt", &receipt)
  }
}

/// What lets others follow a ride until it ends.
public struct SharedRide: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// What to pass on: who has it can follow the ride.
  public var shareToken: String

  /// Of its members.
  public init(code: ResponseCode, shareToken: String) {
    self.code = code
    self.shareToken = shareToken
  }

  static let blank = SharedRide(code: .blank, shareToken: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("shareToken", &shareToken)
  }
}

/// A shared ride.
public struct FoundShare: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// The ride as who follows it may see it.
  public var sharedStatus: SharedStatus

  /// Of its members.
  public init(code: ResponseCode, sharedStatus: SharedStatus) {
    self.code = code
    self.sharedStatus = sharedStatus
  }

  static let blank = FoundShare(code: .blank, sharedStatus: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("sharedStatus", &sharedStatus)
  }
}
