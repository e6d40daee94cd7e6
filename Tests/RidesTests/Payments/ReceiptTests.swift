import Rides
import Testing

@Suite("A receipt") struct ReceiptTests {
  static let credits = PaymentMethod(kind: .prepaid, name: "Ride credit", token: "credit")
  static let card = PaymentMethod(kind: .credit, identificationHint: "4242", token: "pm_1")

  static func billed(_ title: String, _ cents: Int64) -> RideAccount.BilledLine {
    RideAccount.BilledLine(
      item: FareLineItem(title: title, kind: .amount, price: Fixture.cents(cents)),
      account: .fareRevenue)
  }

  /// Says yes to every command, and to those that follow from it.
  static func approve(
    _ commands: [PaymentCommand], in account: inout RideAccount
  ) throws -> [LedgerTransaction] {
    var open = commands
    var ledger: [LedgerTransaction] = []
    while !open.isEmpty {
      let command = open.removeFirst()
      let effects = try account.apply(
        PaymentResult(key: command.key, outcome: .approved), at: Fixture.now,
        policy: PaymentPolicy())
      open += effects.commands
      ledger += effects.transactions
    }
    return ledger
  }

  /// The receipt that Lyft has published: a ride of 9.05 paid with a card and a credit.
  @Test("Lyft's published one reconciles: 500 + 250 + 155 = 905 = 500 + 405")
  func published() throws {
    var account = RideAccount(rideIdentifier: RideIdentifier("r1"), currency: Fixture.dollars)
    let holds = [
      RideAccount.Hold(method: Self.card, amount: Fixture.cents(500)),
      RideAccount.Hold(method: Self.credits, amount: Fixture.cents(1_000)),
    ]
    let booked = try account.book(
      holds, quotedMaximum: Fixture.cents(905), at: Fixture.now, policy: PaymentPolicy())
    _ = try Self.approve(booked.commands, in: &account)
    let completed = try account.complete(
      [
        Self.billed("Base charge", 500), Self.billed("Distance (1.11 mi)", 250),
        Self.billed("Time (4 min)", 155),
      ], at: Fixture.now, policy: PaymentPolicy())
    _ = try Self.approve(completed.commands, in: &account)
    let receipt = try #require(account.receipt)
    #expect(receipt.lines.map(\.price.minorUnits) == [500, 250, 155])
    #expect(receipt.price == Fixture.cents(905))
    #expect(
      receipt.charges == [
        Receipt.Payment(means: .method(Self.card), amount: Fixture.cents(500)),
        Receipt.Payment(means: .method(Self.credits), amount: Fixture.cents(405)),
      ])
    #expect(receipt.outstanding.minorUnits == 0 && receipt.tip == nil && receipt.refunds == [])
  }

  @Test("What does not reconcile is no receipt", arguments: [(906, 905), (905, 904), (905, 906)])
  func wrong(price: Int64, paid: Int64) {
    let error = #expect(throws: MoneyError.self) {
      try Receipt(
        rideIdentifier: RideIdentifier("r1"), lines: [Self.billed("Fare", 905).item],
        price: Fixture.cents(price),
        charges: [Receipt.Payment(means: .driver, amount: Fixture.cents(paid))],
        outstanding: Fixture.cents(0))
    }
    #expect(error?.reason == .doesNotReconcile)
  }

  @Test("There is a receipt also of a double refund")
  func refunds() throws {
    let refund = RideAccount.Refund(amount: Fixture.cents(906), reason: "late")
    let receipt = try Receipt(
      rideIdentifier: RideIdentifier("r1"), lines: [Self.billed("Fare", 905).item],
      price: Fixture.cents(905),
      charges: [Receipt.Payment(means: .driver, amount: Fixture.cents(905))],
      refunds: [refund], outstanding: Fixture.cents(0))
    #expect(receipt.refunds == [refund])
  }

  @Test("Rates explain a fare and are no part of it, a discount is")
  func rates() throws {
    let lines = [
      Self.billed("Fare", 905).item,
      FareLineItem(title: "Per mile", kind: .ratePerDistance, price: Fixture.cents(225)),
      FareLineItem(title: "Promotion", kind: .discount, price: Fixture.cents(-105)),
    ]
    let receipt = try Receipt(
      rideIdentifier: RideIdentifier("r1"), lines: lines, price: Fixture.cents(800), charges: [],
      outstanding: Fixture.cents(800))
    #expect(receipt.outstanding == receipt.price)
  }

  @Test("Tip and refunds are separate from the price, and cash is the driver's")
  func apart() throws {
    var account = RideAccount(rideIdentifier: RideIdentifier("r1"), currency: Fixture.dollars)
    let policy = PaymentPolicy()
    let hold = RideAccount.Hold(method: Self.card, amount: Fixture.cents(1_000))
    let booked = try account.book([hold], quotedMaximum: nil, at: Fixture.now, policy: policy)
    #expect(account.clearance == .awaited && account.receipt == nil)
    _ = try Self.approve(booked.commands, in: &account)
    #expect(account.clearance == .cleared)
    let completed = try account.complete(
      [Self.billed("Fare", 905)], at: Fixture.now, policy: policy)
    #expect(account.payment?.state == .outstanding)
    let captured = try Self.approve(completed.commands, in: &account)
    #expect(account.payment?.state == .settled)
    let tip = try account.tip(
      Fixture.cents(200), order: "t", at: Fixture.now, policy: policy)
    let tipped = try Self.approve(tip.commands, in: &account)
    let refund = try account.refund(
      Fixture.cents(100), reason: "late", order: "r", at: Fixture.now, policy: policy)
    let refunded = try Self.approve(refund.commands, in: &account)
    let receipt = try #require(account.receipt)
    #expect(receipt.price == Fixture.cents(905))
    #expect(receipt.tip == Receipt.Payment(means: .method(Self.card), amount: Fixture.cents(200)))
    #expect(
      receipt.refunds == [RideAccount.Refund(amount: Fixture.cents(100), reason: "late")])
    let reasons = (completed.transactions + captured + tipped + refunded).map(\.reason)
    #expect(reasons == [.fare, .captured, .tip, .refund])

    var cash = RideAccount(rideIdentifier: RideIdentifier("r2"), currency: Fixture.dollars)
    let effects = try cash.complete([Self.billed("Fare", 905)], at: Fixture.now, policy: policy)
    #expect(effects.commands == [])
    #expect(effects.transactions.map(\.reason) == [.fare, .collectedByDriver])
    #expect(cash.payment?.state == .settled)
    #expect(
      cash.receipt?.charges == [Receipt.Payment(means: .driver, amount: Fixture.cents(905))])
  }
}
