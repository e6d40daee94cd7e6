import JSON

/// A list of texts as one column: a flat JSON array of strings.
///
/// The reader accepts only the writer's form: no white space, and of the escapes `\"`, `\\` and
/// `\u00XX`.
enum TextList {
  /// Appends the JSON of the texts.
  static func append(_ texts: [String], to json: inout [UInt8]) {
    json.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      _ = json.appendQuoted(text)
    }
    json.append(UInt8(ascii: "]"))
  }

  /// The texts of the JSON, nil if it is not what `append` writes.
  static func decode(_ json: [UInt8]) -> [String]? {
    guard json.count >= 2, json.first == UInt8(ascii: "["), json.last == UInt8(ascii: "]") else {
      return nil
    }
    var rest = json.dropFirst().dropLast()
    var texts: [String] = []
    while !rest.isEmpty {
      if !texts.isEmpty, rest.popFirst() != UInt8(ascii: ",") { return nil }
      guard let text = string(&rest) else { return nil }
      texts.append(text)
    }
    return texts
  }

  private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let character = escaped(&rest) else { return nil }
        bytes.append(character)
      default:
        bytes.append(byte)
      }
    }
    return nil
  }

  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let kind = rest.popFirst() else { return nil }
    guard kind == UInt8(ascii: "u") else { return kind }
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    guard digits.count == 4 else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension [UInt8] {
  /// Appends a text as a JSON string; returns whether it holds U+0000.
  mutating func appendQuoted(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in
      append(UInt8(ascii: "\""))
      defer { append(UInt8(ascii: "\"")) }
      guard utf8.isPlainInJSON else { return appendEscaped(utf8) }
      append(contentsOf: utf8)
      return false
    }
  }

  private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case ..<0x20:
        append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u001".utf8)
        append(
          (byte & 0xf) < 10
            ? UInt8(ascii: "0") + (byte & 0xf) : UInt8(ascii: "a") + (byte & 0xf) - 10)
      default:
        append(byte)
      }
    }
    return utf8.contains(0)
  }
}
