/// How large a JSON text may be before it is refused unread.
package struct JSONLimits: Hashable, Sendable {
  package var bytes: Int
  /// Arrays and objects inside one another; a scalar has depth 0.
  package var depth: Int

  package init(bytes: Int, depth: Int) {
    self.bytes = bytes
    self.depth = depth
  }

  /// The limits of a message's body: 64 KiB, and far deeper than any message of the contract goes.
  package static let message = JSONLimits(bytes: 64 * 1024, depth: 32)

  /// The limits of what the fleet has written itself: no body that was taken can grow to this when
  /// it is stored.
  package static let stored = JSONLimits(bytes: 1024 * 1024, depth: 32)
}

extension JSONLimits {
  /// Throws `tooLarge`, and `malformed` for what is not UTF-8 without a byte order mark.
  func checkEncoding(of text: [UInt8]) throws(JSONFault) {
    // The parser counts bytes in 32 bits.
    let limit = min(bytes, Int(UInt32.max) - 1)
    guard text.count <= limit else {
      throw JSONFault(.tooLarge, "expected at most \(limit) bytes, got \(text.count)")
    }
    guard text.isValidUTF8 else {
      throw JSONFault(.malformed, "expected UTF-8, got bytes that are not")
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONFault(.malformed, "expected a value at byte 0, got a byte order mark")
    }
  }

  /// What is wrong with a text that could not be parsed.
  ///
  /// The depth, the length of numbers, control characters and commas at an end come before what
  /// else is wrong, wherever they are: for these, and for half of a pair of surrogates, there is a
  /// word and a place.
  func fault(in text: [UInt8]) -> JSONFault {
    do throws(JSONFault) {
      var scan = Scan()
      while scan.index < text.count { try scan.step(over: text, within: depth) }
      let all = text[...]
      let offset = JSONParser.mistake(in: all.span, within: depth)
      // The parser stops at a backslash in a string only where a surrogate has no other half.
      guard let offset, offset < text.count, text[offset] == UInt8(ascii: "\\") else {
        return JSONFault(.malformed, "expected JSON by RFC 8259, got a text that is not")
      }
      return JSONFault(
        .malformed,
        "expected pairs of surrogates (RFC 7493, section 2.1), got half of one at byte \(offset)")
    } catch {
      return error
    }
  }

  /// The most bytes of a number; RFC 8259, section 9, leaves the limit to us.
  package static let numberLength = 100

  /// The most bytes of a name in a tree: a text that Swift puts into a dictionary has its accents
  /// put in order, which takes time with the square of how many there are.
  static let nameLength = 1_024
}

/// Where in a text a look over it is.
private struct Scan {
  var index = 0
  private var level = 0
  private var isInString = false
  private var isAfterComma = false
  /// The bytes of a number or a word before here, and its first one.
  private var length = 0
  private var first: UInt8 = 0

  mutating func step(over text: [UInt8], within depth: Int) throws(JSONFault) {
    let byte = text[index]
    index += 1
    if isInString {
      switch byte {
      case UInt8(ascii: "\""): isInString = false
      case UInt8(ascii: "\\"):
        // Four digits follow `\u`, whatever they are.
        index += index < text.count && text[index] == UInt8(ascii: "u") ? 5 : 1
      case 0..<0x20: throw controlCharacter(byte)
      default: break
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): try descend(to: depth)
    case UInt8(ascii: "]"), UInt8(ascii: "}"): try ascend()
    case 0x20, 0x09, 0x0A, 0x0D:
      length = 0
      return
    case UInt8(ascii: ","), UInt8(ascii: ":"): length = 0
    case 0..<0x20: throw controlCharacter(byte)
    default: try lengthen(by: byte)
    }
    isAfterComma = byte == UInt8(ascii: ",")
  }

  private mutating func descend(to depth: Int) throws(JSONFault) {
    level += 1
    guard level <= depth else {
      throw JSONFault(.tooDeep, "expected at most \(depth) levels, got more at byte \(index)")
    }
  }

  private mutating func ascend() throws(JSONFault) {
    level -= 1
    guard !isAfterComma else {
      throw JSONFault(.malformed, "expected a value at byte \(index - 1), got the end of a list")
    }
  }

  private mutating func lengthen(by byte: UInt8) throws(JSONFault) {
    if length == 0 { first = byte }
    length += 1
    guard length <= JSONLimits.numberLength else {
      guard first == UInt8(ascii: "-") || 0x30...0x39 ~= first else {
        throw JSONFault(.malformed, "expected a value at byte \(index - length), got another text")
      }
      throw JSONFault(
        .outOfRange,
        "expected a number of at most \(JSONLimits.numberLength) bytes, got more at byte \(index)")
    }
  }

  private func controlCharacter(_ byte: UInt8) -> JSONFault {
    let code = String(byte, radix: 16)
    return JSONFault(
      .malformed, "expected no control character at byte \(index - 1), got 0x\(code)")
  }
}

extension [UInt8] {
  /// Whether the bytes are well-formed UTF-8 by the Unicode Standard, table 3-7.
  var isValidUTF8: Bool {
    let isASCII = withUnsafeBytes { raw in
      var bits: UInt64 = 0
      var offset = 0
      while offset + 8 <= raw.count {
        bits |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        offset += 8
      }
      while offset < raw.count {
        bits |= UInt64(raw[offset])
        offset += 1
      }
      return bits & 0x8080_8080_8080_8080 == 0
    }
    return isASCII || String(validating: self, as: UTF8.self) != nil
  }
}
