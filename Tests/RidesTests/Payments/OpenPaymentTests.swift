import Rides
import Testing

@Suite("The open payments of a ride")
struct OpenPaymentTests {
  private static let policy = PaymentPolicy()
  private static let now = Fixture.now

  /// What happens to a ride for 7.00 with a hold of as much: answers to its commands, each a key
  /// without the ride and an outcome, and what is done between them.
  struct Row: Sendable, CustomTestStringConvertible {
    let script: [String]
    let open: Set<String>

    init(_ script: String, _ open: Set<String>) {
      self.script = script.split(separator: " ").map(String.init)
      self.open = open
    }

    var testDescription: String { script.joined(separator: " ") }
  }

  private static let paid = "fare:authorise:1=approved finish fare:capture:1=approved"

  static let rows = [
    Row("", ["fare:authorise:1 fare requested"]),
    Row("fare:authorise:1=unknown", ["fare:authorise:1 fare requested"]),
    Row("fare:authorise:1=needsAction", ["fare:authorise:1 fare needsAction"]),
    Row("fare:authorise:1=failed", ["fare:authorise:2 fare retrying"]),
    Row("fare:authorise:1=failed due", ["fare:authorise:2 fare requested"]),
    Row("fare:authorise:1=declined", []), Row("fare:authorise:1=approved", []),
    Row("fare:authorise:1=approved finish", ["fare:capture:1 fare requested"]),
    Row("fare:authorise:1=approved fee", ["fare:capture:1 fee requested"]),
    Row("fare:authorise:1=approved cancel", ["fare:void:1 void requested"]),
    Row("fare:authorise:1=approved cancel fare:void:1=approved", []),
    Row("fare:authorise:1=needsAction cancel", []), Row(paid, []),
    Row(
      "fare:authorise:1=approved finish fare:capture:1=failed due fare:capture:2=declined due "
        + "fare:capture:3=declined", ["fare fare failed", "fare:void:1 void requested"]),
    Row(
      "fare:authorise:1=approved fee fare:capture:1=failed due fare:capture:2=declined due "
        + "fare:capture:3=declined", ["fare fee failed", "fare:void:1 void requested"]),
    Row(
      "fare:authorise:1=approved finish fare:capture:1=failed due fare:capture:2=declined due "
        + "fare:capture:3=declined settle", ["fare:void:1 void requested"]),
    Row("\(paid) refund", ["fare:refund:1 refund requested"]),
    Row("\(paid) refund fare:refund:1=declined", ["refundOrder:1 refund failed"]),
    Row("\(paid) refund fare:refund:1=declined refund", ["fare:refund:2 refund requested"]),
    Row("\(paid) refund fare:refund:1=declined refund fare:refund:2=approved", []),
    Row("\(paid) tip", ["tip:authorise:1 tip requested"]),
    Row("\(paid) tip tip:authorise:1=needsAction", ["tip:authorise:1 tip needsAction"]),
    Row("\(paid) tip tip:authorise:1=declined", ["tipOrder:1 tip failed"]),
    Row("\(paid) tip tip:authorise:1=approved tip:capture:1=approved", []),
    Row(
      "fare:authorise:1=approved finish fare:capture:1=failed due fare:capture:2=approved "
        + "fare:capture:1=approved", ["fare:refund:1 refund requested"]),
    Row(
      "fare:authorise:1=approved finish fare:capture:1=failed due fare:capture:2=approved "
        + "fare:capture:1=approved fare:refund:1=declined due fare:refund:2=declined due "
        + "fare:refund:3=declined due fare:refund:4=declined due fare:refund:5=declined due "
        + "fare:refund:6=declined", ["fare:excess refund failed"]),
  ]

  @Test("Unfinished and failed payments are listed by kind and state", arguments: rows)
  func open(_ row: Row) throws {
    let account = try Self.play(row.script)
    let found = account.openPayments(at: Self.now).map { "\($0.key) \($0.kind) \($0.state)" }
    #expect(Set(found) == row.open)
    #expect(found.count == row.open.count)
  }

  @Test("A payment in an unchanged state keeps the time of that state")
  func since() throws {
    let asked = try Self.play([])
    let first = asked.openPayments(at: Self.now)
    let later = Self.now.advanced(bySeconds: 60)
    #expect(first.map(\.since) == [Self.now])
    #expect(asked.openPayments(at: later, before: first) == first)
    let held = try Self.play(["fare:authorise:1=needsAction"])
    #expect(held.openPayments(at: later, before: first).map(\.since) == [later])
  }

  private static func play(_ script: [String]) throws -> RideAccount {
    var account = RideAccount(rideIdentifier: RideIdentifier("r"), currency: Fixture.dollars)
    let hold = RideAccount.Hold(
      method: PaymentMethod(kind: .credit, token: "pm_1"), amount: Fixture.cents(700))
    _ = try account.book([hold], quotedMaximum: nil, at: now, policy: policy)
    for (place, step) in script.enumerated() {
      try take(step, at: now.advanced(bySeconds: place * 86_400 / 8), &account)
    }
    return account
  }

  private static func take(_ step: String, at now: Instant, _ account: inout RideAccount) throws {
    let parts = step.split(separator: "=").map(String.init)
    switch step {
    case "finish":
      let fare = FareLineItem(title: "Fare", kind: .amount, price: Fixture.cents(700))
      _ = try account.complete(
        [.init(item: fare, account: .fareRevenue)], at: now, policy: policy)
    case "fee", "cancel":
      let fee = FareLineItem(title: "Fee", kind: .amount, price: Fixture.cents(700))
      _ = try account.cancel(fee: step == "fee" ? fee : nil, at: now, policy: policy)
    case "due": _ = account.askAgain(at: now, policy: policy)
    case "settle": _ = try account.settleOutside(order: "s", at: now, policy: policy)
    case "refund":
      let order = "order \(account.refundOrders.count)"
      _ = try account.refund(
        Fixture.cents(300), reason: "late", order: order, at: now, policy: policy)
    case "tip":
      _ = try account.tip(Fixture.cents(100), order: "t", at: now, policy: policy)
    default:
      let outcome = try #require(PaymentResult.Outcome(rawValue: parts[1]))
      let result = PaymentResult(key: "r:\(parts[0])", outcome: outcome)
      _ = try account.apply(result, at: now, policy: policy)
    }
  }
}
