/// What is wrong with a JSON text, and where.
package struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is.
  ///
  /// None of them goes away by a retry.
  package enum Kind: String, Sendable, CaseIterable {
    /// Not UTF-8, or not JSON by RFC 8259.
    case malformed
    /// A value of another type, or a text of another form, than the one expected.
    case wrongType
    /// A required value is absent or null.
    case missing
    /// The type is right and the value is not allowed.
    case outOfRange
    /// Nested deeper than the limit.
    case tooDeep
    /// Longer than the limit.
    case tooLarge
    /// A member that the object does not have.
    case unknownMember
  }

  package var kind: Kind
  /// The value at fault, such as `pickupLocation.latitude` or `products[1]`; empty for the whole
  /// text.
  package var path: String
  /// What was expected and what came; quotes no value that could be a secret.
  package var message: String

  package init(_ kind: Kind, path: String = "", _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  package var description: String {
    path.isEmpty ? "\(kind.rawValue): \(message)" : "\(kind.rawValue) at \(path): \(message)"
  }
}

/// A place in a text as editors count it: lines and characters, both from 1.
package struct JSONPlace: Hashable, Sendable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  /// Where a text ceases to be JSON in UTF-8; nil for JSON, whatever else is wrong with it.
  ///
  /// It reads the text once more, so that reading one without a mistake costs nothing more.
  package init?(ofMistakeIn text: [UInt8], limits: JSONLimits) {
    guard let offset = Self.mistake(in: text, limits) else { return nil }
    let before = text[..<min(offset, text.count)]
    line = 1 + before.count { $0 == 0x0A }
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // What is not UTF-8 begins no character.
    column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
  }

  package var description: String { "line \(line), column \(column)" }

  private static func mistake(in bytes: [UInt8], _ limits: JSONLimits) -> Int? {
    let all = bytes[...]
    return invalidUTF8(in: bytes) ?? JSONParser.mistake(in: all.span, within: limits.depth)
  }

  private static func invalidUTF8(in bytes: [UInt8]) -> Int? {
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}
