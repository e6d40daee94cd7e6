// Written from Messages by Tests/Lab/messages: change that, not this.

/// What each parameter has come to.
public struct ResolvedParameters: AnswerContent, AnswerObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// By parameter, those asked about.
  public var resolutions: Resolutions
  /// The ride that the request has made already.
  public var rideStatus: RideStatus?

  /// Of its members.
  public init(code: ResponseCode, resolutions: Resolutions, rideStatus: RideStatus? = nil) {
    self.code = code
    self.resolutions = resolutions
    self.rideStatus = rideStatus
  }

  static let blank = ResolvedParameters(code: .blank, resolutions: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("resolutions", &resolutions)
    try member("rideStatus", &rideStatus)
  }
}

/// What was asked about has a member each.
public struct Resolutions: Hashable, Sendable, MessageObject {
  /// What pickupLocation has come to.
  public var pickupLocation: Resolution<Place>?
  /// What dropOffLocation has come to.
  public var dropOffLocation: Resolution<Place>?
  /// What rideOptionName has come to.
  public var rideOptionName: Resolution<String>?
  /// What partySize has come to.
  public var partySize: Resolution<Int>?
  /// What scheduledPickupTime has come to.
  public var scheduledPickupTime: Resolution<PickupWindow>?
  /// What paymentMethod has come to.
  public var paymentMethod: Resolution<PaymentMethod>?

  /// Of its members.
  public init(
    pickupLocation: Resolution<Place>? = nil, dropOffLocation: Resolution<Place>? = nil,
    rideOptionName: Resolution<String>? = nil, partySize: Resolution<Int>? = nil,
    scheduledPickupTime: Resolution<PickupWindow>? = nil,
    paymentMethod: Resolution<PaymentMethod>? = nil
  ) {
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.rideOptionName = rideOptionName
    self.partySize = partySize
    self.scheduledPickupTime = scheduledPickupTime
    self.paymentMethod = paymentMethod
  }

  static let blank = Resolutions()

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("pickupLocation", &pickupLocation)
    try member("dropOffLocation", &dropOffLocation)
    try member("rideOptionName", &rideOptionName)
    try member("partySize", &partySize)
    try member("scheduledPickupTime", &scheduledPickupTime)
    try member("paymentMethod", &paymentMethod)
  }
}
