// Written from Messages by Tests/Lab/messages: change that, not this.

/// "I need help": a rider's call for help, during the ride or after it.
public struct SOSIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>("sos.handle", needsMessageIdentifier: true)

  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Where the caller is.
  public var location: Place?
  /// What has happened, in words; at most 512 characters.
  public var note: String?

  /// Of its members.
  public init(
    riderIdentifier: String, locale: String? = nil, rideIdentifier: String, location: Place? = nil,
    note: String? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
    self.location = location
    self.note = note
  }

  static let blank = SOSIntent(riderIdentifier: .blank, rideIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("rideIdentifier", &rideIdentifier)
    try member("location", &location)
    try member("note", &note)
  }
}
