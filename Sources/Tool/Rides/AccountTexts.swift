import JSON
package import RideStore
package import Rides

extension Receipt {
  /// The receipt in lines: the cost of the ride and its payment.
  var shown: [String] {
    var rows: [(String, Money)] = lines.filter(\.kind.isPartOfSum).map { ($0.title, $0.price) }
    rows.append(("price", price))
    rows += charges.map { ("paid \($0.means.shown)", $0.amount) }
    if outstanding.minorUnits != 0 { rows.append(("outstanding", outstanding)) }
    if overpaid.minorUnits != 0 { rows.append(("paid in excess", overpaid)) }
    if let tip { rows.append(("tip, paid \(tip.means.shown)", tip.amount)) }
    rows += refunds.map { ("refunded: \($0.reason)", $0.amount) }
    let titles = rows.map(\.0.count).max() ?? 0
    let amounts = rows.map(\.1.decimalString.count).max() ?? 0
    return rows.map { title, amount in
      "\(title.leftAligned(in: titles))  \(amount.decimalString.rightAligned(in: amounts)) "
        + amount.currency.code
    }
  }
}

extension Receipt.Means {
  /// How it was paid, in words.
  var shown: String {
    switch self {
    case .method(let method):
      let name = method.name ?? method.kind.rawValue
      return "by \(name)" + (method.identificationHint.map { " \($0)" } ?? "")
    case .driver: return "to the driver"
    case .outside(let reason): return "in another way" + (reason.map { ": \($0)" } ?? "")
    }
  }
}

/// A receipt as JSON.
enum ReceiptJSON {
  /// Writes the receipt, or null; no payment's token is in it.
  static func write(_ receipt: Receipt?, into writer: inout JSONWriter) {
    guard let receipt else { return writer.null() }
    writer.beginObject()
    writer.texts([
      ("price", receipt.price.decimalString), ("outstanding", receipt.outstanding.decimalString),
      ("overpaid", receipt.overpaid.decimalString),
      ("currencyCode", receipt.price.currency.code),
    ])
    writer.key("lines")
    writer.objects(receipt.lines) { line, writer in
      writer.texts([
        ("title", line.title), ("kind", line.kind.rawValue), ("price", line.price.decimalString),
      ])
    }
    writePayments(of: receipt, into: &writer)
    writer.endObject()
  }

  private static func writePayments(of receipt: Receipt, into writer: inout JSONWriter) {
    writer.key("charges")
    writer.array(receipt.charges) { charge, writer in write(charge, into: &writer) }
    writer.key("tip")
    if let tip = receipt.tip { write(tip, into: &writer) } else { writer.null() }
    writer.key("refunds")
    writer.objects(receipt.refunds) { refund, writer in
      writer.texts([("amount", refund.amount.decimalString), ("reason", refund.reason)])
    }
  }

  private static func write(_ payment: Receipt.Payment, into writer: inout JSONWriter) {
    writer.beginObject()
    switch payment.means {
    case .method(let method):
      writer.texts([
        ("means", "method"), ("type", method.kind.rawValue), ("name", method.name),
        ("identificationHint", method.identificationHint),
      ])
    case .driver: writer.texts([("means", "driver")])
    case .outside(let reason):
      writer.texts([("means", "outside"), ("reason", reason)])
    }
    writer.texts([("amount", payment.amount.decimalString)])
    writer.endObject()
  }
}

/// The orders after a ride with their reasons, for people and for programs.
enum OrderLines {
  private static func orders(
    of account: RideAccount
  ) -> [(name: String, order: RideAccount.Order)] {
    RideAccount.OrderKind.allCases.flatMap { kind in
      account[kind].enumerated().map { ("\($1.deed?.rawValue ?? kind.rawValue) \($0 + 1)", $1) }
    }
  }

  /// A line for each: `refund 1  5.00 USD  declined  m-17  detour`; the ledger has the number.
  static func texts(_ account: RideAccount) -> [String] {
    let orders = orders(of: account)
    let names = orders.map(\.name.count).max() ?? 0
    return orders.map { name, order in
      let namesMoney = order.amount.minorUnits != 0 || order.deed == .adjustment
      return [
        name.leftAligned(in: names),
        namesMoney ? "\(order.amount.decimalString) \(order.amount.currency.code)" : "",
        order.state.rawValue, order.identifier, order.author.map { "by \($0)" } ?? "",
        order.reason ?? "",
      ].filter { !$0.isEmpty }.joined(separator: "  ")
    }
  }

