import JSON
import Messages
import RideStore
import Rides
import Tool

/// All that has happened to a ride, by time: its changes, orders, calls and payments, and what is
/// wrong with its vehicle.
struct RideTimeline {
  /// What an entry is about.
  enum Kind: String {
    case change, order, call, payment, alarm
  }

  /// One line of it.
  struct Entry {
    let at: Instant
    let kind: Kind
    /// The keys of words that the page has in its languages, which name it.
    var words: [String] = []
    /// What follows the words; can be empty.
    let text: String
    var author: String?
    /// The id of the message that has ordered or called.
    var message: String?
    /// The trace in which a change was made, in hexadecimal.
    var trace: String?

    /// Writes the members.
    func write(into writer: inout JSONWriter) {
      writer.texts([
        ("at", at.rfc3339), ("kind", kind.rawValue), ("text", text), ("by", author),
        ("message", message), ("trace", trace),
      ])
      writer.key("words")
      writer.array(words) { $1.string($0) }
    }
  }

  let entries: [Entry]

  /// Of a ride as it is stored; of one moment, changes come first.
  init(of stored: StoredRide) {
    let known = stored.entries.map { entry in
      let (words, parts) = Self.words(of: entry)
      return Entry(
        at: entry.at, kind: Self.kind(of: entry), words: words,
        text: parts.joined(separator: ", "), author: entry.author, message: entry.message,
        trace: entry.trace?.description)
    }
    let all = known + Self.movements(stored.ledger) + Self.open(stored.payments)
    entries = (all + Self.alarms(of: stored.ride)).enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// The name of an entry as words, and its other parts.
  ///
  /// A change begins with its phase, as in `completed (canceledByUser)`, an order with its deed and
  /// who gave it, as in `refund by d-7`.
  private static func words(
    of entry: HistoryEntry
  ) -> (words: [String], parts: [String]) {
    let name = entry.parts.first ?? ""
    let rest = Array(entry.parts.dropFirst())
    switch entry.kind {
    case .call: return ([], entry.parts)
    case .order: return (["deed.\(name.prefix { $0 != " " })"], rest)
    case .change:
      let names = name.split { " ()".contains($0) }
      return (zip(["phase", "outcome"], names).map { "\($0).\($1)" }, rest)
    }
  }

  private static func kind(of entry: HistoryEntry) -> Kind {
    switch entry.kind {
    case .change: .change
    case .order: .order
    case .call: .call
    }
  }

  /// One entry for each transaction of the ledger, with the sum of its debits.
  private static func movements(_ ledger: [LedgerEntryRecord]) -> [Entry] {
    Dictionary(grouping: ledger, by: \.transaction).sorted { $0.key < $1.key }.compactMap {
      _, lines in
      guard let first = lines.first else { return nil }
      let debits = lines.filter { $0.minorUnits > 0 && $0.currencyCode == first.currencyCode }
      let sum = Currency(first.currencyCode).map { currency in
        Money(minorUnits: debits.reduce(0) { $0 + $1.minorUnits }, currency: currency)
      }
      let amount = sum.map { ": \($0.decimalString) \($0.currency.code)" } ?? ""
      return Entry(at: first.occurredAt, kind: .payment, text: "booked \(first.reason)\(amount)")
    }
  }

  private static func open(_ payments: [OpenPayment]) -> [Entry] {
    payments.map {
      Entry(
        at: $0.since, kind: .payment,
        words: ["payment.\($0.kind.rawValue)", "charge.\($0.state.rawValue)"], text: "")
    }
  }

  /// What is wrong with the vehicle.
  private static func alarms(of ride: Ride) -> [Entry] {
    guard let watch = ride.watch else { return [] }
    let alarms: [(Instant?, String)] = [
      (watch.isStalled ? watch.nearerAt : nil, "watch.stalled"),
      (watch.silentSince, "watch.silent"),
      (watch.atDropOff?.at, "watch.atDropOff"),
      (watch.toldAt, "watch.overdue"),
    ]
    return alarms.compactMap { at, word in
      at.map { Entry(at: $0, kind: .alarm, words: [word], text: "") }
    }
  }
}
