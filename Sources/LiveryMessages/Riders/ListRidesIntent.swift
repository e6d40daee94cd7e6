// Written from Messages by Tests/Lab/messages: change that, not this.

/// "What have I booked?": the rides of a rider, by pages.
public struct ListRidesIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<RideList>(
    "list-rides.handle", by: [.riders, .operators], onlyAsks: true)

  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// Only rides in these phases; all of them where it is absent.
  public var phases: [RidePhase]?
  /// Only rides that were booked then or later.
  public var bookedFrom: Instant?
  /// Only rides that were booked before.
  public var bookedBefore: Instant?
  /// The last ride of the page before; 1 to 128 bytes.
  public var afterRideIdentifier: String?
  /// How many at most, 10 where it is absent; 1 to 20.
  public var maximumRides: Int?

  /// Of its members.
  public init(
    riderIdentifier: String, locale: String? = nil, phases: [RidePhase]? = nil,
    bookedFrom: Instant? = nil, bookedBefore: Instant? = nil, afterRideIdentifier: String? = nil,
    maximumRides: Int? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.phases = phases
    self.bookedFrom = bookedFrom
    self.bookedBefore = bookedBefore
    self.afterRideIdentifier = afterRideIdentifier
    self.maximumRides = maximumRides
  }

  static let blank = ListRidesIntent(riderIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("phases", &phases)
    try member("bookedFrom", &bookedFrom)
    try member("bookedBefore", &bookedBefore)
    try member("afterRideIdentifier", &afterRideIdentifier)
    try member("maximumRides", &maximumRides)
  }
}
