/// Finds the values of a JSON text in one pass over its bytes.
///
/// Strings and numbers are checked for their spelling, by RFC 8259, and decoded only when a caller
/// asks for them.
struct JSONParser {
  /// The values of the text in their order, each member's name before its value.
  private(set) var entries: [JSONEntry] = []
  /// The entry of a name that its object has had before; names that have escapes, or are not of
  /// ASCII, are not looked at.
  private(set) var repeatedName: Int?
  /// Whether there are objects with such names.
  private(set) var hasStrangeNames = false
  private var index = 0
  /// The innermost array or object that has not ended.
  ///
  /// Until it ends its own `end` is the one around it, so that no stack is needed.
  private var open: Int?
  private var depth = 0

  /// Nil when the text is not one value of JSON, or nested too deep.
  init?(parsing text: Span<UInt8>, within depth: Int) {
    // Mostly a value has more bytes than that.
    entries.reserveCapacity(text.count / 12 + 8)
    guard parse(text, within: depth) else { return nil }
  }

  /// The offset of the first byte that cannot stand where it does; nil for a text that was parsed.
  static func mistake(in text: Span<UInt8>, within depth: Int) -> Int? {
    var parser = JSONParser()
    return parser.parse(text, within: depth) ? nil : parser.index
  }

  private init() {}

  private mutating func parse(_ text: Span<UInt8>, within limit: Int) -> Bool {
    repeat {
      if let open, entries[open].kind == .object {
        guard name(text, of: open) else { return false }
      }
      guard value(text) else { return false }
      guard depth <= limit else { return false }
    } while goesOn(text)
    return open == nil && next(text) == nil
  }

  /// Whether another value is due: ends what ends here, and steps over a comma or a bracket that
  /// something follows.
  private mutating func goesOn(_ text: Span<UInt8>) -> Bool {
    while let open {
      let end: Unicode.Scalar = entries[open].kind == .object ? "}" : "]"
      let byte = next(text)
      if byte == UInt8(ascii: end) {
        index += 1
        close(open)
        checkNames(text, of: open)
      } else if entries[open].count == 0 {
        entries[open].count = 1
        return true
      } else {
        guard byte == UInt8(ascii: ",") else { return false }
        index += 1
        entries[open].count += 1
        return true
      }
    }
    return false
  }

  /// The name of a member and the colon after it.
  private mutating func name(_ text: Span<UInt8>, of object: Int) -> Bool {
    guard next(text) == UInt8(ascii: "\""), string(text, isName: true) else { return false }
    if !entries[entries.count - 1].isPlain { entries[object].isPlain = false }
    guard next(text) == UInt8(ascii: ":") else { return false }
    index += 1
    return true
  }

  /// A scalar whole, or the bracket that begins an array or an object.
  private mutating func value(_ text: Span<UInt8>) -> Bool {
    switch next(text) {
    case UInt8(ascii: "\"")?: return string(text, isName: false)
    case UInt8(ascii: "{")?: begin(.object)
    case UInt8(ascii: "[")?: begin(.array)
    case UInt8(ascii: "t")?: return word("true", .true, text)
    case UInt8(ascii: "f")?: return word("false", .false, text)
    case UInt8(ascii: "n")?: return word("null", .null, text)
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return number(text)
    default: return false
    }
    return true
  }

  private mutating func begin(_ kind: JSONEntry.Kind) {
    index += 1
    depth += 1
    let around = open.map { UInt32($0) } ?? .max
    open = entries.count
    entries.append(JSONEntry(kind: kind, isPlain: true, start: .max, count: 0, end: around))
  }

  private mutating func close(_ collection: Int) {
    depth -= 1
    let around = entries[collection].end
    open = around == .max ? nil : Int(around)
    entries[collection].end = UInt32(entries.count)
  }

  /// Looks for a name that an object has twice.
  private mutating func checkNames(_ text: Span<UInt8>, of object: Int) {
    guard entries[object].kind == .object, entries[object].count > 1 else { return }
    if entries[object].isPlain {
      let (name, marks) = entries.repeatedName(text, of: object)
      entries[object].start = marks
      if let name { repeatedName = name }
    } else {
      hasStrangeNames = true
    }
  }

