import JSON

/// The members of a response that say how it went.
struct ResponseFields: Hashable, Sendable {
  let code: String?
  let reason: String?
  let message: String?
  let path: String?

  init(body: [UInt8]) {
    let fields = try? JSONValue(parsing: body, limits: .stored)
    code = fields?["code"]?.string
    let error = fields?["error"]
    reason = error?["reason"]?.string
    message = error?["message"]?.string
    path = error?["path"]?.string
  }

  var isFailure: Bool { code?.hasPrefix("failure") ?? true }
}
