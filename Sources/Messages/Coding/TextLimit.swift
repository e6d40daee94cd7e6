import JSON

/// The greatest lengths of texts that several members share, in bytes of UTF-8; those of others are
/// in the descriptions of the messages.
enum TextLimit {
  static let identifier = 128
  static let name = 128
  static let link = 1024
  /// RFC 3339 with nine fractional digits and an offset has 35.
  static let instant = 64
  /// With keywords, such as a calendar and a time zone.
  static let locale = 256
}

/// What people write is limited in characters as they count them (the grapheme clusters of Unicode,
/// UAX #29): a line of an address is as long in Thai as in English.
enum CharacterLimit {
  /// How many bytes a character may have on average, so that a text is bounded in bytes, too.
  ///
  /// A character of Thai or Kannada has 3 to 10 bytes, a rare one over 20.
  static let bytesEach = 16
}

/// AMQP's short strings, in which routing keys and most properties are sent: at most 255 bytes.
enum ShortString {
  static let limit = 255
}

/// The contract's rules for a text; a fault names the path given.
extension String {
  func identifier(path: @autoclosure () -> String) throws(JSONFault) -> String {
    guard !isEmpty else {
      throw JSONFault(
        .outOfRange, path: path(), "expected 1 to \(TextLimit.identifier) bytes, got none")
    }
    return try line(path: path())
  }

  /// A column of text in a database cannot hold U+0000, and no line needs the others.
  func line(path: @autoclosure () -> String) throws(JSONFault) -> String {
    guard hasControlCharacters else { return self }
    throw JSONFault(
      .outOfRange, path: path(), "expected no control characters, got a text with some")
  }

  func lines(
    atMost limit: Int, path: @autoclosure () -> String
  ) throws(JSONFault) -> String {
    // No text has more characters than bytes, and most texts are short.
    if utf8.count > limit, count > limit {
      throw JSONFault(
        .outOfRange, path: path(), "expected at most \(limit) characters, got \(count)")
    }
    guard hasControlCharacters, withoutBlanks.hasControlCharacters else { return self }
    throw JSONFault(
      .outOfRange, path: path(),
      "expected no control characters but line breaks and tabs, got a text with others")
  }

  /// What riders are shown as a vehicle sends it: no character may make it read as another text.
  func printable(path: @autoclosure () -> String) throws(JSONFault) -> String {
    guard let scalar = unicodeScalars.first(where: PrintableText.isUnprintable) else { return self }
    let code = String(scalar.value, radix: 16, uppercase: true)
    throw JSONFault(
      .outOfRange, path: path(),
      "expected no character that controls a line or its direction, got U+"
        + String(repeating: "0", count: max(0, 4 - code.count)) + code)
  }

  /// Whether this is a telephone number: 3 to 15 digits, of which E.164 has no more, after a `+` or
  /// none, with up to three separators between two of them.
  var isPhoneNumber: Bool {
    var (digits, separators) = (0, 0)
    var rest = utf8[...]
    for sign in "+(".utf8 where rest.first == sign { rest.removeFirst() }
    for byte in rest {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): (digits, separators) = (digits + 1, 0)
      case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "."),
        UInt8(ascii: "/"), UInt8(ascii: "-"):
        separators += 1
        guard digits > 0, separators <= 3 else { return false }
      default: return false
      }
    }
    return 3...15 ~= digits && separators == 0
  }

  /// No word is longer than a name.
  ///
  /// Swift compares long texts slowly: normalizing accents takes time quadratic in their number.
  func word<Word: RawRepresentable & CaseIterable>(
    of list: Word.Type, path: @autoclosure () -> String
  ) throws(JSONFault) -> Word where Word.RawValue == String {
    if utf8.count <= TextLimit.name, let word = Word(rawValue: self) { return word }
    let words = list.allCases.map(\.rawValue).joined(separator: ", ")
    throw JSONFault(.wrongType, path: path(), "expected one of \(words), got \(quoted(self))")
  }

  /// Whether any scalar is of the general category Cc: U+0000 to U+001F and U+007F to U+009F.
  var hasControlCharacters: Bool {
    let bytes = utf8.span
    var previous: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      // U+0080 to U+009F are 0xC2 and the byte of that value.
      if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return true }
      previous = byte
    }
    return false
  }

  /// The text without tabs and line breaks.
  private var withoutBlanks: String {
    var scalars = unicodeScalars
    scalars.removeAll { $0 == "\t" || $0 == "\n" || $0 == "\r" }
    return String(scalars)
  }
}

extension String {
  /// The longest prefix of whole characters that fits into that many bytes of UTF-8.
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

/// A text as an error message shows it: in quotes, at most 40 characters.
func quoted(_ text: String) -> String {
  let shown = text.unicodeScalars.prefix(40).map { $0.value < 0x20 ? "?" : String($0) }.joined()
  return text.unicodeScalars.count > 40 ? "'\(shown)…'" : "'\(shown)'"
}