  /// Steps over blanks; returns the byte after them, nil at the end.
  @inline(__always)
  private mutating func next(_ text: Span<UInt8>) -> UInt8? {
    while index < text.count {
      switch text[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// A string up to its closing quote.
  private mutating func string(_ text: Span<UInt8>, isName: Bool) -> Bool {
    index += 1
    let start = index
    var isPlain = true
    var isASCII = true
    while index < text.count {
      if !stepOver(text) { isASCII = false }
      guard index < text.count else { return false }
      let byte = text[index]
      if byte >= 0x80 { isASCII = false }
      if byte == UInt8(ascii: "\"") {
        if isName, !isASCII { isPlain = false }
        append(.string, from: start, isPlain: isPlain)
        index += 1
        return true
      }
      guard byte >= 0x20 else { return false }
      index += 1
      if byte == UInt8(ascii: "\\") {
        isPlain = false
        guard escape(text) else { return false }
      }
    }
    return false
  }

  /// Steps over bytes that stand for themselves in a string, eight at a time, and leaves the last
  /// ones of the text; whether all are of ASCII.
  @inline(__always)
  private mutating func stepOver(_ text: Span<UInt8>) -> Bool {
    let each: UInt64 = 0x0101_0101_0101_0101
    let highs = each &* 0x80
    let bytes = text.bytes
    var seen: UInt64 = 0
    while text.count - index >= 8 {
      // The first byte is the lowest.
      let word = UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quotes = word ^ each &* UInt64(UInt8(ascii: "\""))
      let backslashes = word ^ each &* UInt64(UInt8(ascii: "\\"))
      // The high bit of each byte that is zero or, of `word`, below 0x20. A borrow can mark those
      // above such a byte, too, so only the lowest mark counts.
      let ends =
        ((quotes &- each) & ~quotes | (backslashes &- each) & ~backslashes
          | (word &- each &* 0x20) & ~word) & highs
      guard ends == 0 else {
        let count = ends.trailingZeroBitCount / 8
        index += count
        return (seen | word & ((1 << UInt64(8 * count)) - 1)) & highs == 0
      }
      seen |= word
      index += 8
    }
    return seen & highs == 0
  }

  /// What follows a backslash.
  private mutating func escape(_ text: Span<UInt8>) -> Bool {
    guard index < text.count else { return false }
    switch text[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
      return true
    case UInt8(ascii: "u"): return unicodeEscape(text)
    default: return false
    }
  }

  /// A code unit of UTF-16 in digits, and the other one of its pair.
  ///
  /// Half of a pair (RFC 7493, section 2.1) is refused where it stands: readers differ in what they
  /// make of it.
  private mutating func unicodeEscape(_ text: Span<UInt8>) -> Bool {
    let backslash = index - 1
    index += 1
    guard let unit = codeUnit(text) else { return false }
    guard UTF16.isSurrogate(unit) else { return true }
    let isPair =
      UTF16.isLeadSurrogate(unit) && index + 1 < text.count
      && text[index] == UInt8(ascii: "\\") && text[index + 1] == UInt8(ascii: "u")
    if isPair {
      index += 2
      guard let trail = codeUnit(text) else { return false }
      if UTF16.isTrailSurrogate(trail) { return true }
    }
    index = backslash
    return false
  }

  /// Four hexadecimal digits.
  private mutating func codeUnit(_ text: Span<UInt8>) -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard index < text.count else { return nil }
      switch text[index] {
      case let digit where 0x30...0x39 ~= digit: unit = unit << 4 | UInt16(digit - 0x30)
      case let letter where 0x61...0x66 ~= letter | 0x20:
        unit = unit << 4 | UInt16((letter | 0x20) - 0x61 + 10)
      default: return nil
      }
      index += 1
    }
    return unit
  }

  /// A number by RFC 8259, section 6.
  private mutating func number(_ text: Span<UInt8>) -> Bool {
    let start = index
    if text[index] == UInt8(ascii: "-") { index += 1 }
    if index < text.count, text[index] == UInt8(ascii: "0") {
      index += 1
    } else {
      guard digits(text) else { return false }
    }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      guard digits(text) else { return false }
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
        index += 1
      }
      guard digits(text) else { return false }
    }
    guard index - start <= JSONLimits.numberLength else { return false }
    append(.number, from: start, isPlain: true)
    return true
  }

  /// One digit or more.
  @inline(__always)
  private mutating func digits(_ text: Span<UInt8>) -> Bool {
    let start = index
    while index < text.count, 0x30...0x39 ~= text[index] { index += 1 }
    return index > start
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONEntry.Kind, _ text: Span<UInt8>
  ) -> Bool {
    let start = index
    let count = word.utf8CodeUnitCount
    guard text.count - start >= count else { return false }
    let isSame = word.withUTF8Buffer { utf8 in
      utf8.indices.allSatisfy { utf8[$0] == text[start + $0] }
    }
    guard isSame else { return false }
    index += count
    append(kind, from: start, isPlain: true)
    return true
  }

  private mutating func append(_ kind: JSONEntry.Kind, from start: Int, isPlain: Bool) {
    entries.append(
      JSONEntry(
        kind: kind, isPlain: isPlain, start: UInt32(start), count: UInt32(index - start),
        end: UInt32(entries.count + 1)))
  }
}
