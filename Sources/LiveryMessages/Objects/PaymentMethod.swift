// Written from Messages by Tests/Lab/messages: change that, not this.

/// A way to pay.
public struct PaymentMethod: Hashable, Sendable, MessageObject {
  /// What kind of method it is.
  public var type: PaymentMethod.Kind
  /// What people call it; at most 128 bytes.
  public var name: String?
  /// What tells two methods of a kind apart, such as the last digits; at most 128 bytes.
  public var identificationHint: String?
  /// The payment system's name for the method; only the rider and that system are shown it; at
  /// most 2048 bytes.
  public var token: String?
  /// From when on the method no longer pays.
  public var expirationDate: Instant?
  /// A picture of a method of the list; at most 1024 bytes.
  public var image: String?

  /// Of its members.
  public init(
    type: PaymentMethod.Kind, name: String? = nil, identificationHint: String? = nil,
    token: String? = nil, expirationDate: Instant? = nil, image: String? = nil
  ) {
    self.type = type
    self.name = name
    self.identificationHint = identificationHint
    self.token = token
    self.expirationDate = expirationDate
    self.image = image
  }

  static let blank = PaymentMethod(type: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("type", &type)
    try member("name", &name)
    try member("identificationHint", &identificationHint)
    try member("token", &token)
    try member("expirationDate", &expirationDate)
    try member("image", &image)
  }
}

extension PaymentMethod {
  /// The kinds of SiriKit's `INPaymentMethodType`.
  public enum Kind: Hashable, Sendable, OpenWord {
    case unknown
    case checking
    case savings
    case brokerage
    case debit
    case credit
    case prepaid
    case store
    case applePay
    /// A word of a later release.
    case other(String)

    static let known: [String: Kind] = [
      "unknown": .unknown, "checking": .checking, "savings": .savings, "brokerage": .brokerage,
      "debit": .debit, "credit": .credit, "prepaid": .prepaid, "store": .store,
      "applePay": .applePay,
    ]
    var unknown: String? { if case .other(let word) = self { word } else { nil } }
  }
}

/// So many of an extra.
public struct ExtraCount: Hashable, Sendable, MessageObject {
  /// Its key; 1 to 128 bytes.
  public var extraIdentifier: String
  /// How many; 1 to 99.
  public var count: Int

  /// Of its members.
  public init(extraIdentifier: String, count: Int) {
    self.extraIdentifier = extraIdentifier
    self.count = count
  }

  static let blank = ExtraCount(extraIdentifier: .blank, count: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("extraIdentifier", &extraIdentifier)
    try member("count", &count)
  }
}

/// A toll or a fee that was paid for the rider.
public struct PaidToll: Hashable, Sendable, MessageObject {
  /// The toll, by its key in the catalogue; at most 128 bytes.
  public var tollIdentifier: String
  /// What was paid.
  public var amount: Money

  /// Of its members.
  public init(tollIdentifier: String, amount: Money) {
    self.tollIdentifier = tollIdentifier
    self.amount = amount
  }

  static let blank = PaidToll(tollIdentifier: .blank, amount: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("tollIdentifier", &tollIdentifier)
    try member("amount", &amount)
  }
}
