package import Messages

/// Which traces are recorded, by the names of `OTEL_TRACES_SAMPLER`.
package struct Sampler: Hashable, Sendable {
  /// The words of `OTEL_TRACES_SAMPLER` that are known.
  package enum Name: String, CaseIterable, Sendable {
    case alwaysOn = "always_on"
    case alwaysOff = "always_off"
    case ratio = "traceidratio"
    case parentBasedAlwaysOn = "parentbased_always_on"
    case parentBasedAlwaysOff = "parentbased_always_off"
    case parentBasedRatio = "parentbased_traceidratio"
  }

  /// Whether the flag of a message's context decides where there is one.
  private let isParentBased: Bool
  /// Of 2^56 values of an identifier's lowest seven bytes, how many are recorded.
  private let recorded: UInt64

  private static let values: UInt64 = 1 << 56

  /// Makes a sampler; `ratio`, from 0 to 1, counts for those by ratio alone.
  package init(_ name: Name, ratio: Double) {
    switch name {
    case .parentBasedAlwaysOn, .parentBasedAlwaysOff, .parentBasedRatio: isParentBased = true
    case .alwaysOn, .alwaysOff, .ratio: isParentBased = false
    }
    switch name {
    case .alwaysOn, .parentBasedAlwaysOn: recorded = Self.values
    case .alwaysOff, .parentBasedAlwaysOff: recorded = 0
    case .ratio, .parentBasedRatio:
      recorded = UInt64(min(1, max(0, ratio)) * Double(Self.values))
    }
  }

  /// Whether to record the operation that a message with this context causes.
  package func records(childOf parent: TraceParent) -> Bool {
    isParentBased ? parent.isSampled : records(rootOf: parent.trace)
  }

  /// Whether to record a trace that begins here.
  ///
  /// The lowest seven bytes decide, which W3C Trace Context, level 2, has as the random ones: so
  /// all who use the same ratio decide alike.
  package func records(rootOf trace: TraceIdentifier) -> Bool {
    Self.values - 1 - (trace.low & (Self.values - 1)) < recorded
  }
}
