import Rides

/// What has happened to the fleet: the differences between looks at it, and what was reported in
/// between.
struct OperationEvents {
  /// The most that are kept.
  static let most = 20

  /// The newest first.
  private(set) var events: [OperationEvent] = []
  private var workers: [String: WorkerFigures]?
  private var letters: Int?

  /// Adds what was reported.
  mutating func add(_ event: OperationEvent) {
    events.insert(event, at: 0)
    if events.count > Self.most { events.removeLast() }
  }

  /// Adds what has changed of the workers since the last look.
  mutating func look(at now: Instant, workers seen: [WorkerFigures]) {
    if let workers {
      for worker in seen {
        for text in Self.changes(of: worker, since: workers[worker.address]) {
          add(OperationEvent(at: now, text: text, href: "/fleet"))
        }
      }
    }
    // A worker that does not answer keeps what was known of it.
    var known = workers ?? [:]
    for worker in seen {
      var latest = worker
      latest.name = worker.name ?? known[worker.address]?.name
      latest.version = worker.version ?? known[worker.address]?.version
      latest.startedAt = worker.startedAt ?? known[worker.address]?.startedAt
      known[worker.address] = latest
    }
    workers = known
  }

  /// Adds that there are more, or no more, dead letters.
  mutating func look(at now: Instant, openLetters count: Int) {
    defer { letters = count }
    guard let letters, letters != count else { return }
    let more = count - letters
    let text =
      more > 0
      ? "\(more) more dead letter\(more == 1 ? "" : "s")"
      : "\(-more) dead letter\(more == -1 ? "" : "s") less"
    add(OperationEvent(at: now, text: text, href: "/dead-letters"))
  }

  private static func changes(
    of worker: WorkerFigures, since before: WorkerFigures?
  ) -> [String] {
    let name = worker.name ?? before?.name ?? worker.address
    guard let before else { return ["\(name) is watched"] }
    var texts: [String] = []
    if let version = worker.version, let old = before.version, version != old {
      texts.append("\(name) runs \(version) in the place of \(old)")
    } else if let start = worker.startedAt, let old = before.startedAt, start != old {
      texts.append("\(name) has started again")
    }
    guard worker.state != before.state else { return texts }
    let why = worker.missing.isEmpty ? "" : ": \(worker.missing.joined(separator: ", "))"
    switch worker.state {
    case .ready: texts.append("\(name) is ready")
    case .notReady: texts.append("\(name) is not ready\(why)")
    case .unreachable: texts.append("\(name) is not reached\(why)")
    }
    return texts
  }
}
