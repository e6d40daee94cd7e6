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
  /// What is not there; empty means ready.
  package var missing: [Lack]
  /// Shown beside it, since it keeps nobody from work; nil while housekeeping succeeds.
  package var housekeeping: HousekeepingFailures?

  package init(missing: [Lack], housekeeping: HousekeepingFailures? = nil) {
    self.missing = missing
    self.housekeeping = housekeeping
  }

  /// True when nothing is missing.
  package var isReady: Bool { missing.isEmpty }
}

/// Since when housekeeping fails, and how often it was tried.
package struct HousekeepingFailures: Hashable, Sendable {
  /// The moment of the first failure in a row, as RFC 3339 writes it.
  package var since: String
  package var count: Int

  package init(since: String, count: Int) {
    self.since = since
    self.count = count
  }
}

/// What the two probes say at one moment.
package struct ProbeAnswers: Hashable, Sendable {
  package var liveness: Liveness
  package var readiness: Readiness
  /// Said beside both; nil where there is one process.
  package var process: ProbedProcess?

  package init(liveness: Liveness, readiness: Readiness, process: ProbedProcess? = nil) {
    self.liveness = liveness
    self.readiness = readiness
    self.process = process
  }
}
