import RideStore
import Rides
import Testing

/// é as one scalar and as two: Swift takes them for one text, but their bytes differ.
private let composed = "Ren\u{e9}"
private let decomposed = "Rene\u{301}"

@Suite("Every store distinguishes names byte by byte")
struct ConformanceNames {
  @Test("Names that only look alike are two riders", arguments: StoreKind.allCases)
  func riders(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let first = ride("a", rider: composed)
    let second = ride("b", rider: decomposed)
    try store.insertAndCommit(first, second)
    #expect(try store.unfinishedRides(of: [RiderIdentifier(composed)]) == [first])
    #expect(try store.unfinishedRides(of: [RiderIdentifier(decomposed)]) == [second])
  }

  @Test("Names that only look alike are two rides", arguments: StoreKind.allCases)
  func rides(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let records = [ride(composed, rider: "a"), ride(decomposed, rider: "b")]
    try store.insertAndCommit(records[0], records[1])
    try store.appendAndCommit(change(composed, 1, status: "1"), change(decomposed, 1, status: "2"))
    for (record, status) in zip(records, ["1", "2"]) {
      let identifier = record.rideIdentifier
      #expect(try store.rides([identifier]) == [identifier: record])
      #expect(try store.history(of: identifier).map(\.status) == [Array(status.utf8)])
      let key = StatusChangeKey(rideIdentifier: identifier, sequence: 1)
      #expect(try store.statusChanges([key])[key]?.status == Array(status.utf8))
    }
    #expect(try store.rides(records.map(\.rideIdentifier)).count == 2)
  }

  @Test("Names that only look alike are two vehicles", arguments: StoreKind.allCases)
  func vehicles(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.saveAndCommit(vehicle(composed), vehicle(decomposed))
    #expect(try store.claimAndCommit(claim(composed, "r")) == [claim(composed, "r")])
    #expect(try store.vehicle(composed)?.ride == RideIdentifier("r"))
    #expect(try store.vehicle(decomposed)?.ride == nil)
    #expect(try store.claimAndCommit(claim(decomposed, "s")) == [claim(decomposed, "s")])
    try store.writing { () throws(StoreError) in try store.release([claim(composed, "s")]) }
    #expect(try store.vehicle(decomposed)?.ride == RideIdentifier("s"))
  }

  @Test("Names that only look alike are two products", arguments: StoreKind.allCases)
  func products(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(waiting("a", for: composed, since: 0))
    #expect(try store.waitingRides([near(decomposed, limit: 9)]) == [])
    #expect(try store.waitingRides([near(composed, limit: 9)]).count == 1)
  }

  @Test("Names that only look alike are two queues", arguments: StoreKind.allCases)
  func queues(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let (first, second) = (subscription("a", composed), subscription("a", decomposed))
    try store.subscribeAndCommit(first, second)
    #expect(try store.subscriptions([first.key, second.key]).count == 2)
    #expect(try store.sendAndCommit([sent("a", decomposed, due: 0)]) == [second.key])
    #expect(try store.dueSubscriptions(at: noon, limit: 9).map(\.key) == [first.key])
    try store.writing { () throws(StoreError) in try store.unsubscribe(replyTo: [decomposed]) }
    #expect(try store.subscriptions([first.key, second.key]) == [first.key: first])
    try store.writing { () throws(StoreError) in try store.unsubscribe([second.key]) }
    #expect(try store.subscriptions([first.key]).count == 1)
  }

  @Test(
    "Names that only look alike have books and debts of their own", arguments: StoreKind.allCases)
  func books(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.enterAndCommit(entry(composed, 1, 1), entry(decomposed, 1, 1))
    #expect(try store.ledger(of: RideIdentifier(decomposed)) == [entry(decomposed, 1, 1)])
    var owing = ride("a", rider: composed)
    owing.obligation = .payment
    try store.insertAndCommit(owing, ride("b", rider: decomposed))
    #expect(try store.owingRides(of: [RiderIdentifier(decomposed)]).isEmpty)
    let decomposedRides = RideFilter(rider: RiderIdentifier(decomposed), limit: 9)
    #expect(try store.rides(matching: decomposedRides).map(\.rideIdentifier.rawValue) == ["b"])
  }

  @Test(
    "Ids and scopes that only look alike are two keys of outcomes", arguments: StoreKind.allCases)
  func outcomes(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let keys = [
      outcomeKey(composed), outcomeKey(decomposed), outcomeKey("m", scope: composed),
      outcomeKey("m", scope: decomposed),
    ]
    for (index, key) in keys.enumerated() {
      var stored = outcome("m")
      stored.key = key
      stored.response = Array("\(index)".utf8)
      try store.storeAndCommit(stored)
    }
    for (index, key) in keys.enumerated() {
      #expect(try store.outcomes([key])[key]?.response == Array("\(index)".utf8))
    }
    #expect(try store.outcomes(keys).count == 4)
  }
}
