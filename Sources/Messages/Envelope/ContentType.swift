/// The properties that describe the encoding of a body: JSON in UTF-8, not compressed.
enum ContentType {
  static let json = "application/json"
  /// CloudEvents 1.0, structured mode (JSON Event Format, section 3).
  static let cloudEvent = "application/cloudevents+json"

  /// Throws `unsupportedContentType` unless the content type is JSON, empty or absent, and the
  /// encoding none.
  static func check(_ properties: MessageProperties) throws(RequestError) {
    if let type = properties.contentType, type != json, type != "", !isJSON(type) {
      throw RequestError(
        .unsupportedContentType, "expected \(json) in UTF-8, got \(quoted(type))",
        path: "content_type")
    }
    if let encoding = properties.contentEncoding, !isPlain(encoding) {
      throw RequestError(
        .unsupportedContentType, "expected no content encoding, got \(quoted(encoding))",
        path: "content_encoding")
    }
  }

  /// Whether the text is the media type of JSON, in any case, with `charset=utf-8` at most; a
  /// parameter may be empty (RFC 9110, sections 5.6.6 and 8.3.1).
  private static func isJSON(_ text: String) -> Bool {
    let parts = text.lowercased().split(separator: ";", omittingEmptySubsequences: false)
      .map { trimmed($0) }
    guard parts[0] == json else { return false }
    return parts.dropFirst().allSatisfy {
      ["", "charset=utf-8", "charset=\"utf-8\"", "charset=utf8"].contains($0)
    }
  }

  private static func isPlain(_ encoding: String) -> Bool {
    ["", "identity", "utf-8"].contains(encoding.lowercased())
  }

  private static func trimmed(_ part: Substring) -> Substring {
    var part = part
    while let first = part.first, first.isWhitespace { part.removeFirst() }
    while let last = part.last, last.isWhitespace { part.removeLast() }
    return part
  }
}
