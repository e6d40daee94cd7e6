extension JSONLimits {
  /// Looks over a text before it is decoded: its size, its depth, and that it is UTF-8 without a
  /// byte order mark and without control characters.
  ///
  /// The decoder has a depth of its own, takes other encodings, and never reads what nobody asks
  /// for. Throws `tooLarge`, `tooDeep` or `malformed`.
  func check(_ text: [UInt8]) throws(JSONFault) {
    guard text.count <= bytes else {
      throw JSONFault(.tooLarge, "expected at most \(bytes) bytes, got \(text.count)")
    }
    guard text.isValidUTF8 else {
      throw JSONFault(.malformed, "expected UTF-8, got bytes that are not")
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONFault(.malformed, "expected a value at byte 0, got a byte order mark")
    }
    var level = 0
    var isInString = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "\\") where isInString:
        // Four digits follow `\u`, whatever they are.
        index += index < text.count && text[index] == UInt8(ascii: "u") ? 5 : 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): level += isInString ? 0 : 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): level -= isInString ? 0 : 1
      case 0x09, 0x0A, 0x0D: if isInString { throw .controlCharacter(byte, at: index - 1) }
      case 0..<0x20: throw .controlCharacter(byte, at: index - 1)
      default: break
      }
      guard level <= depth else {
        throw JSONFault(.tooDeep, "expected at most \(depth) levels, got more at byte \(index)")
      }
    }
  }
}

extension JSONFault {
  fileprivate static func controlCharacter(_ byte: UInt8, at index: Int) -> JSONFault {
    let code = String(byte, radix: 16)
    return JSONFault(
      .malformed, "expected no control character at byte \(index), got 0x\(code)")
  }
}
