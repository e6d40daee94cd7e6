import RideStore
import Rides
import Testing

@Suite("Every store keeps transactions apart")
struct ConformanceTransactions {
  @Test("A migrated database has the schema of this build", arguments: StoreKind.allCases)
  func schema(kind: StoreKind) throws {
    try kind.makeDatabase().session().checkSchema()
  }

  @Test("Only a server has its own clock, which advances", arguments: StoreKind.allCases)
  func time(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let (first, second) = (try store.time(), try store.time())
    #expect((first != nil) == (kind == .postgres))
    if let first, let second { #expect(first < second) }
  }

  @Test("A transaction sees its own writes", arguments: StoreKind.allCases)
  func ownWrites(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.begin(.write)
    try store.insert([waiting("a", for: "suv", since: 0)])
    try store.append([change("a", 1)])
    try store.store([outcome("m1")])
    try store.save([vehicle("v")])
    #expect(try store.ride("a") != nil)
    #expect(try store.unfinishedRides(of: [RiderIdentifier("rider of a")]).count == 1)
    #expect(try store.waitingRides([near("suv", limit: 1)]).count == 1)
    #expect(try store.history(of: RideIdentifier("a")).count == 1)
    #expect(try store.outcomes([outcomeKey("m1")]).count == 1)
    #expect(try store.claim([claim("v", "a")]).count == 1)
    #expect(try store.vehicle("v")?.ride == RideIdentifier("a"))
    #expect(try store.vehiclesOnDuty(reportedAfter: noon.advanced(bySeconds: -1)).count == 1)
    try store.commit()
  }

  @Test("Another session sees writes when they are committed", arguments: StoreKind.allCases)
  func isolation(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let (writer, reader) = (try database.session(), try database.session())
    try writer.begin(.write)
    try writer.insert([ride("a")])
    try writer.store([outcome("m1")])
    #expect(try reader.ride("a") == nil)
    #expect(try reader.outcomes([outcomeKey("m1")]).isEmpty)
    try writer.commit()
    #expect(try reader.ride("a") == ride("a"))
    try reader.begin(.read)
    #expect(try reader.outcomes([outcomeKey("m1")]).count == 1)
    try reader.commit()
  }

  @Test("A snapshot is of one moment, whatever others commit", arguments: StoreKind.allCases)
  func snapshot(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let (writer, reader) = (try database.session(), try database.session())
    try reader.begin(.snapshot)
    #expect(try reader.vehicles(after: nil, limit: 9).isEmpty)
    try writer.insertAndCommit(ride("a"))
    try writer.saveAndCommit(vehicle("v"))
    #expect(try reader.rides([RideIdentifier("a")]).isEmpty)
    #expect(try reader.vehicles(after: nil, limit: 9).isEmpty)
    try reader.commit()
    #expect(try reader.vehicles(after: nil, limit: 9).count == 1)
  }

  @Test("What is rolled back never was", arguments: StoreKind.allCases)
  func rollBack(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.saveAndCommit(vehicle("v"))
    try store.begin(.write)
    try store.insert([ride("a")])
    try store.append([change("a", 1)])
    try store.store([outcome("m1")])
    #expect(try store.claim([claim("v", "a")]).count == 1)
    store.rollBack()
    #expect(try store.ride("a") == nil)
    #expect(try store.history(of: RideIdentifier("a")).isEmpty)
    #expect(try store.outcomes([outcomeKey("m1")]).isEmpty)
    #expect(try store.vehicle("v")?.ride == nil)
    try store.insertAndCommit(ride("a"))
  }

  @Test("A roll-back is safe at any time", arguments: StoreKind.allCases)
  func rollBackAnyTime(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    store.rollBack()
    store.rollBack()
    for mode in [TransactionMode.read, .write] {
      try store.begin(mode)
      store.rollBack()
      store.rollBack()
    }
    try store.insertAndCommit(ride("a"))
    store.rollBack()
    #expect(try store.ride("a") == ride("a"))
  }

  @Test(
    "After a conflict everything of the transaction is forgotten", arguments: StoreKind.allCases)
  func conflictUndoes(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(ride("a"))
    let error = storeError {
      try store.writing { () throws(StoreError) in
        try store.insert([ride("b")])
        try store.append([change("b", 1)])
        try store.insert([ride("c"), ride("a", rider: "x")])
      }
    }
    #expect(error == .conflict)
    #expect(try store.ride("b") == nil)
    #expect(try store.history(of: RideIdentifier("b")).isEmpty)
    try store.insertAndCommit(ride("b"), ride("c"))
  }

  @Test(
    "A second writer of a ride waits, and then has to try later", arguments: StoreKind.allCases)
  func secondWriter(kind: StoreKind) throws {
    let database = try kind.makeDatabase(busyTimeout: .milliseconds(50))
    let (first, second) = (try database.session(), try database.session())
    try first.insertAndCommit(ride("a"))
    try first.begin(.write)
    #expect(try first.ride("a") == ride("a"))
    let next = ride("a", sequence: 2)
    #expect(storeError { try second.updateAndCommit(next, expecting: 1) } == .unavailable)
    try first.commit()
    try second.updateAndCommit(next, expecting: 1)
    #expect(try first.ride("a") == next)
  }

  @Test("A session that is given up lets the next one write", arguments: StoreKind.allCases)
  func abandoned(kind: StoreKind) throws {
    let database = try kind.makeDatabase(busyTimeout: .milliseconds(50))
    do {
      let lost = try database.session()
      try lost.begin(.write)
      try lost.insert([ride("a")])
    }
    let store = try database.session()
    try store.insertAndCommit(ride("b"))
    #expect(try store.ride("a") == nil)
  }

  @Test("Empty sets ask and change nothing", arguments: StoreKind.allCases)
  func emptySets(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let store = try database.session()
    try store.begin(.write)
    let before = database.statementsRun(by: store)
    #expect(try store.outcomes([]).isEmpty)
    #expect(try store.rides([]).isEmpty)
    #expect(try store.unfinishedRides(of: []).isEmpty)
    #expect(try store.waitingRides([]).isEmpty)
    #expect(try store.statusChanges([]).isEmpty)
    #expect(try store.vehicles([]).isEmpty)
    #expect(try store.claim([]).isEmpty)
    try store.release([])
    try store.save([])
    try store.insert([])
    try store.update([])
    try store.append([])
    try store.store([])
    try store.append([LedgerEntryRecord]())
    #expect(try store.owingRides(of: []).isEmpty)
    try store.subscribe([])
    #expect(try store.subscriptions([]).isEmpty)
    #expect(try store.update([SubscriptionUpdate]()).isEmpty)
    try store.unsubscribe([])
    try store.unsubscribe(replyTo: [])
    #expect(database.statementsRun(by: store) == before)
    try store.commit()
  }

  @Test("A text with U+0000 is refused, not cut", arguments: StoreKind.allCases)
  func textWithNUL(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(ride("a"))
    #expect(storeError { try store.insertAndCommit(ride("b\0c")) } == .failed)
    #expect(storeError { _ = try store.ride("a\0b") } == .failed)
    #expect(try store.ride("b") == nil)
  }
}
