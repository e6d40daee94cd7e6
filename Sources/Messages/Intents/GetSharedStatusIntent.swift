// Written from Operations/get-shared-status.toml by Tests/Lab/messages: change that, not this.

import JSON

/// "Where are they?": a shared ride, asked about by who has its token.
package struct GetSharedStatusIntent: Hashable, Sendable {
  /// The token that the rider has passed on.
  package var shareToken: String

  package init(shareToken: String) {
    self.shareToken = shareToken
  }
}

extension GetSharedStatusIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      shareToken: try fields.require("shareToken", try fields.line("shareToken", atMost: 1024)))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("shareToken", shareToken)
  }
}
