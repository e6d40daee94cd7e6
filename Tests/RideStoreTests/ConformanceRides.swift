import RideStore
import Rides
import Testing

@Suite("Every store keeps rides")
struct ConformanceRides {
  @Test("A ride reads back as inserted", arguments: StoreKind.allCases)
  func insert(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var full = ride("full", slot: 3, sequence: 7)
    full.vehicle = VehicleIdentifier("veh-7")
    full.isWaiting = true
    full.phase = .approachingPickup
    full.pickup = place(-33.856_784_123_456_79, 151.215_296_987_654_3)
    full.createdAt = Instant(microseconds: 1_800_000_000_123_456)
    full.waitingSince = Instant(microseconds: 1_800_000_000_123_457)
    full.dueAt = Instant(microseconds: 1_800_000_000_123_458)
    full.obligation = .feedback
    var bare = ride("bare", slot: nil)
    bare.partySize = nil
    bare.pickup = place(0, -1e-7)
    bare.updatedAt = Instant(microseconds: -1)
    try store.insertAndCommit(full, bare)
    let identifiers = [full, bare, ride("absent"), full].map(\.rideIdentifier)
    #expect(
      try store.rides(identifiers) == [full.rideIdentifier: full, bare.rideIdentifier: bare])
  }

  @Test("Every phase reads back", arguments: StoreKind.allCases)
  func phases(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    for phase in RidePhase.allCases {
      var record = ride(phase.rawValue)
      record.phase = phase
      try store.insertAndCommit(record)
      #expect(try store.ride(phase.rawValue)?.phase == phase)
    }
  }

  @Test("Texts and documents come back byte for byte", arguments: StoreKind.allCases)
  func awkward(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    for (index, text) in awkwardTexts.enumerated() {
      var record = ride("\(index) \(text)", rider: text, slot: index)
      record.area = text
      record.product = ProductKey(text)
      record.document = Array(text.utf8)
      try store.insertAndCommit(record)
      let stored = try #require(try store.ride("\(index) \(text)"))
      #expect(stored == record)
      #expect(Array(stored.area.utf8) == Array(text.utf8))
    }
  }

  @Test("An identifier that exists is a conflict", arguments: StoreKind.allCases)
  func duplicate(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(ride("a"))
    #expect(storeError { try store.insertAndCommit(ride("a", rider: "other")) } == .conflict)
    #expect(storeError { try store.insertAndCommit(ride("b"), ride("b", rider: "x")) } == .conflict)
    #expect(try store.ride("b") == nil)
  }

  @Test("An occupied slot of a rider is a conflict", arguments: StoreKind.allCases)
  func slotTaken(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(ride("a", rider: "r", slot: 0))
    #expect(storeError { try store.insertAndCommit(ride("b", rider: "r", slot: 0)) } == .conflict)
    try store.insertAndCommit(ride("c", rider: "r", slot: 1), ride("d", rider: "s", slot: 0))
    var moved = ride("c", rider: "r", slot: 0, sequence: 2)
    #expect(storeError { try store.updateAndCommit(moved, expecting: 1) } == .conflict)
    moved.slot = 2
    try store.updateAndCommit(moved, expecting: 1)
  }

  @Test("A slot is free again when its ride gives it up", arguments: StoreKind.allCases)
  func slotFreed(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(ride("a", rider: "r", slot: 0))
    try store.updateAndCommit(ride("a", rider: "r", slot: nil, sequence: 2), expecting: 1)
    try store.insertAndCommit(ride("b", rider: "r", slot: 0), ride("c", rider: "r", slot: nil))
    #expect(
      try store.unfinishedRides(of: [RiderIdentifier("r")]).map(\.rideIdentifier.rawValue) == ["b"])
  }

  @Test("An update replaces all of a ride", arguments: StoreKind.allCases)
  func update(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(ride("a"), ride("b"))
    var changed = ride("a", rider: "somebody else", slot: 4, sequence: 9)
    changed.revision = 2
    changed.phase = .ongoing
    changed.vehicle = VehicleIdentifier("veh-7")
    changed.partySize = nil
    changed.dueAt = noon.advanced(bySeconds: 90)
    changed.obligation = .payment
    changed.updatedAt = noon.advanced(bySeconds: 60)
    changed.document = Array(#"{"changed":true}"#.utf8)
    try store.updateAndCommit(changed, expecting: 1)
    #expect(try store.ride("a") == changed)
    #expect(try store.ride("b") == ride("b"))
  }

  @Test("An update of a ride with another revision is a conflict", arguments: StoreKind.allCases)
  func updateTooLate(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(ride("a", sequence: 2))
    for expected in [1, 3] {
      let late = ride("a", sequence: expected + 1)
      #expect(storeError { try store.updateAndCommit(late, expecting: expected) } == .conflict)
    }
    #expect(storeError { try store.updateAndCommit(ride("no"), expecting: 1) } == .conflict)
    #expect(try store.ride("a") == ride("a", sequence: 2))
  }

  @Test(
    "An update that leaves the sequence alone counts as any other", arguments: StoreKind.allCases)
  func updateUntold(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(ride("a"))
    var quiet = ride("a")
    quiet.dueAt = noon
    try store.updateAndCommit(quiet, expecting: 1)
    #expect(try store.ride("a")?.revision == 2)
    #expect(try store.ride("a")?.sequence == 1)
    #expect(storeError { try store.updateAndCommit(ride("a"), expecting: 1) } == .conflict)
    try store.updateAndCommit(ride("a"), expecting: 2)
  }

  @Test("One conflict among updates undoes them all", arguments: StoreKind.allCases)
  func updateAllOrNothing(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(ride("a"), ride("b"))
    let updates = ["a", "b"].map {
      RideUpdate(record: ride($0, sequence: 2), expectedRevision: $0 == "a" ? 1 : 5)
    }
    let twice = [updates[0], updates[0]]
    for set in [updates, updates.reversed(), twice] {
      let error = storeError {
        try store.writing { () throws(StoreError) in try store.update(set) }
      }
      #expect(error == .conflict)
    }
    #expect(try store.ride("a") == ride("a"))
  }

  @Test("Unfinished rides are those that hold a slot", arguments: StoreKind.allCases)
  func unfinished(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(
      ride("a", rider: "r", slot: 0), ride("b", rider: "r", slot: 1), ride("c", rider: "s"),
      ride("d", rider: "r", slot: nil), ride("e", rider: "t"))
    let riders = ["r", "s", "r", "nobody"].map { RiderIdentifier($0) }
    let found = try store.unfinishedRides(of: riders)
    #expect(found.map(\.rideIdentifier.rawValue).sorted() == ["a", "b", "c"])
  }
}
