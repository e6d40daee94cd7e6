import Fleet
import JSON
import RideStore
import Rides
import Testing

@testable import Tool

@Suite("`livery ride` shows what a ride cost")
struct RideBooksTests {
  private static let card = PaymentMethod(
    kind: .credit, identificationHint: "4242", token: "pm_secret")
  private static let credits = PaymentMethod(kind: .prepaid, name: "Ride credit")

  private static func line(_ title: String, _ amount: Int64) -> FareLineItem {
    FareLineItem(title: title, kind: .amount, price: cents(amount))
  }

  /// The receipt that Lyft has published, and what may come after it.
  private static func receipt() throws -> Receipt {
    try Receipt(
      rideIdentifier: RideIdentifier("r"),
      lines: [
        line("Base charge", 500), line("Distance (1.11 mi)", 250), line("Time (4 min)", 155),
        FareLineItem(title: "Per mile", kind: .ratePerDistance, price: cents(225)),
      ], price: cents(905),
      charges: [
        Receipt.Payment(means: .method(card), amount: cents(500)),
        Receipt.Payment(means: .method(credits), amount: cents(305)),
        Receipt.Payment(means: .driver, amount: cents(0)),
      ], refunds: [RideAccount.Refund(amount: cents(50), reason: "detour")],
      tip: Receipt.Payment(means: .method(card), amount: cents(200)), outstanding: cents(100))
  }

  @Test("A receipt shows the price, its parts and the payment")
  func receiptText() throws {
    #expect(
      try Self.receipt().shown == [
        "Base charge               5.00 USD", "Distance (1.11 mi)        2.50 USD",
        "Time (4 min)              1.55 USD", "price                     9.05 USD",
        "paid by credit 4242       5.00 USD", "paid by Ride credit       3.05 USD",
        "paid to the driver        0.00 USD", "outstanding               1.00 USD",
        "tip, paid by credit 4242  2.00 USD", "refunded: detour          0.50 USD",
      ])
  }

  @Test("A receipt in JSON has no payment's token")
  func receiptJSON() throws {
    var writer = JSONWriter()
    ReceiptJSON.write(try Self.receipt(), into: &writer)
    let json = String(decoding: writer.finish(), as: UTF8.self)
    #expect(!json.contains("pm_secret"))
    let value = try JSONValue(parsing: Array(json.utf8), limits: .stored)
    #expect(value["price"]?.string == "9.05")
    #expect(value["outstanding"]?.string == "1.00")
    #expect(json.contains(#"{"title":"Per mile","kind":"ratePerDistance","price":"2.25"}"#))
    #expect(json.contains(#"{"means":"method","type":"prepaid","name":"Ride credit","amount":"#))
    #expect(json.contains(#""tip":{"means":"method","type":"credit","identificationHint":"4242""#))
    #expect(json.contains(#""refunds":[{"amount":"0.50","reason":"detour"}]"#))
  }

  @Test("The ledger shows each transaction once, in the digits of its currency")
  func ledgerText() {
    let entries = [
      entry(1, 1, "riderReceivable", 905), entry(1, 2, "fareRevenue", -905),
      entry(2, 1, "gatewayClearing", 5, "XYZ"),
    ]
    #expect(
      LedgerLines.texts(entries) == [
        "2027-01-15T08:00:00Z    1  riderReceivable   9.05 USD  fare",
        "                           fareRevenue      -9.05 USD",
        "2027-01-15T08:00:00Z    2  gatewayClearing      5 XYZ  fare",
      ])
  }

  @Test("A ride that has ended is shown with its receipt and its ledger")
  func ended() {
    var ride = Ride.sample("r", rider: "rider-42", at: 0, .completed)
    ride.account = RideAccount(
      rideIdentifier: RideIdentifier("r"), currency: cents(0).currency, quotedMaximum: nil,
      bill: [RideAccount.BilledLine(item: Self.line("Base charge", 905), account: .fareRevenue)],
      charges: [], collected: cents(905), settledOutside: cents(0), refunds: [],
      transactionCount: 1,
      refundOrders: [
        RideAccount.Order(
          identifier: "m-7", amount: cents(50), reason: "detour", state: .declined,
          author: "d-7", at: noon)
      ])
    let stored = StoredRide(
      ride: ride, history: [], ledger: [entry(1, 1, "riderReceivable", 905)])
    #expect(
      stored.lines(at: noon).suffix(10) == [
        "history", "  2027-01-15T08:00:00Z      refund by d-7  detour", "receipt",
        "  Base charge         9.05 USD", "  price               9.05 USD",
        "  paid to the driver  9.05 USD", "orders",
        "  refund 1  0.50 USD  declined  m-7  by d-7  detour", "ledger",
        "  2027-01-15T08:00:00Z    1  riderReceivable  9.05 USD  fare",
      ])
    let json = String(decoding: stored.json, as: UTF8.self)
    #expect(json.contains(#""receipt":{"price":"9.05","outstanding":"0.00","overpaid":"0.00""#))
  }

  @Test("An order that moves no money shows no amount")
  func orderWithoutMoney() {
    var account = Ride.sample("r", rider: "rider-42", at: 0).account
    account.record(
      Intervention(.reassignment, author: "d-7", reason: "it stands", order: "m-8"), at: noon)
    #expect(OrderLines.texts(account) == ["reassignment 1  completed  m-8  by d-7  it stands"])
  }

  @Test("The ledger is read from the store, and a ride without one has neither part")
  func fromStore() throws {
    let store = try ToolStore()
    let entries = [entry(1, 1, "riderReceivable", 905), entry(1, 2, "fareRevenue", -905)]
    try store.write { store throws(StoreError) in
      try store.insert([
        .sample("r", rider: "rider-42", at: 0), .sample("s", rider: "rider-42", at: 0),
      ])
      try store.append(entries)
    }
    let text = store.run("ride", "r")
    #expect(text.code == .success, "\(text.error)")
    #expect(text.output.contains("ledger\n  2027-01-15T08:00:00Z    1  riderReceivable   9.05 USD"))
    let json = store.run("ride", "r", "--json").output
    #expect(
      json.contains(#""ledger":[{"transaction":1,"line":1,"account":"riderReceivable","amount":"#))
    let open = store.run("ride", "s")
    #expect(!open.output.contains("receipt") && !open.output.contains("ledger"))
    #expect(
      store.run("ride", "s", "--json").output.contains(
        #""receipt":null,"orders":[],"helpCalls":[],"ledger":[],"openPayments":[]"#))
  }

  private func entry(
    _ transaction: Int, _ line: Int, _ account: String, _ amount: Int64, _ currency: String = "USD"
  ) -> LedgerEntryRecord {
    LedgerEntryRecord(
      rideIdentifier: RideIdentifier("r"), transaction: transaction, line: line, account: account,
      minorUnits: amount, currencyCode: currency, reason: "fare", occurredAt: noon)
  }
}
