// Written from Messages by Tests/Lab/messages: change that, not this.

/// How a ride ended, what was paid and what is still asked.
public struct CompletionStatus: Hashable, Sendable, MessageObject {
  /// How it ended.
  public var outcome: CompletionStatus.Outcome
  /// Why it was canceled or missed, if that is known.
  public var cause: CancellationCause?
  /// Who is at fault for that, by rules, with a cause only.
  public var atFault: FaultParty?
  /// The cause in words of the catalogue, in the rider's language.
  public var causeText: String?
  /// What the ride costs.
  public var payment: CompletionStatus.Payment?
  /// What is given back.
  public var refunds: [CompletionStatus.Transfer] = []
  /// The newest tip.
  public var tip: CompletionStatus.Transfer?
  /// When the trip began, if its driver has reported that.
  public var startedAt: Instant?
  /// When the trip ended; absent for a ride that was not driven.
  public var endedAt: Instant?
  /// How long the way with the rider was, where Livery has measured it.
  public var drivenMetres: Int?
  /// The time zone of the pickup, by IANA, of a ride that was driven.
  public var timeZone: String?
  /// What the rider is asked.
  public var feedback: [CompletionStatus.Feedback] = []
  /// Tips to choose from.
  public var defaultTippingOptions: [Money] = []
  /// Where the app takes what is outstanding.
  public var completionUserActivity: UserActivity?

  /// Of its members.
  public init(
    outcome: CompletionStatus.Outcome, cause: CancellationCause? = nil, atFault: FaultParty? = nil,
    causeText: String? = nil, payment: CompletionStatus.Payment? = nil,
    refunds: [CompletionStatus.Transfer] = [], tip: CompletionStatus.Transfer? = nil,
    startedAt: Instant? = nil, endedAt: Instant? = nil, drivenMetres: Int? = nil,
    timeZone: String? = nil, feedback: [CompletionStatus.Feedback] = [],
    defaultTippingOptions: [Money] = [], completionUserActivity: UserActivity? = nil
  ) {
    self.outcome = outcome
    self.cause = cause
    self.atFault = atFault
    self.causeText = causeText
    self.payment = payment
    self.refunds = refunds
    self.tip = tip
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.drivenMetres = drivenMetres
    self.timeZone = timeZone
    self.feedback = feedback
    self.defaultTippingOptions = defaultTippingOptions
    self.completionUserActivity = completionUserActivity
  }

  static let blank = CompletionStatus(outcome: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("outcome", &outcome)
    try member("cause", &cause)
    try member("atFault", &atFault)
    try member("causeText", &causeText)
    try member("payment", &payment)
    try member("refunds", &refunds)
    try member("tip", &tip)
    try member("startedAt", &startedAt)
    try member("endedAt", &endedAt)
    try member("drivenMetres", &drivenMetres)
    try member("timeZone", &timeZone)
    try member("feedback", &feedback)
    try member("defaultTippingOptions", &defaultTippingOptions)
    try member("completionUserActivity", &completionUserActivity)
  }
}

extension CompletionStatus {
  /// The way a ride ended.
  public enum Outcome: String, Sendable, ClosedWord {
    case completed
    case canceledByUser
    case canceledByService
    case canceledMissedPickup
  }
}

extension CompletionStatus {
  /// The requested feedback after the ride: SiriKit's `INRideFeedbackTypeOptions`.
  public enum Feedback: String, Sendable, ClosedWord {
    case rate
    case tip
  }
}

extension CompletionStatus {
  /// What a ride costs.
  public struct Payment: Hashable, Sendable, MessageObject {
    /// Whether it has been paid.
    public var state: CompletionStatus.Payment.State
    /// How much.
    public var amount: Money

    /// Of its members.
    public init(state: CompletionStatus.Payment.State, amount: Money) {
      self.state = state
      self.amount = amount
    }

    static let blank = Payment(state: .blank, amount: .blank)

    mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
      try member("state", &state)
      try member(amount: "amount", &amount)
    }
  }
}

extension CompletionStatus.Payment {
  /// Whether the amount has been paid.
  public enum State: String, Sendable, ClosedWord {
    case settled
    case outstanding
  }
}

extension CompletionStatus {
  /// Money that moves after the ride.
  public struct Transfer: Hashable, Sendable, MessageObject {
    /// How far it has come.
    public var state: CompletionStatus.Transfer.State
    /// How much.
    public var amount: Money
    /// Whether it was taken in excess of the debt.
    public var isOverpayment: Bool = false

    /// Of its members.
    public init(state: CompletionStatus.Transfer.State, amount: Money, isOverpayment: Bool = false)
    {
      self.state = state
      self.amount = amount
      self.isOverpayment = isOverpayment
    }

    static let blank = Transfer(state: .blank, amount: .blank)

    mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
      try member("state", &state)
      try member(amount: "amount", &amount)
      try member(flag: "isOverpayment", &isOverpayment)
    }
  }
}

extension CompletionStatus.Transfer {
  /// Its state.
  public enum State: String, Sendable, ClosedWord {
    /// The payment system has not answered.
    case inProgress
    case completed
    /// The payment system has declined it, in whole or in part.
    case declined
  }
}
