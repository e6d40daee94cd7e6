import Synchronization

/// Which share of the messages has its access line at the level `info`.
///
/// A message with a trace is taken by its trace id, so that all workers with the same share take
/// the same traces; one without by a counter, which spreads those that are taken evenly.
final class AccessSample: Sendable {
  private let ratio: Double
  private let untraced = Atomic<Int>(0)

  /// `ratio` is from 0 to 1.
  init(ratio: Double) { self.ratio = ratio }

  /// Whether none is taken.
  var isEmpty: Bool { ratio <= 0 }

  /// Whether a message is taken; `trace` are the 32 digits of its trace id.
  func takes(_ trace: String?) -> Bool {
    guard !isEmpty else { return false }
    guard ratio < 1 else { return true }
    // The highest identifiers, as the sampler of traces: a line then has its trace.
    if let trace, let random = Self.random(of: trace) {
      return (1 << 56) - 1 - random < UInt64(ratio * 0x1p56)
    }
    let number = Double(untraced.wrappingAdd(1, ordering: .relaxed).oldValue)
    return ((number + 1) * ratio).rounded(.down) > (number * ratio).rounded(.down)
  }

  /// The last seven bytes, which W3C Trace Context (level 2) wants to be random.
  private static func random(of trace: String) -> UInt64? { UInt64(trace.suffix(14), radix: 16) }
}
