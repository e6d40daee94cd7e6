extension JSONText {
  /// The text of a string; nil when it has an escape that JSON does not have, or half of a pair of
  /// surrogates.
  func string(at index: Int) -> String? {
    let entry = entries[index]
    let raw = bytes[entry.bytes]
    return entry.isPlain || !raw.contains(UInt8(ascii: "\\"))
      ? String(decoding: raw, as: UTF8.self) : Self.unescaped(raw)
  }

  /// Whether a string has these bytes once its escapes are read.
  func isSpelled(_ index: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
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

  private static func unescaped(_ raw: ArraySlice<UInt8>) -> String? {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count)
    var rest = raw
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
      } else {
        guard let scalar = scalar(&rest) else { return nil }
        text.append(contentsOf: scalar.utf8)
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
