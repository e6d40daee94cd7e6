import JSON
import Rides

/// What was ordered after a ride, with the words of whoever ordered it, for people and for
/// programs.
enum OrderLines {
  private static func orders(
    of account: RideAccount
  ) -> [(name: String, order: RideAccount.Order)] {
    RideAccount.OrderKind.allCases.flatMap { kind in
      account[kind].enumerated().map { ("\(kind.rawValue) \($0 + 1)", $1) }
    }
  }

  /// A line for each: `refund 1  5.00 USD  declined  m-17  detour`; the ledger has the number.
  static func texts(_ account: RideAccount) -> [String] {
    let orders = orders(of: account)
    let names = orders.map(\.name.count).max() ?? 0
    return orders.map { name, order in
      [
        name.leftAligned(in: names), "\(order.amount.decimalString) \(order.amount.currency.code)",
        order.state.rawValue, order.identifier, order.reason ?? "",
      ].filter { !$0.isEmpty }.joined(separator: "  ")
    }
  }

  /// Writes all orders as an array.
  static func write(_ account: RideAccount, into writer: inout JSONWriter) {
    writer.beginArray()
    for (name, order) in orders(of: account) {
      writer.beginObject()
      writer.texts([
        ("order", name), ("messageIdentifier", order.identifier),
        ("amount", order.amount.decimalString), ("currencyCode", order.amount.currency.code),
        ("state", order.state.rawValue),
      ])
      if let reason = order.reason { writer.texts([("reason", reason)]) }
      writer.endObject()
    }
    writer.endArray()
  }
}
