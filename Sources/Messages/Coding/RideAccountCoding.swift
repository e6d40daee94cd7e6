import JSON
import Rides

/// The stored form of a ride's account: all amounts are in the one currency of the ride, and those
/// of zero are left out, too.
enum RideAccountCoding {
  static func write(_ account: RideAccount, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("currencyCode", account.currency.code)
    writer.amount("quotedMaximum", account.quotedMaximum)
    if let bill = account.bill {
      writer.key("bill")
      writer.array(bill, write)
    }
    writer.member("charges", each: account.charges, by: ChargeCoding.write)
    writer.member("payer", account.payer, by: PaymentMethodCoding.writeWhole)
    writer.amountUnlessZero("collected", account.collected)
    writer.amountUnlessZero("settledOutside", account.settledOutside)
    writer.member("refunds", each: account.refunds, by: write)
    writer.member("refundOrders", each: account.refundOrders, by: AccountOrderCoding.write)
    writer.member("tipOrders", each: account.tipOrders, by: AccountOrderCoding.write)
    writer.member("settlements", each: account.settlements, by: AccountOrderCoding.write)
    writer.memberUnlessZero("transactionCount", account.transactionCount)
    writer.endObject()
  }

  static func read(
    _ fields: JSONFields, ride: RideIdentifier
  ) throws(JSONFault) -> RideAccount {
    let currency = try MoneyCoding.currency(of: fields)
    let line = { (elements: inout JSONElements) throws(JSONFault) in
      try billedLine(try elements.object(), currency)
    }
    let refund = { (elements: inout JSONElements) throws(JSONFault) in
      try self.refund(try elements.object(), currency)
    }
    let order = { (elements: inout JSONElements) throws(JSONFault) in
      try AccountOrderCoding.read(try elements.object(), currency)
    }
    let refundOrders = try fields.array("refundOrders", order) ?? []
    let charge = { (elements: inout JSONElements) throws(JSONFault) in
      try ChargeCoding.read(
        try elements.object(), ride: ride, currency: currency,
        refundedBy: refundOrders.last?.identifier)
    }
    return RideAccount(
      rideIdentifier: ride, currency: currency,
      quotedMaximum: try MoneyCoding.amount("quotedMaximum", in: currency, of: fields),
      bill: try fields.array("bill", line),
      charges: try fields.array("charges", charge) ?? [],
      collected: try fields.amountOrZero("collected", currency),
      settledOutside: try fields.amountOrZero("settledOutside", currency),
      refunds: try fields.array("refunds", refund) ?? [],
      transactionCount: try fields.count("transactionCount") ?? 0,
      payer: try fields.object("payer").map(PaymentMethodCoding.read),
      refundOrders: refundOrders,
      tipOrders: try fields.array("tipOrders", order) ?? [],
      settlements: try fields.array("settlements", order) ?? [])
  }

  private static func write(
    _ line: RideAccount.BilledLine, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("title", line.item.title)
    writer.member("kind", line.item.kind.rawValue)
    writer.amount("price", line.item.price)
    writer.member("sponsor", line.item.sponsor)
    writer.member("account", line.account.rawValue)
    writer.endObject()
  }

  private static func billedLine(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> RideAccount.BilledLine {
    RideAccount.BilledLine(
      item: FareLineItem(
        title: try fields.require("title", try fields.string("title", atMost: Int.max)),
        kind: try fields.require("kind", try fields.word("kind", of: FareLineItem.Kind.self)),
        price: try fields.require(
          "price", try MoneyCoding.amount("price", in: currency, of: fields)),
        sponsor: try fields.string("sponsor", atMost: Int.max)),
      account: try fields.require(
        "account", try fields.word("account", of: LedgerAccount.self)))
  }

  private static func write(_ refund: RideAccount.Refund, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.amount("amount", refund.amount)
    writer.member("reason", refund.reason)
    writer.endObject()
  }

  private static func refund(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> RideAccount.Refund {
    RideAccount.Refund(
      amount: try fields.require(
        "amount", try MoneyCoding.amount("amount", in: currency, of: fields)),
      reason: try fields.require("reason", try fields.string("reason", atMost: Int.max)))
  }
}

/// Amounts of an account, whose currency stands once for all of them.
extension JSONWriter {
  mutating func amount(_ name: StaticString, _ amount: Money?) {
    member(name, amount, by: MoneyCoding.writeAmount)
  }

  mutating func amountUnlessZero(_ name: StaticString, _ amount: Money) {
    self.amount(name, amount.minorUnits == 0 ? nil : amount)
  }

  mutating func memberUnlessZero(_ name: StaticString, _ number: Int) {
    member(name, number == 0 ? nil : number)
  }
}

extension JSONFields {
  func amountOrZero(_ name: String, _ currency: Currency) throws(JSONFault) -> Money {
    try MoneyCoding.amount(name, in: currency, of: self) ?? .zero(currency)
  }
}
