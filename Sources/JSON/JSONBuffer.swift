/// Bytes that are appended in few, large steps: one check for room and one for uniqueness a step,
/// not a byte.
struct JSONBuffer {
  private var storage: [UInt8]
  private(set) var count = 0

  init(capacity: Int) { storage = [UInt8](repeating: 0, count: max(capacity, 64)) }

  /// A copy of what has been appended, of just its size.
  var bytes: [UInt8] { Array(storage[..<count]) }

  mutating func removeAll() { count = 0 }

  mutating func append(_ byte: UInt8) {
    withRoom(for: 1) { room in
      room[0] = byte
      return 1
    }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    withRoom(for: bytes.count) { $0.copy(bytes, at: 0) }
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Appends a name in quotes and a colon, after a comma if there is to be one.
  mutating func appendKey(_ name: StaticString, afterComma: Bool) {
    name.withUTF8Buffer { utf8 in
      withRoom(for: utf8.count + 4) { room in
        var end = 0
        if afterComma {
          room[0] = UInt8(ascii: ",")
          end = 1
        }
        room[end] = UInt8(ascii: "\"")
        end = room.copy(utf8, at: end + 1)
        room[end] = UInt8(ascii: "\"")
        room[end + 1] = UInt8(ascii: ":")
        return end + 2
      }
    }
  }

  /// Appends a text in quotes of which nothing needs escaping.
  mutating func appendQuoted(plain text: UnsafeBufferPointer<UInt8>) {
    withRoom(for: text.count + 2) { room in
      room[0] = UInt8(ascii: "\"")
      let end = room.copy(text, at: 1)
      room[end] = UInt8(ascii: "\"")
      return end + 1
    }
  }

  /// Appends a text in quotes with what RFC 8259 wants escaped, and nothing else.
  mutating func appendQuoted(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      let isPlain = utf8.isPlainInJSON
      // No byte becomes more than the six of `\u001f`.
      withRoom(for: (isPlain ? 1 : 6) * utf8.count + 2) { room in
        room[0] = UInt8(ascii: "\"")
        let end = isPlain ? room.copy(utf8, at: 1) : room.escape(utf8, at: 1)
        room[end] = UInt8(ascii: "\"")
        return end + 1
      }
    }
  }

  /// Appends a decimal number in quotes, its digits from the last to the first.
  mutating func appendQuotedDecimal(_ value: Int64, fractionDigits: Int) {
    var digits = 1
    var rest = value.magnitude
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    digits = max(digits, fractionDigits + 1)
    let size = digits + (fractionDigits > 0 ? 1 : 0) + (value < 0 ? 1 : 0) + 2
    withRoom(for: size) { room in
      room[0] = UInt8(ascii: "\"")
      room[1] = UInt8(ascii: "-")
      room[size - 1] = UInt8(ascii: "\"")
      var rest = value.magnitude
      var end = size - 2
      for place in 0..<digits {
        if place == fractionDigits, place > 0 {
          room[end] = UInt8(ascii: ".")
          end -= 1
        }
        room[end] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
        end -= 1
      }
      return size
    }
  }

  /// Gives `fill` room for so many bytes and counts those that it says it has written.
  private mutating func withRoom(
    for size: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    if storage.count - count < size {
      let missing = max(storage.count, size)
      storage.append(contentsOf: repeatElement(0, count: missing))
    }
    let start = count
    count += storage.withUnsafeMutableBufferPointer { all in
      fill(UnsafeMutableBufferPointer(rebasing: all[start..<(start + size)]))
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Copies bytes to an offset; returns the offset after them.
  fileprivate func copy(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    guard let source = bytes.baseAddress, let base = baseAddress else { return offset }
    (base + offset).update(from: source, count: bytes.count)
    return offset + bytes.count
  }

  /// Copies the bytes of a text with escapes to an offset; returns the offset after them.
  fileprivate func escape(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    var end = offset
    for byte in bytes {
      if byte.isEscapedInJSON {
        end = byte.escaped.withUTF8Buffer { copy($0, at: end) }
      } else {
        self[end] = byte
        end += 1
      }
    }
    return end
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether no byte needs an escape; eight are looked at together.
  ///
  /// A byte below 0x20, or one that is zero after `^ quote` or `^ backslash`, borrows its top bit
  /// in the subtraction. What is not ASCII has that bit anyway: such eight are looked at one by
  /// one.
  package var isPlainInJSON: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    let raw = UnsafeRawBufferPointer(self)
    var offset = 0
    while offset + 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let quotes = (word ^ (ones &* 0x22)) &- ones
      let backslashes = (word ^ (ones &* 0x5C)) &- ones
      if (word | (word &- ones &* 0x20) | quotes | backslashes) & tops != 0 {
        for byte in self[offset..<offset + 8] where byte.isEscapedInJSON { return false }
      }
      offset += 8
    }
    for byte in self[offset...] where byte.isEscapedInJSON { return false }
    return true
  }
}

extension UInt8 {
  fileprivate var isEscapedInJSON: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }

  /// The escape of a byte that needs one.
  fileprivate var escaped: StaticString {
    switch self {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    default: Self.controlEscapes[Int(self)]
    }
  }

  /// The escapes of U+0000 to U+001F.
  private static let controlEscapes: [StaticString] = [
    "\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007",
    "\\b", "\\t", "\\n", "\\u000b", "\\f", "\\r", "\\u000e", "\\u000f",
    "\\u0010", "\\u0011", "\\u0012", "\\u0013", "\\u0014", "\\u0015", "\\u0016", "\\u0017",
    "\\u0018", "\\u0019", "\\u001a", "\\u001b", "\\u001c", "\\u001d", "\\u001e", "\\u001f",
  ]
}