  /// Writes all orders as an array.
  static func write(_ account: RideAccount, into writer: inout JSONWriter) {
    writer.objects(orders(of: account)) { named, writer in
      let order = named.order
      writer.texts([
        ("order", named.name), ("messageIdentifier", order.identifier),
        ("amount", order.amount.decimalString), ("currencyCode", order.amount.currency.code),
        ("state", order.state.rawValue), ("author", order.author), ("at", order.at?.rfc3339),
        ("reason", order.reason),
      ])
    }
  }
}

/// The payments of a ride that have not ended, or have failed, for people and for programs.
enum OpenPaymentLines {
  /// In a list of rides: `tip requested for 9 min`.
  static func text(_ payment: OpenPayment, at now: Instant) -> String {
    "\(payment.kind.rawValue) \(payment.state.rawValue) for "
      + ShownLength.text(seconds: payment.since.seconds(to: now))
  }

  /// A line for each: `fare:capture:1  fare requested for 9 min, since 2027-01-15T08:00:00Z`.
  static func texts(
    _ payments: [OpenPayment], at now: Instant, _ times: TimeFormat
  ) -> [String] {
    let keys = payments.map(\.key.count).max() ?? 0
    return payments.map { payment in
      "\(payment.key.leftAligned(in: keys))  \(text(payment, at: now)), since "
        + times.text(payment.since)
    }
  }

  /// Writes all as an array.
  static func write(_ payments: [OpenPayment], into writer: inout JSONWriter) {
    writer.objects(payments) { payment, writer in
      writer.texts([
        ("key", payment.key), ("kind", payment.kind.rawValue), ("state", payment.state.rawValue),
        ("since", payment.since.rfc3339),
      ])
    }
  }
}

/// The ledger of a ride, for people and for programs.
enum LedgerLines {
  /// A line for each entry, in columns; the first of a transaction has its time and reason.
  static func texts(
    _ entries: [LedgerEntryRecord], _ times: TimeFormat = TimeFormat()
  ) -> [String] {
    let accounts = entries.map(\.account.count).max() ?? 0
    let amounts = entries.map { amount(of: $0).count }.max() ?? 0
    let starts = entries.map { start(of: $0, times) }
    let width = starts.map(\.count).max() ?? 0
    var before: Int?
    return zip(entries, starts).map { entry, start in
      defer { before = entry.transaction }
      let isFirst = entry.transaction != before
      return (isFirst ? start : "").leftAligned(in: width)
        + "  \(entry.account.leftAligned(in: accounts))  "
        + "\(amount(of: entry).rightAligned(in: amounts)) \(entry.currencyCode)"
        + (isFirst ? "  \(entry.reason)" : "")
    }
  }

  /// Writes all entries as an array.
  static func write(_ entries: [LedgerEntryRecord], into writer: inout JSONWriter) {
    writer.objects(entries) { entry, writer in
      writer.member("transaction", entry.transaction)
      writer.member("line", entry.line)
      writer.texts([
        ("account", entry.account), ("amount", amount(of: entry)),
        ("currencyCode", entry.currencyCode), ("reason", entry.reason),
        ("occurredAt", entry.occurredAt.rfc3339),
      ])
    }
  }

  private static func start(of entry: LedgerEntryRecord, _ times: TimeFormat) -> String {
    "\(times.text(entry.occurredAt))  \("\(entry.transaction)".rightAligned(in: 3))"
  }

  /// The amount in its currency's digits; in minor units where the currency is unknown.
  private static func amount(of entry: LedgerEntryRecord) -> String {
    entry.amount?.decimalString ?? "\(entry.minorUnits)"
  }
}

extension LedgerEntryRecord {
  /// The amount of the line; nil in a currency that this build does not know.
  package var amount: Money? {
    Currency(currencyCode).map { Money(minorUnits: minorUnits, currency: $0) }
  }
}
