import JSON
import RideStore
import Rides
import Tool

/// The fleet at one moment, as the first screen shows it: what it consists of was asked of the
/// store, of the broker and of the workers, each a few seconds ago at most.
struct Overview {
  /// What can change; the same content is not sent twice.
  struct Content: Hashable {
    /// Nil while the store does not answer.
    var figures: FleetFigures?
    /// Some of the rides that are late, the oldest first.
    var lateRides: [LateRides: [RideIdentifier]] = [:]
    /// Some of the rides of each group of payments, the oldest first.
    var payingRides: [FleetFigures.PaymentGroup: [RideIdentifier]] = [:]
    var vehicles = VehicleCounts()
    /// The open dead letters, the largest group first.
    var letters: [DeadLetterGroup] = []
    var queues: [QueueFigures] = []
    var workers: [WorkerFigures] = []
    /// Why the broker does not say how long its queues are; nil where it does.
    var brokerFault: String?
    /// The newest first.
    var events: [OperationEvent] = []
    /// How many lines of the file of the accounts are wrong.
    var wrongAccounts = 0
  }

  var at: Instant
  var content: Content

  /// The whole document.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.texts([("at", at.rfc3339)])
      writer.key("verdict")
      Verdict(of: self).write(into: &writer)
      writer.key("rides")
      writer.object { writeRides(into: &$0) }
      writer.key("vehicles")
      writer.object { content.vehicles.write(into: &$0) }
      writer.key("queues")
      writer.objects(content.queues) { $0.write(into: &$1) }
      writer.key("deadLetters")
      writer.object { writeLetters(into: &$0) }
      writer.key("payments")
      writer.objects(payments) { Self.write($0.group, $0.tally, into: &$1) }
      writer.key("workers")
      writer.objects(content.workers) { $0.write(into: &$1) }
      writer.key("events")
      writer.objects(content.events) { $0.write(into: &$1) }
    }
  }

  private func writeRides(into writer: inout JSONWriter) {
    let figures = content.figures ?? FleetFigures()
    writer.key("byPhase")
    writer.object {
      for phase in RidePhase.allCases where !phase.isFinal {
        $0.key(dynamic: phase.rawValue)
        $0.integer(figures.phases[phase]?.count ?? 0)
      }
    }
    writer.member("waiting", figures.waiting.count)
    writer.member(
      nullable: "longestWaitSeconds",
      figures.waiting.oldest.map { max(0, $0.seconds(to: at)).rounded() })
  }

  private func writeLetters(into writer: inout JSONWriter) {
    let open = DeadLetterRecord.State.open.compactMap { content.figures?.deadLetters[$0] }
    writer.member("open", open.reduce(0) { $0 + $1.count })
    writer.member(nullable: "oldestAt", open.compactMap(\.oldest).min())
    let reasons = Dictionary(content.letters.map { ($0.reason, $0.count) }, uniquingKeysWith: +)
    writer.key("byReason")
    writer.objects(reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }) { reason, writer in
      writer.texts([("reason", reason.key)])
      writer.member("count", reason.value)
    }
  }

  /// The payments that have not ended, the longest-lasting state first.
  private var payments: [(group: FleetFigures.PaymentGroup, tally: FleetFigures.Tally)] {
    (content.figures?.payments ?? [:]).map { ($0.key, $0.value) }.sorted {
      ($0.1.oldest ?? at, $0.0.kind.rawValue, $0.0.state.rawValue)
        < ($1.1.oldest ?? at, $1.0.kind.rawValue, $1.0.state.rawValue)
    }
  }

  private static func write(
    _ group: FleetFigures.PaymentGroup, _ tally: FleetFigures.Tally, into writer: inout JSONWriter
  ) {
    writer.texts([("kind", group.kind.rawValue), ("state", group.state.rawValue)])
    writer.member("count", tally.count)
    writer.texts([("oldestAt", tally.oldest?.rfc3339)])
  }
}

/// A queue of the broker and those who consume it.
struct QueueFigures: Hashable {
  let name: String
  /// Nil where the broker does not say it.
  var depth: Int?
  var consumers: Int?
  /// The age of the oldest request that a worker has in hand; nil where none says it.
  var oldestSeconds: Double?
  /// Handled messages.
  var perSecond: Double?
  /// The same of the last 15 minutes, the oldest first.
  var curve: [Double] = []

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    writer.texts([("name", name)])
    writer.member(nullable: "depth", depth.map(Double.init))
    writer.member(nullable: "consumers", consumers.map(Double.init))
    writer.member(nullable: "oldestSeconds", oldestSeconds.map(Self.short))
    writer.member(nullable: "perSecond", perSecond.map(Self.short))
    writer.key("curve")
    writer.array(curve) { $1.double(Self.short($0)) }
  }

  fileprivate static func short(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}

/// A worker as its probes describe it.
struct WorkerFigures: Hashable {
  /// Whether it takes work.
  enum State: String {
    case ready, notReady, unreachable
  }

  let address: String
  var name: String?
  var version: String?
  var state: State
  /// What it lacks, or why it was not reached.
  var missing: [String] = []
  var startedAt: String?
  /// The digest of its catalogue.
  var catalogue: String?
  var perSecond: Double?

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    writer.texts([
      ("address", address), ("name", name), ("version", version), ("state", state.rawValue),
      ("startedAt", startedAt),
    ])
    writer.key("missing")
    writer.array(missing) { $1.string($0) }
    writer.member(nullable: "perSecond", perSecond.map(QueueFigures.short))
  }
}

/// Something that has happened to the fleet.
struct OperationEvent: Hashable {
  let at: Instant
  let phrase: Phrase
  var href: String?

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    writer.texts([("at", at.rfc3339), ("href", href)])
    phrase.write(into: &writer)
  }
}
