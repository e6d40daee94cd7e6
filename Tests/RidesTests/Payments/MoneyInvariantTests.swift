import Rides
import Testing

/// The invariants of a ride's money, over random histories.
///
/// Each fails on a bug planted against it, named beside it; the commit says which were tried.
@Suite("The money of any ride") struct MoneyInvariantTests {
  private static func histories() throws -> [RideHistory] {
    try (0..<2_000 as Range<UInt64>).map { seed in
      var history = RideHistory(seed: seed)
      try history.run()
      return history
    }
  }

  /// Rides of every end, with and without payment methods, and some of each that owe in the end.
  private static let all = Result(catching: histories)

  @Test("The histories reach every end, every state of a charge and every reason of the ledger")
  func reach() throws {
    let all = try Self.all.get()
    let ends = Set(all.map(\.end))
    let states = Set(all.flatMap(\.steps).flatMap(\.charges).map(\.state))
    let reasons = Set(all.flatMap(\.ledger).map(\.reason))
    #expect(Set(RideHistory.End.allCases).subtracting(ends) == [])
    #expect(Set(Charge.State.allCases).subtracting(states) == [])
    #expect(Set(LedgerTransaction.Reason.allCases).subtracting(reasons) == [])
    #expect(all.contains { $0.account.outstanding.minorUnits > 0 })
  }

  // Planted: `refund` without the comparison of currencies.
  @Test("Invariant 1: A ride has one currency")
  func oneCurrency() throws {
    for history in try Self.all.get() {
      var amounts = history.commands.compactMap(\.amount)
      amounts += history.ledger.flatMap(\.entries).map(\.amount)
      amounts += history.account.refunds.map(\.amount)
      amounts += history.account.charges.flatMap { [$0.requested, $0.captured, $0.refunded] }
      #expect(amounts.allSatisfy { $0.currency == Fixture.dollars }, "seed \(history.seed)")
      try Self.refusesYen(history.account)
    }
  }

