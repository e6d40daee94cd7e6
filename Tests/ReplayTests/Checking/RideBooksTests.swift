import JSON
import RideStore
import Rides
import Testing

@testable import Replay

@Suite("The ledger of a ride in a replay") struct RideBooksTests {
  private static func entry(
    _ transaction: Int, _ line: Int, _ account: String, _ minorUnits: Int64,
    _ currency: String = "USD"
  ) -> LedgerEntryRecord {
    LedgerEntryRecord(
      rideIdentifier: RideIdentifier("r"), transaction: transaction, line: line, account: account,
      minorUnits: minorUnits, currencyCode: currency, reason: "fare", occurredAt: .base)
  }

  private static let balanced = [
    entry(1, 1, "riderReceivable", 650), entry(1, 2, "fareRevenue", -650),
    entry(2, 1, "gatewayClearing", 650), entry(2, 2, "riderReceivable", -650),
  ]

  @Test("The sum of each account is compared, and how many transactions there are")
  func sums() {
    let text = String(decoding: RideBooks(Self.balanced).json, as: UTF8.self)
    #expect(
      (try? JSONValue(parsing: Array(text.utf8)))
        == .object([
          "accounts": .object([
            "fareRevenue:USD": .integer(-650), "gatewayClearing:USD": .integer(650),
            "riderReceivable:USD": .integer(0),
          ]), "transactions": .integer(2),
        ]), "\(text)")
  }

  @Test("Transactions that balance break nothing")
  func balance() {
    let sums = RideBooks(Self.balanced).transactionSums
    #expect(sums.map(\.transaction) == [1, 2])
    #expect(sums.allSatisfy { $0.minorUnits == 0 })
    var checks = PropertyChecks()
    checks.checkBooks(of: RideIdentifier("r"), sums)
    #expect(checks.count == 0)
  }

  @Test("A transaction that is off by one is a breach, though another makes up for it")
  func imbalance() {
    var entries = Self.balanced
    entries[0].minorUnits += 1
    entries[2].minorUnits -= 1
    var checks = PropertyChecks()
    checks.checkBooks(of: RideIdentifier("r"), RideBooks(entries).transactionSums)
    #expect(
      checks.breaches.map(\.detail) == [
        "transaction 1 of r is off by 1 USD", "transaction 2 of r is off by -1 USD",
      ])
  }

  @Test("Amounts of different currencies do not make up for each other")
  func currencies() {
    let sums = RideBooks([Self.entry(1, 1, "a", 5), Self.entry(1, 2, "b", -5, "CAD")])
      .transactionSums
    #expect(sums.map(\.currency) == ["CAD", "USD"])
    #expect(sums.map(\.minorUnits) == [-5, 5])
  }

  @Test("Values of old keys are forgotten, the oldest first")
  func recent() {
    var values = RecentValues<Int, String>(capacity: 3)
    for key in 1...5 { values.remember("\(key)", for: key) }
    values.remember("5 again", for: 5)
    #expect((1...5).map { values[$0] } == [nil, nil, "3", "4", "5 again"])
    values.remember("6", for: 6)
    #expect(values[3] == nil && values[4] == "4")
  }
}
