package import Messages

/// Makes identifiers of traces and spans: xoshiro256** by Blackman and Vigna, begun by the system's
/// own randomness.
///
/// The system is asked once: each question to it is a system call. The identifiers need to differ,
/// not to be secret.
package struct IdentifierSource: Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// A source that differs from every other.
  package init() {
    var system = SystemRandomNumberGenerator()
    self.init(seeds: system.next(), system.next(), system.next(), system.next())
  }

  /// A source that always makes the same; for tests.
  package init(seeds first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    // A state of zeros would stay one.
    state = (first | 1, second, third, fourth)
  }

  /// The next identifier of a trace.
  package mutating func trace() -> TraceIdentifier {
    while true {
      if let identifier = TraceIdentifier(high: next(), low: next()) { return identifier }
    }
  }

  /// The next identifier of a span.
  package mutating func span() -> SpanIdentifier {
    while true {
      if let identifier = SpanIdentifier(next()) { return identifier }
    }
  }

  private mutating func next() -> UInt64 {
    let result = Self.rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotated(state.3, by: 45)
    return result
  }

  private static func rotated(_ value: UInt64, by count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}
