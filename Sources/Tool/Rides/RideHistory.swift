package import Messages
import RideStore
package import Rides

/// One thing that has happened to a ride.
package struct HistoryEntry: Hashable, Sendable {
  /// What has happened.
  package enum Kind: String, Sendable {
    case change
    /// Of the operator's staff.
    case order
    /// For help.
    case call
  }

  package let kind: Kind
  package let at: Instant
  /// The number of a change of the status.
  let number: Int?
  /// Who has ordered or called, if that is known.
  package let author: String?
  /// In words; the first part names it.
  package let parts: [String]
  /// The id of the message that has ordered or called.
  package var message: String?
  /// The trace of the message that caused a change, if it had one.
  package var trace: TraceIdentifier?

  /// As in `2027-01-15T08:00:00Z    1 received  SUV`.
  fileprivate func line(_ times: TimeFormat) -> String {
    let number = (number.map { "\($0)" } ?? "").rightAligned(in: 3)
    return "\(times.text(at))  \(number) \(parts.joined(separator: "  "))"
  }
}

extension StoredRide {
  /// Each change of the ride, each order of the operator's staff and each call for help, by time.
  package var entries: [HistoryEntry] {
    let orders = [RideAccount.OrderKind.refund, .settlement].flatMap { kind in
      ride.account[kind].compactMap { Self.entry(of: $0, kind) }
    }
    return (changes + orders + ride.helpCalls.map(HelpCallLines.entry)).enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// The same as lines for people.
  func historyLines(_ times: TimeFormat = TimeFormat()) -> [String] {
    entries.map { $0.line(times) }
  }

  /// Nil for an order of an earlier build, whose time is not known.
  private static func entry(
    of order: RideAccount.Order, _ kind: RideAccount.OrderKind
  ) -> HistoryEntry? {
    guard let at = order.at else { return nil }
    let name = "\(order.deed?.rawValue ?? kind.rawValue) by \(order.author ?? "the operator")"
    return HistoryEntry(
      kind: .order, at: at, number: nil, author: order.author,
      parts: [name, order.reason ?? ""].filter { !$0.isEmpty }, message: order.identifier)
  }

  /// The changes; the first at the end of the ride shows who has ended it, and one that seeks a
  /// vehicle again shows which has left it.
  private var changes: [HistoryEntry] {
    var last: RideStatus?
    return history.map { change in
      let status = try? RideStatusCoding.decode(change.status)
      defer { last = status ?? last }
      let isEnd = change.phase.isFinal && last?.phase.isFinal != true
      let hasLost = change.phase == .received && last?.vehicle != nil
      let details = status.map { EventLine.details(of: $0) } ?? []
      let changes = last.flatMap { last in status?.changes(from: last, TimeFormat()) }
      let notes = [
        changes.flatMap { $0.isEmpty ? nil : $0 },
        isEnd ? ending?.shown : nil,
        hasLost ? last.map { "no longer with \(EventLine.vehicle(of: $0))" } : nil,
      ]
      let phase = status.map { EventLine.phase(of: $0) } ?? change.phase.rawValue
      return HistoryEntry(
        kind: .change, at: change.occurredAt, number: change.key.sequence, author: nil,
        parts: [phase] + details + notes.compactMap(\.self),
        trace: change.traceparent.flatMap { TraceParent($0) }?.trace)
    }
  }
}
