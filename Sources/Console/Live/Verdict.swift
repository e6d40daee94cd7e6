import JSON
import RideStore
import Rides
import Tool

/// Whether all is well, in one sentence, and what needs an operator.
struct Verdict: Hashable {
  /// How much it needs one.
  enum Level: String, Comparable {
    case well, attention, alarm

    static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .well: 0
      case .attention: 1
      case .alarm: 2
      }
    }
  }

  /// One thing that needs an operator.
  struct Item: Hashable {
    let level: Level
    let text: String
    var href: String?
  }

  /// Alarms first.
  let items: [Item]

  /// Judges an overview by its values alone.
  init(of overview: Overview) {
    let judge = VerdictRules(at: overview.at, content: overview.content)
    let found = judge.items
    items = found.filter { $0.level == .alarm } + found.filter { $0.level != .alarm }
  }

  var level: Level { items.map(\.level).max() ?? .well }

  /// The sentence.
  var text: String {
    switch items.count {
    case 0: "All is well."
    case 1: "One thing needs you."
    default: "\(items.count) things need you."
    }
  }

  /// Writes it as an object.
  func write(into writer: inout JSONWriter) {
    writer.object {
      $0.texts([("level", level.rawValue), ("text", text)])
      $0.key("items")
      $0.objects(items) { item, writer in
        writer.texts([("level", item.level.rawValue), ("text", item.text), ("href", item.href)])
      }
    }
  }
}

/// The rules of the verdict: what is wrong with each part of an overview.
private struct VerdictRules {
  let at: Instant
  let content: Overview.Content

  /// After how many seconds in a phase a ride is stuck rather than long.
  private static let longest: [(phase: RidePhase, seconds: Double)] = [
    (.confirmed, 7_200), (.approachingPickup, 3_600), (.pickup, 1_800), (.ongoing, 10_800),
  ]
  /// After how many seconds a rider without a vehicle has waited for long.
  private static let longWait = 600.0
  /// After how many seconds a request in hand, or a payment's answer, is late.
  private static let (lateRequest, lostRequest, latePayment) = (10.0, 60.0, 900.0)

  var items: [Verdict.Item] {
    accounts + store + broker + workers + queues + rides + vehicles + money + letters
  }

  private var accounts: [Verdict.Item] {
    guard content.wrongAccounts > 0 else { return [] }
    let text = "Wrong lines of the console's accounts: \(content.wrongAccounts); see the log."
    return [Verdict.Item(level: .attention, text: text)]
  }

  private var store: [Verdict.Item] {
    content.figures == nil
      ? [Verdict.Item(level: .alarm, text: "The database does not answer.")] : []
  }

  private var broker: [Verdict.Item] {
    content.brokerFault.map { [Verdict.Item(level: .alarm, text: "The broker: \($0).")] } ?? []
  }

  private var workers: [Verdict.Item] {
    content.workers.filter { $0.state != .ready }.map { worker in
      let name = worker.name ?? worker.address
      let why = worker.missing.isEmpty ? "" : ": \(worker.missing.joined(separator: ", "))"
      return worker.state == .unreachable
        ? Verdict.Item(level: .alarm, text: "\(name) is not reached\(why).", href: "/fleet")
        : Verdict.Item(level: .attention, text: "\(name) is not ready\(why).", href: "/fleet")
    }
  }

  private var queues: [Verdict.Item] {
    content.queues.flatMap { queue -> [Verdict.Item] in
      var items: [Verdict.Item] = []
      if queue.consumers == 0, let depth = queue.depth, depth > 0 {
        items.append(
          Verdict.Item(
            level: .alarm, text: "No worker consumes \(queue.name), where \(depth) messages wait.",
            href: "/fleet"))
      }
      if let age = queue.oldestSeconds, age >= Self.lateRequest {
        let text =
          "A request of \(queue.name) has had no answer for \(ShownLength.text(seconds: age))."
        let level: Verdict.Level = age >= Self.lostRequest ? .alarm : .attention
        items.append(Verdict.Item(level: level, text: text, href: "/fleet"))
      }
      return items
    }
  }

  private var rides: [Verdict.Item] {
    guard let figures = content.figures else { return [] }
    var items: [Verdict.Item] = []
    if let wait = figures.waiting.oldest?.seconds(to: at), wait >= Self.longWait {
      let length = ShownLength.text(seconds: wait)
      items.append(
        Verdict.Item(
          level: .attention, text: "A rider has waited for a vehicle for \(length).",
          href: "/rides?phase=received"))
    }
    for (phase, longest) in Self.longest {
      guard let since = figures.phases[phase]?.oldest?.seconds(to: at), since >= longest else {
        continue
      }
      let length = ShownLength.text(seconds: since)
      items.append(
        Verdict.Item(
          level: .attention, text: "A ride is \(phase.rawValue) for \(length) without a change.",
          href: "/rides?phase=\(phase.rawValue)"))
    }
    return items
  }

  /// Single drivers lose their connection all day; many at a time do not.
  private var vehicles: [Verdict.Item] {
    let (silent, onDuty) = (content.vehicles[.silent], content.vehicles.onDuty)
    guard silent >= 3, silent * 10 >= onDuty else { return [] }
    return [
      Verdict.Item(
        level: .attention, text: "\(silent) of \(onDuty) vehicles on duty are silent.",
        href: "/vehicles?state=silent")
    ]
  }

  private var money: [Verdict.Item] {
    let groups = (content.figures?.payments ?? [:]).sorted {
      ($0.key.kind.rawValue, $0.key.state.rawValue) < ($1.key.kind.rawValue, $1.key.state.rawValue)
    }
    return groups.compactMap { group, tally in
      let name = "\(group.kind.rawValue)\(tally.count == 1 ? "" : "s")"
      if group.state == .failed {
        return Verdict.Item(
          level: .attention, text: "\(tally.count) \(name) could not be paid.",
          href: "/rides?phase=completed")
      }
      let age = tally.oldest?.seconds(to: at) ?? 0
      guard group.state == .requested, age >= Self.latePayment else { return nil }
      return Verdict.Item(
        level: .attention,
        text: "The payment system has not answered for \(ShownLength.text(seconds: age)) "
          + "(\(tally.count) \(name)).", href: "/rides?phase=completed")
    }
  }

  private var letters: [Verdict.Item] {
    let open = DeadLetterRecord.State.open.compactMap { content.figures?.deadLetters[$0]?.count }
      .reduce(0, +)
    guard open > 0 else { return [] }
    let text = open == 1 ? "One dead letter waits" : "\(open) dead letters wait"
    return [
      Verdict.Item(level: .attention, text: "\(text) for a decision.", href: "/dead-letters")
    ]
  }
}
