/// AMQP's short strings, in which routing keys and most properties are sent: at most 255 bytes.
enum ShortString {
  static let limit = 255
}

extension String {
  /// The longest prefix of whole characters that fits so many bytes of UTF-8.
  func clipped(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }

  /// The text with `?` in place of each control character.
  var withoutControlCharacters: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.value < 0x20 || 0x7F...0x9F ~= $0.value ? "?" : $0 }))
  }
}
