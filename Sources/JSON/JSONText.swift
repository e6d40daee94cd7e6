/// A JSON text and where its values lie in it; nothing is copied out of it until it is read.
final class JSONText: Sendable {
  let bytes: [UInt8]
  /// The whole value first; after an array and an object what is in it, names before their values.
  let entries: [JSONEntry]

  /// Throws `tooLarge`, `tooDeep`, `outOfRange` for a number that is too long, and `malformed`,
  /// also for half of a pair of surrogates and for a name that an object has twice.
  init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONFault) {
    try limits.checkEncoding(of: bytes)
    let all = bytes[...]
    guard let parser = JSONParser(parsing: all.span, within: limits.depth) else {
      throw limits.fault(in: bytes)
    }
    self.bytes = bytes
    entries = parser.entries
    if let name = parser.repeatedName { throw repeated(name) }
    if parser.hasStrangeNames, let name = repeatedStrangeName { throw repeated(name) }
  }

  /// A text in which objects may have a name twice, with the fault of each such name.
  init(
    parsing bytes: [UInt8], limits: JSONLimits, repeated: inout [JSONFault]
  ) throws(JSONFault) {
    try limits.checkEncoding(of: bytes)
    let all = bytes[...]
    guard let parser = JSONParser(parsing: all.span, within: limits.depth) else {
      throw limits.fault(in: bytes)
    }
    self.bytes = bytes
    entries = parser.entries
    guard parser.repeatedName != nil || parser.hasStrangeNames else { return }
    repeated = entries.indices.flatMap { repeatedNames(of: $0) }.map(self.repeated)
  }

  /// The entry of a member's value.
  ///
  /// Names are the same when their bytes are, whatever escapes spell them (RFC 8259, 8.3). Swift
  /// would compare them with their accents put in order, and takes time with the square of how many
  /// there are.
  ///
  /// - Parameter first: the entry of the name with which the search begins, to save time; those
  ///   before it come last.
  func member(_ name: String, of object: Int, from first: Int) -> Int? {
    var name = name
    return name.withUTF8 { bytes in
      let wanted = bytes.span
      let (isPlain, end) = (entries[object].isPlain, Int(entries[object].end))
      guard !isPlain || entries[object].mayHave(wanted) else { return nil }
      return member(wanted, in: first..<end, isPlain: isPlain)
        ?? member(wanted, in: object + 1..<first, isPlain: isPlain)
    }
  }

  private func member(_ wanted: Span<UInt8>, in names: Range<Int>, isPlain: Bool) -> Int? {
    var index = names.lowerBound
    while index < names.upperBound {
      if isPlain ? isString(index, wanted) : isSpelled(index, wanted) { return index + 1 }
      index = Int(entries[index + 1].end)
    }
    return nil
  }

  /// The names of the members of an object, in their order.
  func names(of object: Int) -> [String] {
    entries.names(of: object).map { string(at: $0) }
  }

  /// The path of a value from the root, such as `pickupLocation.latitude` or `products[1]`.
  func path(of target: Int) -> String {
    var path = ""
    var around = 0
    while around < target {
      let isObject = entries[around].kind == .object
      var child = around + 1
      var position = 0
      while true {
        let value = isObject ? child + 1 : child
        if target < entries[value].end {
          let name = isObject ? string(at: child) : "[\(position)]"
          path += isObject && !path.isEmpty ? ".\(name)" : name
          around = value
          break
        }
        child = Int(entries[value].end)
        position += 1
      }
    }
    return path
  }

  /// Compares as many bytes, eight at a time.
  private static func isSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool
  {
    var offset = 0
    while one.count - offset >= 8 {
      guard
        one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      else { return false }
      offset += 8
    }
    while offset < one.count {
      guard one[offset] == other[offset] else { return false }
      offset += 1
    }
    return true
  }

  private func isString(_ index: Int, _ wanted: Span<UInt8>) -> Bool {
    let entry = entries[index]
    guard Int(entry.count) == wanted.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      wanted.withUnsafeBytes { wanted in
        Self.isSame(UnsafeRawBufferPointer(rebasing: bytes[entry.bytes]), wanted)
      }
    }
  }
}

/// Values of one type; a fault names the path of the value.
extension JSONText {
  /// A text that is at most so many bytes of UTF-8 long.
  func string(at index: Int, atMost limit: Int) throws(JSONFault) -> String {
    guard entries[index].kind == .string else {
      throw wrongType(at: index, expected: "a string")
    }
    let text = string(at: index)
    guard text.utf8.count <= limit else {
      throw JSONFault(
        .outOfRange, path: path(of: index),
        "expected at most \(limit) bytes, got \(text.utf8.count)")
    }
    return text
  }

