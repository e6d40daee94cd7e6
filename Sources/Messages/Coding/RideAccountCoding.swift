import JSON
import Rides

/// The stored form of a ride's account: all amounts are in the currency of the ride, and amounts of
/// zero are left out.
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
    let charge = { (elements: inout JSONElements) throws(JSONFault) in
      try ChargeCoding.read(try elements.object(), ride: ride, currency: currency)
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
      refundOrders: try fields.array("refundOrders", order) ?? [],
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
        title: try fields.requiredStoredText("title"),
        kind: try fields.requiredWord("kind", of: FareLineItem.Kind.self),
        price: try fields.requiredAmount("price", currency),
        sponsor: try fields.storedText("sponsor")),
      account: try fields.requiredWord("account", of: LedgerAccount.self))
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
      amount: try fields.requiredAmount("amount", currency),
      reason: try fields.requiredStoredText("reason"))
  }
}

/// Amounts of an account, which share one currency.
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
  func requiredAmount(_ name: String, _ currency: Currency) throws(JSONFault) -> Money {
    try require(name, try MoneyCoding.amount(name, in: currency, of: self))
  }

  func amountOrZero(_ name: String, _ currency: Currency) throws(JSONFault) -> Money {
    try MoneyCoding.amount(name, in: currency, of: self) ?? .zero(currency)
  }
}

/// The stored form of an order to move money after a ride.
enum AccountOrderCoding {
  static func write(_ order: RideAccount.Order, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("messageIdentifier", order.identifier)
    writer.amount("amount", order.amount)
    writer.member("reason", order.reason)
    writer.member("state", order.state.rawValue)
    if order.isDeferred { writer.member("isDeferred", true) }
    if let requester = order.requester {
      writer.member("replyTo", requester.replyTo)
      writer.member("correlationIdentifier", requester.correlationIdentifier)
    }
    writer.member("endedBy", order.endedBy)
    writer.member("deed", order.deed?.rawValue)
    writer.member("author", order.author)
    writer.member("at", order.at?.rfc3339)
    writer.amount("tolls", order.tolls)
    writer.endObject()
  }

  static func read(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> RideAccount.Order {
    let correlation = try fields.storedText("correlationIdentifier")
    return RideAccount.Order(
      identifier: try fields.requiredStoredText("messageIdentifier"),
      amount: try fields.requiredAmount("amount", currency),
      reason: try fields.storedText("reason"),
      state: try fields.requiredWord("state", of: RideAccount.Order.State.self),
      isDeferred: try fields.bool("isDeferred") ?? false,
      requester: try fields.storedText("replyTo").map {
        RideAccount.Order.Requester(replyTo: $0, correlationIdentifier: correlation)
      },
      endedBy: try fields.storedText("endedBy"),
      deed: try fields.word("deed", of: RideAccount.Order.Deed.self),
      author: try fields.storedText("author"), at: try fields.instant("at"),
      tolls: try MoneyCoding.amount("tolls", in: currency, of: fields))
  }
}
