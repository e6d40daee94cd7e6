/// A recursive-descent reader of a JSON text that is known to be UTF-8; its recursion is bounded by
/// the depth limit.
struct JSONParser {
  let bytes: [UInt8]
  let depthLimit: Int
  var index = 0
  var depth = 0

  init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  /// The one value of the text.
  mutating func document() throws(JSONFault) -> JSONValue {
    skipBlanks()
    let result = try value()
    skipBlanks()
    guard index == bytes.count else { throw unexpected("the end") }
    return result
  }

  mutating func value() throws(JSONFault) -> JSONValue {
    switch peek {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws(JSONFault) -> JSONValue {
    try descend()
    var members: [JSONMember] = []
    if take(UInt8(ascii: "}")) { return ascend(.object(members)) }
    members.reserveCapacity(8)
    repeat {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw unexpected("a member's name") }
      let name = try string()
      guard take(UInt8(ascii: ":")) else { throw unexpected("':'") }
      skipBlanks()
      members.append(JSONMember(name, try value()))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw unexpected("',' or '}'") }
    return ascend(.object(members))
  }

  private mutating func array() throws(JSONFault) -> JSONValue {
    try descend()
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return ascend(.array(elements)) }
    repeat {
      skipBlanks()
      elements.append(try value())
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw unexpected("',' or ']'") }
    return ascend(.array(elements))
  }

  private mutating func word(
    _ spelling: StaticString, _ meaning: JSONValue
  ) throws(JSONFault) -> JSONValue {
    let end = index + spelling.utf8CodeUnitCount
    guard end <= bytes.count, spelling.withUTF8Buffer({ bytes[index..<end].elementsEqual($0) })
    else { throw unexpected("'\(spelling)'") }
    index = end
    return meaning
  }

  /// Steps over the opening bracket.
  private mutating func descend() throws(JSONFault) {
    index += 1
    depth += 1
    guard depth <= depthLimit else {
      throw JSONFault(.tooDeep, "expected at most \(depthLimit) levels, got more at byte \(index)")
    }
  }

  private mutating func ascend(_ value: JSONValue) -> JSONValue {
    depth -= 1
    return value
  }
}

extension JSONParser {
  /// The byte to be read next; nil at the end.
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips the four blanks of RFC 8259.
  mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  /// Skips blanks, and the byte if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard peek == byte else { return false }
    index += 1
    return true
  }

  /// The fault of finding something else than what the grammar wants here.
  func unexpected(_ expected: String) -> JSONFault {
    guard let byte = peek else {
      return JSONFault(.malformed, "expected \(expected) at byte \(index), got the end")
    }
    let found =
      (0x21...0x7E).contains(byte)
      ? "'\(Character(Unicode.Scalar(byte)))'" : "0x\(String(byte, radix: 16))"
    return JSONFault(.malformed, "expected \(expected) at byte \(index), got \(found)")
  }
}
