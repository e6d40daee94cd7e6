/// The identifier of a trace: 16 bytes that are not all zero, by W3C Trace Context.
package struct TraceIdentifier: Hashable, Sendable, CustomStringConvertible {
  package let high: UInt64
  package let low: UInt64

  /// Makes one of its two halves; nil when both are zero.
  package init?(high: UInt64, low: UInt64) {
    guard high != 0 || low != 0 else { return nil }
    self.high = high
    self.low = low
  }

  /// Its 32 digits in lower-case hexadecimal.
  package var description: String {
    String(decoding: HexadecimalDigits.of(high, low), as: UTF8.self)
  }
}

/// The identifier of a span within its trace: 8 bytes that are not all zero.
package struct SpanIdentifier: Hashable, Sendable, CustomStringConvertible {
  package let value: UInt64

  /// Makes one; nil for zero.
  package init?(_ value: UInt64) {
    guard value != 0 else { return nil }
    self.value = value
  }

  /// Its 16 digits in lower-case hexadecimal.
  package var description: String { String(decoding: HexadecimalDigits.of(value), as: UTF8.self) }
}

/// Numbers as fixed counts of lower-case hexadecimal digits, as W3C Trace Context writes them.
enum HexadecimalDigits {
  /// 16 digits for each number.
  static func of(_ numbers: UInt64...) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(16 * numbers.count)
    for number in numbers {
      for shift in stride(from: 60, through: 0, by: -4) { text.append(digit(number >> shift)) }
    }
    return text
  }

  /// The digit of the lowest four bits.
  static func digit(_ number: UInt64) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: number & 0xF)
    return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The number that at most 16 digits stand for; nil when one of them is no such digit.
  static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
    var number: UInt64 = 0
    for byte in digits {
      switch byte {
      case 0x30...0x39: number = number << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(byte - 0x61 + 10)
      default: return nil
      }
    }
    return number
  }
}
