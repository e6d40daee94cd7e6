import JSON
import Rides

/// The stored form of a ride's account; what is nothing or empty is left out, and all amounts are
/// in the one currency of the ride.
enum RideAccountBody {
  static func write(_ account: RideAccount, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("currencyCode", account.currency.code)
    writer.amountIfPresent("quotedMaximum", account.quotedMaximum)
    if let bill = account.bill {
      writer.key("bill")
      writer.array(bill, write)
    }
    if !account.charges.isEmpty {
      writer.key("charges")
      writer.array(account.charges, ChargeBody.write)
    }
    if let payer = account.payer {
      writer.key("payer")
      PaymentMethodBody.write(payer, withToken: true, into: &writer)
    }
    writer.amountUnlessZero("collected", account.collected)
    writer.amountUnlessZero("settledOutside", account.settledOutside)
    if !account.refunds.isEmpty {
      writer.key("refunds")
      writer.array(account.refunds, write)
    }
    for (name, orders) in [
      ("refundOrders", account.refundOrders), ("tipOrders", account.tipOrders),
      ("settlements", account.settlements),
    ] as [(StaticString, [RideAccount.Order])] where !orders.isEmpty {
      writer.key(name)
      writer.array(orders, AccountOrderBody.write)
    }
    writer.memberUnlessZero("transactionCount", account.transactionCount)
    writer.endObject()
  }

  static func read(
    _ fields: JSONFields, ride: RideIdentifier
  ) throws(JSONFault) -> RideAccount {
    let currency = try MoneyBody.currency(of: fields)
    let line = { (elements: inout JSONElements) throws(JSONFault) in
      try billedLine(try elements.object(), currency)
    }
    let refund = { (elements: inout JSONElements) throws(JSONFault) in
      try self.refund(try elements.object(), currency)
    }
    let order = { (elements: inout JSONElements) throws(JSONFault) in
      try AccountOrderBody.read(try elements.object(), currency)
    }
    let refundOrders = try fields.array("refundOrders", order) ?? []
    let charge = { (elements: inout JSONElements) throws(JSONFault) in
      try ChargeBody.read(
        try elements.object(), ride: ride, currency: currency,
        refundedBy: refundOrders.last?.identifier)
    }
    return RideAccount(
      rideIdentifier: ride, currency: currency,
      quotedMaximum: try MoneyBody.amount("quotedMaximum", in: currency, of: fields),
      bill: try fields.array("bill", line),
      charges: try fields.array("charges", charge) ?? [],
      collected: try fields.amountOrZero("collected", currency),
      settledOutside: try fields.amountOrZero("settledOutside", currency),
      refunds: try fields.array("refunds", refund) ?? [],
      transactionCount: try fields.count("transactionCount") ?? 0,
      payer: try fields.object("payer").map(PaymentMethodBody.read),
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
    writer.amountIfPresent("price", line.item.price)
    writer.memberIfPresent("sponsor", line.item.sponsor)
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
          "price", try MoneyBody.amount("price", in: currency, of: fields)),
        sponsor: try fields.string("sponsor", atMost: Int.max)),
      account: try fields.require(
        "account", try fields.word("account", of: LedgerAccount.self)))
  }

  private static func write(_ refund: RideAccount.Refund, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.amountIfPresent("amount", refund.amount)
    writer.member("reason", refund.reason)
    writer.endObject()
  }

  private static func refund(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> RideAccount.Refund {
    RideAccount.Refund(
      amount: try fields.require(
        "amount", try MoneyBody.amount("amount", in: currency, of: fields)),
      reason: try fields.require("reason", try fields.string("reason", atMost: Int.max)))
  }
}

/// Amounts of an account, whose currency stands once for all of them.
extension JSONWriter {
  mutating func amountIfPresent(_ name: StaticString, _ amount: Money?) {
    guard let amount else { return }
    key(name)
    MoneyBody.writeAmount(amount, into: &self)
  }

  mutating func amountUnlessZero(_ name: StaticString, _ amount: Money) {
    amountIfPresent(name, amount.minorUnits == 0 ? nil : amount)
  }

  mutating func memberUnlessZero(_ name: StaticString, _ number: Int) {
    memberIfPresent(name, number == 0 ? nil : number)
  }
}

extension JSONFields {
  func amountOrZero(_ name: String, _ currency: Currency) throws(JSONFault) -> Money {
    try MoneyBody.amount(name, in: currency, of: self) ?? .zero(currency)
  }
}
