import RideStore
import Rides
import Testing

@Suite("Every store keeps the ledger")
struct ConformanceLedger {
  @Test("The lines of a ride are in the order of their transactions", arguments: StoreKind.allCases)
  func order(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.enterAndCommit(
      entry("a", 10, 1), entry("a", 2, 2), entry("a", 2, 1), entry("b", 1, 1))
    try store.enterAndCommit(entry("a", 1, 1))
    #expect(
      try store.ledger(of: RideIdentifier("a"))
        == [entry("a", 1, 1), entry("a", 2, 1), entry("a", 2, 2), entry("a", 10, 1)])
    #expect(try store.ledger(of: RideIdentifier("absent")).isEmpty)
  }

  @Test("An existing line is a conflict, with any content", arguments: StoreKind.allCases)
  func duplicate(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.enterAndCommit(entry("a", 1, 1))
    let other = entry("a", 1, 1, amount: 7)
    #expect(storeError { try store.enterAndCommit(other) } == .conflict)
    #expect(storeError { try store.enterAndCommit(entry("a", 2, 1), other) } == .conflict)
    let twice = entry("a", 3, 1)
    #expect(storeError { try store.enterAndCommit(twice, twice) } == .conflict)
    #expect(try store.ledger(of: RideIdentifier("a")) == [entry("a", 1, 1)])
  }

  @Test("Every amount and every text reads back", arguments: StoreKind.allCases)
  func awkward(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let amounts: [Int64] = [0, 1, -1, 1_000_000_000_000, .max, .min]
    var entries = amounts.enumerated().map { entry("a", 1, $0, amount: $1) }
    for (index, text) in awkwardTexts.enumerated() {
      var entry = entry("a", 2, index)
      (entry.account, entry.currencyCode, entry.reason) = (text, text, text)
      entry.occurredAt = Instant(microseconds: 1_800_000_000_123_456)
      entries.append(entry)
    }
    try store.writing { () throws(StoreError) in try store.append(entries) }
    #expect(try store.ledger(of: RideIdentifier("a")) == entries)
  }

  @Test("A text with U+0000 enters no ledger", arguments: StoreKind.allCases)
  func textWithNUL(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var line = entry("a", 1, 1)
    line.reason = "tip\0"
    #expect(storeError { try store.enterAndCommit(line) } == .failed)
    #expect(try store.ledger(of: RideIdentifier("a")).isEmpty)
  }

  @Test("A rolled-back line is in no ledger", arguments: StoreKind.allCases)
  func rollBack(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.begin(.write)
    try store.append([entry("a", 1, 1)])
    #expect(try store.ledger(of: RideIdentifier("a")).count == 1)
    store.rollBack()
    #expect(try store.ledger(of: RideIdentifier("a")).isEmpty)
  }
}
