// Written from Messages by Tests/Lab/messages: change that, not this.

/// "Where are they?": a shared ride, asked about by who has its token.
public struct GetSharedStatusIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<FoundShare>(
    "get-shared-status.handle", by: [.riders, .operators], onlyAsks: true)

  /// The token that the rider has passed on; at most 1024 bytes.
  public var shareToken: String

  /// Of its members.
  public init(shareToken: String) {
    self.shareToken = shareToken
  }

  static let blank = GetSharedStatusIntent(shareToken: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("shareToken", &shareToken)
  }
}
