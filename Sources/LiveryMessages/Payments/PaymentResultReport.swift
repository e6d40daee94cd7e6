// Written from Messages by Tests/Lab/messages: change that, not this.

/// What a payment system answers to a command for a ride.
public struct PaymentResultReport: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>(
    "payment.result", by: [.payments], needsMessageIdentifier: true)

  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// The key of the command; at most 256 bytes.
  public var key: String
  /// What has become of it.
  public var outcome: PaymentResultReport.Outcome
  /// The payment system's name for the hold or the payment; at most 256 bytes.
  public var reference: String?
  /// For a person who looks into it; at most 1024 characters.
  public var message: String?

  /// Of its members.
  public init(
    rideIdentifier: String, key: String, outcome: PaymentResultReport.Outcome,
    reference: String? = nil, message: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.key = key
    self.outcome = outcome
    self.reference = reference
    self.message = message
  }

  static let blank = PaymentResultReport(rideIdentifier: .blank, key: .blank, outcome: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("key", &key)
    try member("outcome", &outcome)
    try member("reference", &reference)
    try member("message", &message)
  }
}

extension PaymentResultReport {
  /// The closed list of results.
  public enum Outcome: String, Sendable, ClosedWord {
    /// Done.
    case approved
    /// Refused by the holder's bank or the like, for good.
    case declined
    /// The rider has to act first, in the payment system's own surface (3-D Secure).
    case needsAction
    /// The result is unknown; this is no refusal, and the command is repeated under the same key.
    case unknown
    /// Failed for a temporary reason.
    case failed
  }
}
