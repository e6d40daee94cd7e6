import RideStore
import Rides
import Testing

@Suite("Every store keeps the history of rides")
struct ConformanceHistory {
  @Test("A ride's history is in the order of its sequence", arguments: StoreKind.allCases)
  func order(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.appendAndCommit(change("a", 10), change("a", 2), change("b", 1))
    try store.appendAndCommit(change("a", 1))
    let history = try store.history(of: RideIdentifier("a"))
    #expect(history == [change("a", 1), change("a", 2), change("a", 10)])
    #expect(try store.history(of: RideIdentifier("absent")).isEmpty)
  }

  @Test("A change that exists is a conflict", arguments: StoreKind.allCases)
  func duplicate(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.appendAndCommit(change("a", 1))
    let error = storeError { try store.appendAndCommit(change("a", 2), change("a", 1)) }
    #expect(error == .conflict)
    #expect(try store.history(of: RideIdentifier("a")).count == 1)
  }

  @Test("Changes are found by their key, and only those", arguments: StoreKind.allCases)
  func byKey(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var full = change("b", 2, status: "{}")
    full.tracestate = "vendor=1"
    full.traceparent = nil
    try store.appendAndCommit(change("a", 1), change("a", 2), change("b", 1), full)
    let keys = [change("a", 1), full, change("b", 3), full].map(\.key)
    let first = change("a", 1)
    #expect(try store.statusChanges(keys) == [first.key: first, full.key: full])
  }

  @Test("A status reads back byte for byte", arguments: StoreKind.allCases)
  func awkward(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let changes = awkwardTexts.enumerated().map { change("a", $0, status: $1) }
    try store.writing { () throws(StoreError) in try store.append(changes) }
    #expect(try store.history(of: RideIdentifier("a")) == changes)
  }
}

@Suite("Every store keeps outcomes")
struct ConformanceOutcomes {
  @Test("An outcome is found by its whole key", arguments: StoreKind.allCases)
  func byKey(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.storeAndCommit(outcome("m1"), outcome("m2"))
    let keys = [outcomeKey("m1"), outcomeKey("m3"), outcomeKey("m2", scope: "rider-7")]
    #expect(try store.outcomes(keys) == [outcomeKey("m1"): outcome("m1")])
  }

  @Test("An existing key is a conflict, with any outcome", arguments: StoreKind.allCases)
  func duplicate(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.storeAndCommit(outcome("m1"))
    var other = outcome("m1")
    other.digest = [1]
    #expect(storeError { try store.storeAndCommit(other) } == .conflict)
    #expect(storeError { try store.storeAndCommit(outcome("m2"), outcome("m1")) } == .conflict)
    #expect(storeError { try store.storeAndCommit(outcome("m4"), outcome("m4")) } == .conflict)
    #expect(try store.outcomes([outcomeKey("m1")]) == [outcomeKey("m1"): outcome("m1")])
    #expect(try store.outcomes([outcomeKey("m2")]).isEmpty)
  }

  @Test("The same id counts apart for another scope", arguments: StoreKind.allCases)
  func scope(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var other = outcome("m1")
    other.key.scope = "rider-7"
    var otherOperation = outcome("m1")
    otherOperation.key.operation = "cancel-ride.handle"
    try store.storeAndCommit(outcome("m1"), other, otherOperation)
    #expect(try store.outcomes([other.key, otherOperation.key]).count == 2)
  }

  @Test("An outcome reads back byte for byte", arguments: StoreKind.allCases)
  func awkward(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    for (index, text) in awkwardTexts.enumerated() {
      var stored = outcome("\(text) \(index)")
      stored.response = Array(text.utf8)
      stored.digest = [0, 0xff, UInt8(index), 0x22, 0x5c, 0]
      stored.searches = awkwardTexts.map { RideIdentifier($0) }
      stored.payments = awkwardTexts
      stored.changes = awkwardTexts.enumerated().map {
        StatusChangeKey(rideIdentifier: RideIdentifier($1), sequence: $0)
      }
      try store.storeAndCommit(stored)
      #expect(try store.outcomes([stored.key]) == [stored.key: stored])
    }
    var empty = outcome("empty")
    (empty.digest, empty.response, empty.changes, empty.searches) = ([], [], [], [])
    empty.payments = []
    try store.storeAndCommit(empty)
    #expect(try store.outcomes([empty.key]) == [empty.key: empty])
  }
}