  func number(at index: Int, expected: String) throws(JSONFault) -> JSONNumber {
    guard entries[index].kind == .number else {
      throw wrongType(at: index, expected: expected)
    }
    let digits = bytes[entries[index].bytes]
    guard let number = JSONNumber(digits.span) else {
      throw JSONFault(.malformed, path: path(of: index), "expected a number of JSON, got another")
    }
    return number
  }

  /// A whole number; `3.0` is one.
  func integer(at index: Int) throws(JSONFault) -> Int64 {
    let number = try number(at: index, expected: "a whole number")
    if let integer = number.integer { return integer }
    let double = try double(of: number, at: index)
    if double.rounded() == double {
      throw JSONFault(
        .outOfRange, path: path(of: index), "expected a whole number of 64 bits, got \(double)")
    }
    throw JSONFault(
      .wrongType, path: path(of: index), "expected a whole number, got \(double)")
  }

  func double(at index: Int) throws(JSONFault) -> Double {
    try double(of: number(at: index, expected: "a number"), at: index)
  }

  func bool(at index: Int) throws(JSONFault) -> Bool {
    switch entries[index].kind {
    case .true: return true
    case .false: return false
    default: throw wrongType(at: index, expected: "a boolean")
    }
  }

  func double(of number: JSONNumber, at index: Int) throws(JSONFault) -> Double {
    guard let double = number.double else {
      throw JSONFault(
        .outOfRange, path: path(of: index), "expected a number that a double holds")
    }
    return double
  }

  func object(at index: Int) throws(JSONFault) -> JSONFields {
    guard entries[index].kind == .object else {
      throw wrongType(at: index, expected: "an object")
    }
    return JSONFields(self, at: index)
  }

  func wrongType(at index: Int, expected: String) -> JSONFault {
    JSONFault(
      .wrongType, path: path(of: index), "expected \(expected), got \(entries[index].typeName)")
  }
}

extension JSONText {
  /// The text of a string.
  func string(at index: Int) -> String {
    let entry = entries[index]
    guard !entry.isPlain, bytes[entry.bytes].contains(UInt8(ascii: "\\")) else {
      return bytes.withUnsafeBufferPointer { bytes in
        String(decoding: UnsafeBufferPointer(rebasing: bytes[entry.bytes]), as: UTF8.self)
      }
    }
    return Self.unescaped(bytes[entry.bytes])
  }

  /// Whether a string has these bytes once its escapes are read.
  func isSpelled(_ index: Int, _ wanted: Span<UInt8>) -> Bool {
    let entry = entries[index]
    // No escape is longer than six times what it stands for.
    guard wanted.count...6 * wanted.count ~= Int(entry.count) else { return false }
    var rest = bytes[entry.bytes]
    var position = 0
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "\\") {
        guard position < wanted.count, wanted[position] == byte else { return false }
        position += 1
      } else {
        guard let scalar = Self.scalar(&rest) else { return false }
        for byte in UTF8.encode(scalar) ?? .init() {
          guard position < wanted.count, wanted[position] == byte else { return false }
          position += 1
        }
      }
    }
    return position == wanted.count
  }

  private static func unescaped(_ raw: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count)
    var rest = raw
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
      } else {
        // The parser takes no escape that stands for no scalar.
        text.append(contentsOf: (scalar(&rest) ?? "\u{FFFD}").utf8)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What an escape stands for, less its backslash.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "\"")?: "\""
    case UInt8(ascii: "\\")?: "\\"
    case UInt8(ascii: "/")?: "/"
    case UInt8(ascii: "b")?: "\u{8}"
    case UInt8(ascii: "f")?: "\u{C}"
    case UInt8(ascii: "n")?: "\n"
    case UInt8(ascii: "r")?: "\r"
    case UInt8(ascii: "t")?: "\t"
    case UInt8(ascii: "u")?: unicodeScalar(&rest)
    default: nil
    }
  }

  /// The scalar of four digits, or of two times four that are a pair of surrogates.
  private static func unicodeScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let unit = codeUnit(&rest) else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
    guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let trail = codeUnit(&rest), UTF16.isTrailSurrogate(trail)
    else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(trail) & 0x3FF)
  }

  private static func codeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      switch rest.popFirst() {
      case let digit? where 0x30...0x39 ~= digit: unit = unit << 4 | UInt16(digit - 0x30)
      case let letter? where 0x61...0x66 ~= letter | 0x20:
        unit = unit << 4 | UInt16((letter | 0x20) - 0x61 + 10)
      default: return nil
      }
    }
    return unit
  }
}
