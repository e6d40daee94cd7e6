/// A name and its value, as `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_EXPORTER_OTLP_HEADERS` list them.
package struct KeyValuePair: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Reads `name=value,name=value`, where a value may have percent-encoded bytes; nil for another
  /// text.
  ///
  /// Blanks around names and values do not count.
  package static func list(_ text: String) -> [KeyValuePair]? {
    var pairs: [KeyValuePair] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: "="),
        let value = decoded(trimmed(part[part.index(after: equals)...]))
      else { return nil }
      let name = trimmed(part[..<equals])
      guard !name.isEmpty, name.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
      pairs.append(KeyValuePair(name: String(name), value: value))
    }
    return pairs
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  /// The text without control characters whose `%XX` are decoded; nil for another.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(rest.prefix(2).map(digit).joined(), radix: 16) else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// A digit as a text; `-` for a sign, which `UInt8` would read.
  private static func digit(_ byte: UInt8) -> String {
    let character = Character(Unicode.Scalar(byte))
    return character.isHexDigit ? String(character) : "-"
  }
}

extension KeyValuePair: CustomStringConvertible, CustomReflectable {
  /// The name alone, since a value may be a secret.
  package var description: String { "\(name)=***" }

  /// Mirrors only the description, so that no dump shows the value.
  package var customMirror: Mirror { Mirror(self, children: ["pair": description]) }
}
