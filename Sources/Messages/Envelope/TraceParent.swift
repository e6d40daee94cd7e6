/// The header `traceparent` of W3C Trace Context, section 3.2: a trace, the span in it that caused
/// a message, and whether the trace is recorded.
package struct TraceParent: Hashable, Sendable {
  /// The name of the header.
  package static let header = "traceparent"
  /// The name of the header that goes with it, which carries what vendors add.
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
  /// A later version than 00 may go on after that.
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
  /// The most that a later version may be long.
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
