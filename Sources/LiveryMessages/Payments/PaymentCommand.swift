// Written from Messages by Tests/Lab/messages: change that, not this.

/// A command to the payment system.
public struct PaymentCommand: RideEvent, MessageBody, EventObject {
  /// The exchange to which it is published.
  public static let exchange = "livery.payments"
  /// What the `type` of the message is.
  public static let types = [
    "payment.authorise", "payment.capture", "payment.void", "payment.refund",
  ]

  /// Two commands with the same key are to be done once.
  public var key: String
  /// What is asked.
  public var operation: PaymentCommand.Operation
  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// How much.
  public var amount: Money?
  /// How it is paid.
  public var paymentMethod: PaymentMethod
  /// The payment system's name for the hold or payment.
  public var reference: String?

  /// Of its members.
  public init(
    key: String, operation: PaymentCommand.Operation, rideIdentifier: String, amount: Money? = nil,
    paymentMethod: PaymentMethod, reference: String? = nil
  ) {
    self.key = key
    self.operation = operation
    self.rideIdentifier = rideIdentifier
    self.amount = amount
    self.paymentMethod = paymentMethod
    self.reference = reference
  }

  static let blank = PaymentCommand(
    key: .blank, operation: .blank, rideIdentifier: .blank, paymentMethod: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("key", &key)
    try member("operation", &operation)
    try member("rideIdentifier", &rideIdentifier)
    try member(amount: "amount", &amount)
    try member("paymentMethod", &paymentMethod)
    try member("reference", &reference)
  }
}

extension PaymentCommand {
  /// The four operations of a payment system.
  public enum Operation: String, Sendable, ClosedWord {
    /// Holds an amount on the payment method.
    case authorize = "authorise"
    /// Captures an amount of a hold; the rest of the hold is released.
    case capture
    /// Releases an authorization.
    case void
    /// Refunds an amount of a capture.
    case refund
  }
}
