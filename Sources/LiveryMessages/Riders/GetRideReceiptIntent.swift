// Written from Messages by Tests/Lab/messages: change that, not this.

/// "What did my ride cost?": the receipt of a ride that has ended.
public struct GetRideReceiptIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<BilledRide>(
    "get-ride-receipt.handle", by: [.riders, .operators], onlyAsks: true)

  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String

  /// Of its members.
  public init(riderIdentifier: String, locale: String? = nil, rideIdentifier: String) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
  }

  static let blank = GetRideReceiptIntent(riderIdentifier: .blank, rideIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("rideIdentifier", &rideIdentifier)
  }
}
