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
    let phrase: Phrase
    var href: String?
    /// The rides that it is about, the oldest first, where it is about some.
    var rides: [RideIdentifier] = []
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
  var phrase: Phrase {
    switch items.count {
    case 0: Phrase("verdict.well", "All is well.")
    case 1: Phrase("verdict.one", "One thing needs you.")
    default:
      Phrase("verdict.many", "\(items.count) things need you.", ["n": .count(items.count)])
    }
  }

  /// Writes it as an object.
  func write(into writer: inout JSONWriter) {
    writer.object {
      $0.texts([("level", level.rawValue)])
      phrase.write(into: &$0)
      $0.key("items")
      $0.objects(items) { item, writer in
        writer.texts([("level", item.level.rawValue), ("href", item.href)])
        item.phrase.write(into: &writer)
        guard !item.rides.isEmpty else { return }
        writer.key("rides")
        writer.array(item.rides) { $1.string($0.rawValue) }
      }
    }
  }
}

/// The rules of the verdict: what is wrong with each part of an overview.
private struct VerdictRules {
  let at: Instant
  let content: Overview.Content

  /// After how many seconds a request in hand, or a payment's answer, is late.
  private static let (lateRequest, lostRequest, latePayment) = (10.0, 60.0, 900.0)

  var items: [Verdict.Item] {
    accounts + store + broker + workers + queues + rides + vehicles + money + letters
  }

  private var accounts: [Verdict.Item] {
    guard content.wrongAccounts > 0 else { return [] }
    let text = "Wrong lines of the console's accounts: \(content.wrongAccounts); see the log."
    return [
      item(.attention, "accounts.wrong", text, ["n": .count(content.wrongAccounts)])
    ]
  }

  /// One thing; of several rides the first is its link.
  ///
  /// More than five parameters: they are what an item consists of.
  private func item(
    _ level: Verdict.Level, _ key: String, _ text: String, _ values: [String: JSONValue] = [:],
    href: String? = nil, rides: [RideIdentifier] = []
  ) -> Verdict.Item {
    Verdict.Item(
      level: level, phrase: Phrase(key, text, values),
      href: rides.first.map { Link.ride($0.rawValue) } ?? href,
      rides: rides.count > 1 ? rides : [])
  }

  private var store: [Verdict.Item] {
    content.figures == nil ? [item(.alarm, "store.away", "The database does not answer.")] : []
  }

  private var broker: [Verdict.Item] {
    content.brokerFault.map {
      [item(.alarm, "broker.fault", "The broker: \($0).", ["why": .string($0)])]
    } ?? []
  }

  private var workers: [Verdict.Item] {
    content.workers.filter { $0.state != .ready }.map { worker in
      let phrase = worker.statePhrase(worker.name ?? worker.address)
      return item(
        worker.state == .unreachable ? .alarm : .attention, phrase.key, phrase.text + ".",
        phrase.values, href: "/fleet")
    }
  }

  private var queues: [Verdict.Item] {
    content.queues.flatMap { queue -> [Verdict.Item] in
      var items: [Verdict.Item] = []
      if queue.consumers == 0, let depth = queue.depth, depth > 0 {
        items.append(
          item(
            .alarm, "queue.abandoned",
            "No worker consumes \(queue.name), where \(depth) messages wait.",
            ["queue": .string(queue.name), "n": .count(depth)], href: "/fleet"))
      }
      if let age = queue.oldestSeconds, age >= Self.lateRequest {
        items.append(
          item(
            age >= Self.lostRequest ? .alarm : .attention, "queue.late",
            "A request of \(queue.name) has had no answer for \(ShownLength.text(seconds: age)).",
            ["queue": .string(queue.name), "length": .number(age)], href: "/fleet"))
      }
      return items
    }
  }

  private var rides: [Verdict.Item] {
    guard let figures = content.figures else { return [] }
    return LateRides.allCases.compactMap { kind in
      guard let since = kind.tally(of: figures).oldest?.seconds(to: at), since >= kind.seconds
      else { return nil }
      let length = ShownLength.text(seconds: since)
      let known = content.lateRides[kind] ?? []
      guard let phase = kind.phase else {
        return item(
          .attention, "ride.waits", "A rider has waited for a vehicle for \(length).",
          ["length": .number(since)], href: "/rides?phase=received", rides: known)
      }
      return item(
        .attention, "ride.stuck",
        "A ride has been \(phase.words) for \(length) without a change.",
        ["phase": .string(phase.rawValue), "length": .number(since)],
        href: "/rides?phase=\(phase.rawValue)", rides: known)
    }
  }

  /// Single drivers lose their connection all day; many at a time do not.
  private var vehicles: [Verdict.Item] {
    let (silent, onDuty) = (content.vehicles[.silent], content.vehicles.onDuty)
    guard silent >= 3, silent * 10 >= onDuty else { return [] }
    return [
      item(
        .attention, "vehicles.silent", "\(silent) of \(onDuty) vehicles on duty are silent.",
        ["n": .count(silent), "all": .count(onDuty)], href: "/vehicles?state=silent")
    ]
  }

  private var money: [Verdict.Item] {
    let groups = (content.figures?.payments ?? [:]).sorted {
      ($0.key.kind.rawValue, $0.key.state.rawValue) < ($1.key.kind.rawValue, $1.key.state.rawValue)
    }
    return groups.compactMap { group, tally in
      let (kind, count) = (group.kind.rawValue, tally.count)
      let name = "\(kind)\(count == 1 ? "" : "s")"
      let rides = content.payingRides[group] ?? []
      let href = "/rides?payment=\(group.state.rawValue)"
      if group.state == .failed {
        return item(
          .attention, "payment.failed", "\(count) \(name) could not be paid.",
          ["n": .count(count), "kind": .string(kind)], href: href, rides: rides)
      }
      let age = tally.oldest?.seconds(to: at) ?? 0
      guard group.state == .requested, age >= Self.latePayment else { return nil }
      return item(
        .attention, "payment.late",
        "The payment system has not answered for \(ShownLength.text(seconds: age)) "
          + "(\(count) \(name)).",
        ["n": .count(count), "kind": .string(kind), "length": .number(age)], href: href,
        rides: rides)
    }
  }

  private var letters: [Verdict.Item] {
    let open = DeadLetterRecord.State.open.compactMap { content.figures?.deadLetters[$0]?.count }
      .reduce(0, +)
    guard open > 0 else { return [] }
    let text = open == 1 ? "One dead letter waits" : "\(open) dead letters wait"
    return [
      item(
        .attention, "letters.open", "\(text) for a decision.", ["n": .count(open)],
        href: "/dead-letters")
    ]
  }
}
