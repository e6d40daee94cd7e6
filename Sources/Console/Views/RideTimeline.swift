import JSON
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
    }
  }

  let entries: [Entry]

  /// Of a ride as it is stored; of one moment, changes come first.
  init(of stored: StoredRide) {
    let known = stored.entries.map { entry in
      Entry(
        at: entry.at, kind: Self.kind(of: entry), text: entry.parts.joined(separator: ", "),
        author: entry.author, message: entry.message, trace: entry.trace?.description)
    }
    let all = known + Self.movements(stored.ledger) + Self.open(stored.payments)
    entries = (all + Self.alarms(of: stored.ride)).enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
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
      Entry(at: $0.since, kind: .payment, text: "\($0.kind.rawValue) \($0.state.rawValue)")
    }
  }

  /// What is wrong with the vehicle.
  private static func alarms(of ride: Ride) -> [Entry] {
    guard let watch = ride.watch else { return [] }
    let alarms: [(Instant?, String)] = [
      (watch.isStalled ? watch.nearerAt : nil, "the vehicle comes no nearer"),
      (watch.silentSince, "the vehicle has been silent since"),
      (watch.atDropOff?.at, "the vehicle was seen at the drop-off"),
      (watch.toldAt, "a report of the driver is overdue"),
    ]
    return alarms.compactMap { at, text in at.map { Entry(at: $0, kind: .alarm, text: text) } }
  }
}
