import RandomFixture
import RideStore
import Rides
import Testing

@Suite("Every store keeps a roster of the vehicles on duty up to date")
struct ConformanceRolls {
  private let before = noon.advanced(bySeconds: -1)

  /// Reads a roster again, and holds it against one that is read for the first time.
  private func check(
    _ roster: inout VehicleRoster, _ store: any RideStore, after bound: Instant? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try store.transaction(.read) { () throws(StoreError) in
      try store.refresh(&roster, reportedAfter: bound ?? before)
    }
    let whole = try store.vehiclesOnDuty(reportedAfter: bound ?? before)
    #expect(roster.entries == whole, sourceLocation: sourceLocation)
  }

  @Test(
    "A vehicle that comes, moves, is claimed, is freed or leaves is so in the next reading",
    arguments: StoreKind.allCases)
  func changes(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var roster = VehicleRoster()
    try check(&roster, store)
    #expect(roster.entries.isEmpty)
    try store.saveAndCommit(vehicle("a"), vehicle("b"), vehicle("c"))
    try check(&roster, store)
    let version = roster.version
    try check(&roster, store)
    #expect(roster.version == version)
    var moved = vehicle("b", sequence: 2)
    (moved.location, moved.products) = (place(1, 2), [])
    try store.saveAndCommit(moved)
    try check(&roster, store)
    #expect(roster.entries[1].location == place(1, 2))
    _ = try store.claimAndCommit(claim("a", "ride-1"))
    try check(&roster, store)
    #expect(roster.entries.map(\.isFree) == [false, true, true])
    try store.writing { () throws(StoreError) in try store.release([claim("a", "ride-1")]) }
    try check(&roster, store)
    var lost = vehicle("a", sequence: 2)
    lost.location = nil
    try store.saveAndCommit(vehicle("c", sequence: 2, onDuty: false), lost)
    try check(&roster, store)
    #expect(roster.entries.map(\.vehicle.rawValue) == ["b"])
    try store.saveAndCommit(vehicle("c", sequence: 3), vehicle("aa"))
    try check(&roster, store)
    #expect(roster.entries.map(\.vehicle.rawValue) == ["aa", "b", "c"])
  }

  @Test(
    "What is written during a reading, and committed after it, is in the next one",
    arguments: StoreKind.allCases)
  func concurrent(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let (reader, writer) = (try database.session(), try database.session())
    try writer.saveAndCommit(vehicle("a"))
    var roster = VehicleRoster()
    try check(&roster, reader)
    try writer.begin(.write)
    try writer.save([vehicle("a", sequence: 2, onDuty: false), vehicle("b")])
    // What reads in a transaction that writes has been sent.
    _ = try writer.vehicles([VehicleIdentifier("a")])
    try check(&roster, reader)
    #expect(roster.entries.map(\.vehicle.rawValue) == ["a"])
    // A later transaction that is finished earlier does not hide it; SQLite and memory have one
    // writer at a time.
    if kind == .postgres { try reader.saveAndCommit(vehicle("c")) }
    try check(&roster, reader)
    try writer.commit()
    try check(&roster, reader)
    #expect(roster.entries.map(\.vehicle.rawValue) == (kind == .postgres ? ["b", "c"] : ["b"]))
  }

  @Test(
    "Who is silent leaves the roster, and is back when he reports, or when the clock is set back",
    arguments: StoreKind.allCases)
  func silence(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var roster = VehicleRoster()
    var later = vehicle("b")
    later.updatedAt = noon.advanced(bySeconds: 30)
    try store.saveAndCommit(vehicle("a"), later)
    try check(&roster, store)
    #expect(roster.entries.count == 2)
    try check(&roster, store, after: noon)
    #expect(roster.entries.map(\.vehicle.rawValue) == ["b"])
    // A claim is no report.
    _ = try store.claimAndCommit(claim("a", "ride-1"))
    try check(&roster, store, after: noon)
    #expect(roster.entries.map(\.vehicle.rawValue) == ["b"])
    try check(&roster, store, after: before)
    #expect(roster.entries.map(\.isFree) == [false, true])
    var report = vehicle("a", sequence: 2)
    report.updatedAt = noon.advanced(bySeconds: 31)
    try store.saveAndCommit(report)
    try check(&roster, store, after: noon.advanced(bySeconds: 30))
    #expect(roster.entries.map(\.vehicle.rawValue) == ["a"])
  }

  @Test("A roster may be read on by another session", arguments: StoreKind.allCases)
  func otherSession(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    var roster = VehicleRoster()
    try database.session().saveAndCommit(vehicle("a"), vehicle("b"))
    try check(&roster, try database.session())
    try database.session().saveAndCommit(vehicle("a", sequence: 2, onDuty: false))
    // On another connection nothing is known of what has been read.
    try check(&roster, try database.session())
    #expect(roster.entries.map(\.vehicle.rawValue) == ["b"])
  }

  @Test(
    "After any changes the roster is what a reading of all gives", arguments: StoreKind.allCases)
  func random(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let store = try database.session()
    var numbers = SeededNumbers(seed: 7)
    var roster = VehicleRoster()
    for round in 1...40 {
      var saved: [VehicleRecord] = []
      for name in 0..<30 where Int.random(in: 0..<4, using: &numbers) == 0 {
        var record = vehicle("\(name)", sequence: Int64(round), onDuty: .random(using: &numbers))
        record.updatedAt = noon.advanced(bySeconds: round)
        if Int.random(in: 0..<8, using: &numbers) == 0 { record.location = nil }
        saved.append(record)
      }
      let claimed = (0..<5).map { _ in claim("\(Int.random(in: 0..<30, using: &numbers))", "r") }
      try store.writing { () throws(StoreError) in
        try store.save(saved)
        _ = try store.claim(claimed)
        try store.release([claimed[0]])
      }
      try check(&roster, store, after: noon.advanced(bySeconds: round - 10))
    }
  }
}
