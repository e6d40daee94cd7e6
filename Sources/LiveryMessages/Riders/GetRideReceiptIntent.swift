// Written from Messages by Tests/Lab/messages: change that, not this.

/// "What did my ride cost?": the receipt of a ride that has ended.
public struct GetRideReceiptIntent: RideRequest, MessageObject {
  public typealias Answer = Reply<BilledRide>
  public static let type = "get-ride-receipt.handle"
  public static let senders: [Sender] = [.riders, .operators]
  public static let onlyAsks = true

  /// The person who asks, as the producer has authenticated them. 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent. At most 256 bytes.
  public var locale: String?
  /// The ride. 1 to 128 bytes.
  public var rideIdentifier: String

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
