// Written from Messages by Tests/Lab/messages: change that, not this.

/// SiriKit's `INSendRideFeedbackIntent`: a rating, a tip, or both.
///
/// Also required: a rating, a tip or both.
public struct SendRideFeedbackIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>(
    "send-ride-feedback.handle", needsMessageIdentifier: true)

  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// From 0, the worst, to 10; 0 to 10.
  public var rating: Int?
  /// What the driver is given.
  public var tip: Money?
  /// In words; at most 1024 characters.
  public var comment: String?

  /// Of its members.
  public init(
    riderIdentifier: String, locale: String? = nil, rideIdentifier: String, rating: Int? = nil,
    tip: Money? = nil, comment: String? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
    self.rating = rating
    self.tip = tip
    self.comment = comment
  }

  static let blank = SendRideFeedbackIntent(riderIdentifier: .blank, rideIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("rideIdentifier", &rideIdentifier)
    try member("rating", &rating)
    try member("tip", &tip)
    try member("comment", &comment)
  }
}

/// What the stage `handle` of `SendRideFeedbackIntent` would answer, with nothing done.
public struct SendRideFeedbackConfirm: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>("send-ride-feedback.confirm", onlyAsks: true)
  /// What is asked.
  public var intent: SendRideFeedbackIntent

  /// The stage of an intent.
  public init(_ intent: SendRideFeedbackIntent) { self.intent = intent }
}
