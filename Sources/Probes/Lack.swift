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

/// What a process says of itself beside each answer, so that many can be kept apart.
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
