/// The header `traceparent` of W3C Trace Context, section 3.2: a trace, the span in it that caused
/// a message, and whether the trace is recorded.
package struct TraceParent: Hashable, Sendable {
  /// The name of the header.
  package static let header = "traceparent"
  /// The name of the second header, which carries vendors' additions.
  package static let stateHeader = "tracestate"

  package var trace: TraceIdentifier
  package var span: SpanIdentifier
  package var flags: UInt8

  package init(trace: TraceIdentifier, span: SpanIdentifier, flags: UInt8) {
    self.trace = trace
    self.span = span
    self.flags = flags
  }

  /// Whether its sender records the trace.
  package var isSampled: Bool { flags & Self.sampled != 0 }

  /// The flag of a trace that is recorded.
  package static let sampled: UInt8 = 1
}

extension TraceParent: CustomStringConvertible {
  /// Reads `version-traceid-parentid-flags` in lower-case hexadecimal with identifiers that are not
  /// all zero; nil for anything else.
  ///
  /// A version after 00 may have more text after that.
  package init?(_ text: String) {
    var text = text
    guard let parsed = text.withUTF8(Self.parse) else { return nil }
    self = parsed
  }

  /// Whether the text is one.
  static func isValid(_ text: String) -> Bool { TraceParent(text) != nil }

  /// The text of version 00.
  package var description: String {
    var text = Array("00-".utf8)
    text.reserveCapacity(Self.length)
    text += HexadecimalDigits.of(trace.high, trace.low)
    text.append(Self.dash)
    text += HexadecimalDigits.of(span.value)
    text.append(Self.dash)
    text.append(HexadecimalDigits.digit(UInt64(flags >> 4)))
    text.append(HexadecimalDigits.digit(UInt64(flags)))
    return String(decoding: text, as: UTF8.self)
  }

  private static let dash = UInt8(ascii: "-")
  private static let length = 55
  /// The greatest length of a later version.
  private static let longest = 255

  private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> TraceParent? {
    guard length...longest ~= text.count, text[2] == dash, text[35] == dash, text[52] == dash,
      let version = HexadecimalDigits.number(text[0..<2]), version != 0xFF,
      let high = HexadecimalDigits.number(text[3..<19]),
      let low = HexadecimalDigits.number(text[19..<35]),
      let span = HexadecimalDigits.number(text[36..<52]).flatMap({ SpanIdentifier($0) }),
      let flags = HexadecimalDigits.number(text[53..<55]),
      let trace = TraceIdentifier(high: high, low: low)
    else { return nil }
    guard text.count == length || (version > 0 && text[length] == dash) else { return nil }
    return TraceParent(trace: trace, span: span, flags: UInt8(truncatingIfNeeded: flags))
  }
}

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

  /// The number in at most 16 hexadecimal digits; nil for any other character.
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

/// The headers that carry a trace on, by W3C Trace Context for AMQP.
func traceHeaders(parent: String?, state: String?) -> [Header] {
  guard let parent else { return [] }
  return [Header("traceparent", .string(parent))]
    + (state.map { [Header("tracestate", .string($0))] } ?? [])
}
