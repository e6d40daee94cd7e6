import JSON
import RideStore
import Rides

/// What has happened to the fleet: the differences between looks at it, and what was reported in
/// between.
struct OperationEvents {
  /// The most that are kept.
  static let most = 20
  /// Within how many seconds changes of the number of dead letters are one event.
  private static let merged = 60.0

  /// The newest first.
  private(set) var events: [OperationEvent] = []
  private var workers: [String: WorkerFigures]?
  private var letters: Int?
  /// The last event of dead letters, and how many there were before it.
  private var lettersEvent: (event: OperationEvent, before: Int, since: Instant)?
  /// The actions that a look at the audit has found.
  private var actions: Set<String>?

  /// Adds what was reported.
  mutating func add(_ event: OperationEvent) {
    events.insert(event, at: 0)
    if events.count > Self.most { events.removeLast() }
  }

  /// Adds what has changed of the workers since the last look.
  mutating func look(at now: Instant, workers seen: [WorkerFigures]) {
    if let workers {
      for worker in seen {
        for phrase in Self.changes(of: worker, since: workers[worker.address]) {
          add(OperationEvent(at: now, phrase: phrase, href: "/fleet"))
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
      latest.catalogue = worker.catalogue ?? known[worker.address]?.catalogue
      known[worker.address] = latest
    }
    workers = known
  }

  /// Adds that there are more, or fewer, dead letters; what changes within a minute is one event.
  mutating func look(at now: Instant, openLetters count: Int) {
    defer { letters = count }
    guard let letters, letters != count else { return }
    var (before, since) = (letters, now)
    if let last = lettersEvent, last.since.seconds(to: now) < Self.merged {
      (before, since) = (last.before, last.since)
      events.removeAll { $0 == last.event }
    }
    let more = count - before
    lettersEvent = nil
    guard more != 0 else { return }
    let name = "dead letter\(abs(more) == 1 ? "" : "s")"
    let phrase =
      more > 0
      ? Phrase("letters.more", "\(more) more \(name)", ["n": .count(more)])
      : Phrase("letters.fewer", "\(-more) fewer \(name)", ["n": .count(-more)])
    let event = OperationEvent(at: now, phrase: phrase, href: "/dead-letters")
    lettersEvent = (event, before, since)
    add(event)
  }

  /// Adds the orders and redrives among the latest entries of the audit, the newest first, without
  /// who gave them: the audit is for administrators.
  mutating func look(audit entries: [AuditEntry]) {
    defer { actions = Set(entries.map(\.identifier)) }
    guard let actions else { return }
    for entry in entries.reversed() where !actions.contains(entry.identifier) {
      if let event = OperationEvent(entry) { add(event) }
    }
  }

  private static func changes(
    of worker: WorkerFigures, since before: WorkerFigures?
  ) -> [Phrase] {
    let name = worker.name ?? before?.name ?? worker.address
    guard let before else {
      return [Phrase("worker.watched", "\(name) is watched", ["name": .string(name)])]
    }
    var phrases: [Phrase] = []
    if let version = worker.version, let old = before.version, version != old {
      phrases.append(
        Phrase(
          "worker.version", "\(name) runs \(version) in the place of \(old)",
          ["name": .string(name), "version": .string(version), "before": .string(old)]))
    } else if let start = worker.startedAt, let old = before.startedAt, start != old {
      phrases.append(
        Phrase("worker.restarted", "\(name) has started again", ["name": .string(name)]))
    }
    if let catalogue = worker.catalogue, let old = before.catalogue, catalogue != old {
      let shown = String(catalogue.prefix(8))
      phrases.append(
        Phrase(
          "worker.catalogue", "\(name) uses the catalogue \(shown)",
          ["name": .string(name), "catalogue": .string(shown)]))
    }
    return worker.state == before.state ? phrases : phrases + [worker.statePhrase(name)]
  }
}

extension WorkerFigures {
  /// Its state as a sentence without its stop.
  func statePhrase(_ name: String) -> Phrase {
    let why = missing.isEmpty ? "" : ": \(missing.joined(separator: ", "))"
    let values: [String: JSONValue] = ["name": .string(name), "why": .string(why)]
    return switch state {
    case .ready: Phrase("worker.ready", "\(name) is ready", ["name": .string(name)])
    case .notReady: Phrase("worker.notReady", "\(name) is not ready\(why)", values)
    case .unreachable: Phrase("worker.unreachable", "\(name) is not reached\(why)", values)
    }
  }
}

extension OperationEvent {
  /// Nil for an action that is no event of the fleet, or was not done.
  init?(_ entry: AuditEntry) {
    let target = entry.target ?? ""
    let detail = entry.detail ?? ""
    switch (entry.action, entry.outcome) {
    case ("order", "done"):
      let kind = String(detail.prefix { $0 != " " })
      let phrase = Phrase(
        "event.order", "ride \(target): the order \(kind) was given",
        ["ride": .string(target), "order": .string(kind)])
      self.init(at: entry.at, phrase: phrase, href: Link.ride(target))
    case ("redrive", "done") where !detail.hasPrefix("dry run"):
      let redrive = String(detail.prefix { $0 != "," })
      let phrase = Phrase("event.redrive", "dead letters are sent again")
      self.init(at: entry.at, phrase: phrase, href: "/redrives/" + redrive)
    case ("redrive-end", _):
      let phrase = Phrase(
        "event.redriveEnd", "the redrive \(target) has ended", ["id": .string(target)])
      self.init(at: entry.at, phrase: phrase, href: "/redrives/" + target)
    default: return nil
    }
  }
}
