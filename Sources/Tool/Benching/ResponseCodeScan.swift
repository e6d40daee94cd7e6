import JSON

/// The `code` of an answer, found without reading the whole of it.
enum ResponseCodeScan {
  private static let start = Array(#"{"code":""#.utf8)

  /// Livery writes the code first; of a body that begins otherwise the whole is read.
  static func code(in body: [UInt8]) -> String {
    if body.starts(with: start) {
      let code = body[start.count...].prefix { $0 != UInt8(ascii: "\"") }
      return String(decoding: code, as: UTF8.self)
    }
    return ResponseSummary(body: body).code ?? "unreadable"
  }
}
