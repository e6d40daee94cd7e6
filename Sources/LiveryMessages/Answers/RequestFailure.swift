// Written from Messages by Tests/Lab/messages: change that, not this.

/// The answer to what was not carried out.
public struct RequestFailure: Error, MessageBody, MessageObject {
  /// SiriKit's name for how it went.
  public var code: ResponseCode
  /// Why not.
  public var error: RequestError
  /// The ride that there is all the same.
  public var rideStatus: RideStatus?
  /// What can be taken, or was; absent for nothing.
  public var cancellationFee: Money?
  /// Before which it is free.
  public var cancellationFeeThreshold: Instant?

  /// Of its members.
  public init(
    code: ResponseCode, error: RequestError, rideStatus: RideStatus? = nil,
    cancellationFee: Money? = nil, cancellationFeeThreshold: Instant? = nil
  ) {
    self.code = code
    self.error = error
    self.rideStatus = rideStatus
    self.cancellationFee = cancellationFee
    self.cancellationFeeThreshold = cancellationFeeThreshold
  }

  static let blank = RequestFailure(code: .blank, error: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("code", &code)
    try member("error", &error)
    try member("rideStatus", &rideStatus)
    try member("cancellationFee", &cancellationFee)
    try member("cancellationFeeThreshold", &cancellationFeeThreshold)
  }
}

/// Why a request was not carried out.
public struct RequestError: Hashable, Sendable, MessageObject {
  /// Why, for programs; treat one that you do not know by `retry`.
  public var reason: ErrorReason
  /// Why, for people.
  public var message: String
  /// Words of the catalogue for the rider.
  public var prompt: String?
  /// The member, the property (`message_id`) or the header (`headers.deadline`) at fault.
  public var path: String?
  /// The price now, where it is above the `maximumPrice`.
  public var price: Money?
  /// Whether to send it again, and with which `message_id`.
  public var retry: RetryAdvice
  /// When to try again.
  public var retryAfterSeconds: Int?

  /// Of its members.
  public init(
    reason: ErrorReason, message: String, prompt: String? = nil, path: String? = nil,
    price: Money? = nil, retry: RetryAdvice, retryAfterSeconds: Int? = nil
  ) {
    self.reason = reason
    self.message = message
    self.prompt = prompt
    self.path = path
    self.price = price
    self.retry = retry
    self.retryAfterSeconds = retryAfterSeconds
  }

  static let blank = RequestError(reason: .blank, message: .blank, retry: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("reason", &reason)
    try member("message", &message)
    try member("prompt", &prompt)
    try member("path", &path)
    try member("price", &price)
    try member("retry", &retry)
    try member("retryAfterSeconds", &retryAfterSeconds)
  }
}
