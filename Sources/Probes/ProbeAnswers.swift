/// Whether the process can still do its work, or ought to be started again.
package struct Liveness: Hashable, Sendable {
  package var isLive: Bool
  /// What an operator should know beside the answer, such as the lane that hangs.
  package var detail: String?

  package init(isLive: Bool, detail: String? = nil) {
    self.isLive = isLive
    self.detail = detail
  }
}

/// Whether the process takes work at this moment, and what it lacks if it does not.
package struct Readiness: Hashable, Sendable {
  /// What is not there yet, one short phrase each, such as `consumer of lane 1`; empty means ready.
  package var missing: [String]

  package init(missing: [String]) { self.missing = missing }

  /// True when nothing is missing.
  package var isReady: Bool { missing.isEmpty }
}

/// What the two probes say at one moment.
package struct ProbeAnswers: Hashable, Sendable {
  package var liveness: Liveness
  package var readiness: Readiness

  package init(liveness: Liveness, readiness: Readiness) {
    self.liveness = liveness
    self.readiness = readiness
  }
}
