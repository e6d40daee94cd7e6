/// Whether the process can still do its work, or ought to be started again.
package struct Liveness: Hashable, Sendable {
  package var isLive: Bool
  /// What an operator should know in addition, such as the lane that hangs.
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
  /// Shown in addition, since it does not stop the process from working; nil while housekeeping
  /// succeeds.
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
  /// Added to both; nil where there is one process.
  package var process: ProbedProcess?

  package init(liveness: Liveness, readiness: Readiness, process: ProbedProcess? = nil) {
    self.liveness = liveness
    self.readiness = readiness
    self.process = process
  }
}

/// One thing that keeps a process from taking work.
package struct Lack: Hashable, Sendable {
  /// A word of a closed list, such as `store`.
  package var what: String
  /// Since when, as RFC 3339 writes it.
  package var since: String
  /// The whole seconds since then, by a monotonic clock.
  package var seconds: Int
  /// More about it, such as the lanes that it concerns; nil where the word says all.
  package var detail: String?

  package init(what: String, since: String, seconds: Int, detail: String? = nil) {
    self.what = what
    self.since = since
    self.seconds = seconds
    self.detail = detail
  }
}

/// What a process says of itself in each answer, so that several can be distinguished.
package struct ProbedProcess: Hashable, Sendable {
  /// The name of its program.
  package var worker: String
  package var version: String
  /// When it began, as RFC 3339 writes it.
  package var startedAt: String

  package init(worker: String, version: String, startedAt: String) {
    self.worker = worker
    self.version = version
    self.startedAt = startedAt
  }
}