  private static func refusesYen(_ ended: RideAccount) throws {
    let yen = Money(minorUnits: 1, currency: try #require(Currency("JPY")))
    let line = FareLineItem(title: "Base", kind: .amount, price: yen)
    let policy = PaymentPolicy()
    var account = ended
    #expect(throws: Refusal.self) {
      try account.tip(yen, order: "t", at: Fixture.now, policy: policy)
    }
    #expect(throws: Refusal.self) {
      try account.refund(yen, reason: "", order: "r", at: Fixture.now, policy: policy)
    }
    #expect(account == ended)
    let new = RideAccount(rideIdentifier: ended.rideIdentifier, currency: ended.currency)
    account = new
    let hold = RideAccount.Hold(method: PaymentMethod(kind: .credit), amount: yen)
    #expect(throws: MoneyError.self) { try account.plan([hold], quotedMaximum: nil) }
    #expect(throws: MoneyError.self) { try account.plan([], quotedMaximum: yen) }
    #expect(throws: MoneyError.self) {
      try account.complete(
        [RideAccount.BilledLine(item: line, account: .fareRevenue)], at: Fixture.now,
        policy: policy)
    }
    #expect(throws: MoneyError.self) {
      try account.cancel(fee: line, at: Fixture.now, policy: policy)
    }
    #expect(account == new)
  }

  // Planted: `outstanding` that forgets what was settled outside.
  @Test("Invariant 2: Charges less refunds and what is outstanding are what is owed")
  func sums() throws {
    for history in try Self.all.get() {
      let account = history.account
      let bill = (account.bill ?? []).map(\.item.price.minorUnits).reduce(0, +)
      let tip = account.tip.minorUnits
      #expect(account.total.minorUnits == bill, "seed \(history.seed)")
      let paid =
        history.payments.captured + account.collected.minorUnits
        + account.settledOutside.minorUnits
      #expect(
        paid - history.payments.refunded + account.outstanding.minorUnits
          == bill + tip - account.refunded.minorUnits + account.overpaid.minorUnits,
        "seed \(history.seed)")
      #expect(account.outstanding.minorUnits >= 0, "seed \(history.seed)")
      #expect(account.receipt?.price == account.total, "seed \(history.seed)")
    }
  }

  // Planted: `capture` without the cut to the capacity; `refundable` of all that was captured.
  @Test("Invariant 3: No more is captured than was held, and no more refunded than was captured")
  func bounds() throws {
    for history in try Self.all.get() {
      for charge in history.steps.flatMap(\.charges) {
        #expect(charge.captured.minorUnits >= 0 && charge.refunded.minorUnits >= 0)
        #expect(charge.captured.minorUnits <= charge.authorized.minorUnits, "\(history.seed)")
        #expect(charge.refunded.minorUnits <= charge.captured.minorUnits, "\(history.seed)")
      }
      for hold in history.payments.holds.values.joined() {
        #expect(hold.captured <= hold.authorized, "seed \(history.seed)")
        #expect(hold.refunded <= hold.captured, "seed \(history.seed)")
      }
    }
  }

  // Planted: an approved hold that does not pursue what was wished meanwhile.
  @Test("Invariant 4: A hold ends once: captured, voided or expired")
  func ends() throws {
    for history in try Self.all.get() {
      #expect(history.payments.breaches == [], "seed \(history.seed)")
      for charge in history.account.charges {
        #expect(
          Self.ended.contains(charge.state), "\(charge.state), seed \(history.seed)")
      }
    }
  }

  /// Where a charge may rest for good: all but what is held or on its way.
  private static let ended: Set<Charge.State> = [
    .none, .needsAction, .declined, .captured, .captureFailed, .voided, .expired,
    .partiallyRefunded, .refunded,
  ]

  // Planted: a tip that is taken without a transaction; a fare posted without its toll.
  @Test("Invariant 5: Every charge has its ledger entry, and every transaction balances")
  func ledger() throws {
    for history in try Self.all.get() {
      for transaction in history.ledger {
        #expect(
          transaction.entries.map(\.amount.minorUnits).reduce(0, +) == 0, "seed \(history.seed)")
      }
      #expect(
        history.ledger.map(\.number) == history.ledger.indices.map { $0 + 1 },
        "seed \(history.seed)")
      let account = history.account
      #expect(account.transactionCount == history.ledger.count)
      #expect(
        history.balance(.gatewayClearing) == history.payments.captured - history.payments.refunded,
        "seed \(history.seed)")
      #expect(
        history.balance(.riderReceivable)
          == account.outstanding.minorUnits - account.overpaid.minorUnits, "\(history.seed)")
      #expect(history.balance(.tipsPayable) == -account.tip.minorUnits)
      #expect(history.balance(.driverCollected) == account.collected.minorUnits)
    }
  }

  // Planted: `cancel` that bills a fee of one when there is none.
  @Test("Invariant 6: A ride that the service cancels costs its rider nothing")
  func serviceCancels() throws {
    for history in try Self.all.get() where history.end == .canceledByService {
      #expect(history.account.total.minorUnits == 0, "seed \(history.seed)")
      #expect(history.payments.captured == 0, "seed \(history.seed)")
      #expect(history.ledger.isEmpty, "seed \(history.seed)")
      #expect(history.account.payment == nil)
    }
  }

  // Planted: `take` that draws the whole hold.
  @Test("Invariant 7: No more is charged for a cancellation than the shown fee")
  func fees() throws {
    for history in try Self.all.get()
    where history.end == .canceledByUser || history.end == .canceledMissedPickup {
      let isWaived = history.ledger.contains { $0.reason == .waived }
      #expect(
        history.account.total == (isWaived ? .zero(history.fee.currency) : history.fee),
        "seed \(history.seed)")
      #expect(
        history.payments.captured - history.account.tip.minorUnits <= history.fee.minorUnits,
        "seed \(history.seed)")
    }
  }

  // Planted: a new key for each question; a second bill; an answer taken whatever its key.
  @Test("Invariant 9: A repeat moves no more money")
  func twice() throws {
    for history in try Self.all.get() {
      #expect(history.repeatedEffects == [], "seed \(history.seed)")
      #expect(
        history.payments.captured
          == [\RideAccount.captured, \.tip, \.overpaid].map {
            history.account[keyPath: $0].minorUnits
          }
          .reduce(history.account.charges.map(\.excessReturned.minorUnits).reduce(0, +), +),
        "seed \(history.seed)")
    }
  }
}
