// Written from Messages by Tests/Lab/messages: change that, not this.

/// "Where are they?": a shared ride, asked about by who has its token.
public struct GetSharedStatusIntent: RideRequest, MessageObject {
  public typealias Answer = Reply<FoundShare>
  public static let type = "get-shared-status.handle"
  public static let senders: [Sender] = [.riders, .operators]
  public static let onlyAsks = true

  /// The token that the rider has passed on. At most 1024 bytes.
  public var shareToken: String

  public init(shareToken: String) {
    self.shareToken = shareToken
  }

  static let blank = GetSharedStatusIntent(shareToken: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("shareToken", &shareToken)
  }
}
