import Rides
import Testing

@Suite("Amounts above a hold")
struct UnpaidRestTests {
  private static let policy = PaymentPolicy()
  private static let card = PaymentMethod(kind: .credit, token: "pm_1")
  private static let ride = RideIdentifier("r-1")

  private static func line(_ cents: Int64) -> RideAccount.BilledLine {
    RideAccount.BilledLine(
      item: FareLineItem(title: "Fare", kind: .amount, price: Fixture.cents(cents)),
      account: .fareRevenue)
  }

  /// An account whose hold, if it is of more than nothing, is approved.
  private static func account(holding cents: Int64) throws -> RideAccount {
    var account = RideAccount(rideIdentifier: ride, currency: Fixture.dollars)
    let asked = try account.book(
      [RideAccount.Hold(method: card, amount: Fixture.cents(cents))], quotedMaximum: nil,
      at: Fixture.now, policy: policy)
    for command in asked.commands { try answer(command, .approved, &account) }
    return account
  }

  private static func answer(
    _ command: PaymentCommand, _ outcome: PaymentResult.Outcome, _ account: inout RideAccount
  ) throws {
    _ = try account.apply(
      PaymentResult(key: command.key, outcome: outcome), at: Fixture.now, policy: policy)
  }

  @Test("A rider who must act and does not is in debt, and the operator can settle it")
  func needsAction() throws {
    var account = try Self.account(holding: 1_000)
    let asked = try account.complete([Self.line(3_000)], at: Fixture.now, policy: Self.policy)
    for command in asked.commands {
      try Self.answer(command, command.operation == .capture ? .approved : .needsAction, &account)
    }
    #expect(account.outstanding == Fixture.cents(2_000))
    #expect(!account.isFareOnItsWay)
    _ = try account.settleOutside(order: "s", at: Fixture.now, policy: Self.policy)
    #expect(account.payment?.state == .settled)
    let late = try #require(asked.commands.first { $0.operation == .authorize })
    let effects = try account.apply(
      PaymentResult(key: late.key, outcome: .approved), at: Fixture.now, policy: Self.policy)
    #expect(effects.commands.map(\.operation) == [.void], "what is held too late is let go")
  }

  @Test("A ride that was to cost nothing and did is charged to its card, not to its driver")
  func nothingHeld() throws {
    var account = try Self.account(holding: 0)
    let asked = try account.complete([Self.line(500)], at: Fixture.now, policy: Self.policy)
    #expect(asked.commands.map(\.operation) == [.authorize])
    #expect(asked.commands.first?.method == Self.card)
    #expect(account.outstanding == Fixture.cents(500))
  }

  @Test(
    "A14: What could not be refunded counts when the fare rises again, and is not charged twice",
    arguments: [(1_300, 800), (1_300, 0), (1_000, 0)])
  func A14_refundDeclined(fare: Int64, lower: Int64) throws {
    var account = try Self.account(holding: 1_000)
    var asked = try account.complete([Self.line(fare)], at: Fixture.now, policy: Self.policy)
    while !asked.commands.isEmpty {
      let command = asked.commands.removeFirst()
      let result = PaymentResult(key: command.key, outcome: .approved)
      asked.append(try account.apply(result, at: Fixture.now, policy: Self.policy))
    }
    #expect(account.outstanding.minorUnits == 0)
    var next = try account.correct(
      [Self.line(lower)], for: .adjusted, at: Fixture.now, policy: Self.policy
    ).commands
    while !next.isEmpty {
      for command in next { try Self.answer(command, .declined, &account) }
      let due = account.nextDue
      next = due.map { account.askAgain(at: $0, policy: Self.policy).commands } ?? []
    }
    #expect(account.overpaid == Fixture.cents(fare - lower))
    let raised = try account.correct(
      [Self.line(fare)], for: .adjusted, at: Fixture.now, policy: Self.policy)
    #expect(raised.commands.isEmpty && account.captured == Fixture.cents(fare))
    #expect(account.outstanding.minorUnits == 0 && account.overpaid.minorUnits == 0)
  }

  @Test("An early capture that was approved after all pays, while a later one waits its turn")
  func lateApproval() throws {
    var account = try Self.account(holding: 1_000)
    var asked = try account.complete([Self.line(1_000)], at: Fixture.now, policy: Self.policy)
    let first = try #require(asked.commands.first)
    try Self.answer(first, .failed, &account)
    asked = account.askAgain(at: Fixture.now.advanced(bySeconds: 3_600), policy: Self.policy)
    try Self.answer(try #require(asked.commands.first), .declined, &account)
    #expect(account.payment?.state == .outstanding)
    try Self.answer(first, .approved, &account)
    #expect(account.payment?.state == .settled)
  }
}
