import JSON
import Rides

extension Receipt {
  /// The receipt in lines: what the ride cost, and how it was paid.
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
    writer.beginArray()
    for line in receipt.lines {
      writer.beginObject()
      writer.texts([
        ("title", line.title), ("kind", line.kind.rawValue), ("price", line.price.decimalString),
      ])
      writer.endObject()
    }
    writer.endArray()
    writePayments(of: receipt, into: &writer)
    writer.endObject()
  }

  private static func writePayments(of receipt: Receipt, into writer: inout JSONWriter) {
    writer.key("charges")
    writer.beginArray()
    for charge in receipt.charges { write(charge, into: &writer) }
    writer.endArray()
    writer.key("tip")
    if let tip = receipt.tip { write(tip, into: &writer) } else { writer.null() }
    writer.key("refunds")
    writer.beginArray()
    for refund in receipt.refunds {
      writer.beginObject()
      writer.texts([("amount", refund.amount.decimalString), ("reason", refund.reason)])
      writer.endObject()
    }
    writer.endArray()
  }

  private static func write(_ payment: Receipt.Payment, into writer: inout JSONWriter) {
    writer.beginObject()
    switch payment.means {
    case .method(let method):
      writer.texts([("means", "method"), ("type", method.kind.rawValue)])
      writer.texts(
        [("name", method.name), ("identificationHint", method.identificationHint)]
          .compactMap { name, text in text.map { (name, $0) } })
    case .driver: writer.texts([("means", "driver")])
    case .outside(let reason):
      writer.texts([("means", "outside")] + (reason.map { [("reason", $0)] } ?? []))
    }
    writer.texts([("amount", payment.amount.decimalString)])
    writer.endObject()
  }
}
