import RideStore
import Rides
import Testing

@Suite("Every store keeps vehicles and their claims")
struct ConformanceVehicles {
  @Test("A vehicle reads back as saved", arguments: StoreKind.allCases)
  func save(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var bare = vehicle("bare", sequence: .max, onDuty: false)
    (bare.location, bare.course, bare.driver, bare.model) = (nil, nil, nil, nil)
    (bare.locatedAt, bare.mapAnnotationImage) = (nil, nil)
    (bare.manufacturer, bare.registrationPlate, bare.products) = (nil, nil, [])
    var nameless = vehicle("nameless")
    nameless.driver = Driver(name: "")
    try store.saveAndCommit(vehicle("full"), bare, nameless)
    let all = [vehicle("full"), bare, nameless, vehicle("absent"), bare]
    let expected = [vehicle("full"), bare, nameless].map { ($0.vehicleIdentifier, $0) }
    #expect(
      try store.vehicles(all.map(\.vehicleIdentifier))
        == Dictionary(uniqueKeysWithValues: expected))
  }

  @Test("Vehicles are listed by their identifiers, in pages", arguments: StoreKind.allCases)
  func list(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    #expect(try store.vehicles(after: nil, limit: 9).isEmpty)
    var unlocated = vehicle("b")
    (unlocated.location, unlocated.course, unlocated.locatedAt) = (nil, nil, nil)
    let all = [vehicle("B"), vehicle("a", onDuty: false), unlocated, vehicle("é")]
    try store.saveAndCommit(all[3], all[1], all[0], all[2])
    #expect(try store.vehicles(after: nil, limit: 9) == all)
    #expect(try store.vehicles(after: nil, limit: 0).isEmpty)
    #expect(try store.vehicles(after: nil, limit: 2) == Array(all[..<2]))
    #expect(try store.vehicles(after: VehicleIdentifier("a"), limit: 2) == Array(all[2...]))
    #expect(try store.vehicles(after: VehicleIdentifier("aa"), limit: 1) == [unlocated])
    #expect(try store.vehicles(after: VehicleIdentifier("é"), limit: 9).isEmpty)
    _ = try store.claimAndCommit(claim("B", "ride"))
    #expect(try store.vehicles(after: nil, limit: 1).first?.ride == RideIdentifier("ride"))
  }

  @Test("Texts of a vehicle come back byte for byte", arguments: StoreKind.allCases)
  func awkward(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    for (index, text) in awkwardTexts.enumerated() {
      var record = vehicle("\(index)\(text)")
      record.model = text
      record.driver = Driver(name: text, rating: text, phoneNumber: text, image: text)
      (record.mapAnnotationImage, record.driven, record.conduct) = (text, text, text)
      record.products = awkwardTexts.map { ProductKey($0) }
      try store.saveAndCommit(record)
      #expect(try store.vehicle("\(index)\(text)") == record)
    }
  }

  @Test("A newer report replaces the older one", arguments: StoreKind.allCases)
  func saveNewer(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.saveAndCommit(vehicle("a", sequence: 1))
    var newer = vehicle("a", sequence: 5, onDuty: false)
    newer.driver = nil
    newer.location = place(1, 2)
    try store.saveAndCommit(newer)
    #expect(try store.vehicle("a") == newer)
  }

  @Test("The same or an older report is a conflict", arguments: StoreKind.allCases)
  func saveOlder(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.saveAndCommit(vehicle("a", sequence: 5))
    for sequence in [5, 4] as [Int64] {
      let late = vehicle("a", sequence: sequence, onDuty: false)
      #expect(storeError { try store.saveAndCommit(vehicle("b"), late) } == .conflict)
    }
    let twice = [vehicle("c", sequence: 1), vehicle("c", sequence: 2)]
    #expect(storeError { try store.saveAndCommit(twice[0], twice[1]) } == .conflict)
    #expect(try store.vehicle("a") == vehicle("a", sequence: 5))
    #expect(try store.vehicle("b") == nil)
  }

  @Test("A report never touches the claim", arguments: StoreKind.allCases)
  func saveKeepsClaim(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var claimed = vehicle("a", sequence: 1)
    claimed.ride = RideIdentifier("not by saving")
    try store.saveAndCommit(claimed)
    #expect(try store.vehicle("a")?.ride == nil)
    #expect(try store.claimAndCommit(claim("a", "ride-1")) == [claim("a", "ride-1")])
    try store.saveAndCommit(vehicle("a", sequence: 2))
    #expect(try store.vehicle("a")?.ride == RideIdentifier("ride-1"))
  }

  @Test("A free vehicle on duty is claimed, no other", arguments: StoreKind.allCases)
  func claims(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.saveAndCommit(vehicle("free"), vehicle("taken"), vehicle("off", onDuty: false))
    _ = try store.claimAndCommit(claim("taken", "ride-1"))
    let granted = try store.claimAndCommit(
      claim("off", "ride-2"), claim("taken", "ride-2"), claim("free", "ride-2"),
      claim("absent", "ride-2"))
    #expect(granted == [claim("free", "ride-2")])
    #expect(try store.vehicle("taken")?.ride == RideIdentifier("ride-1"))
    #expect(try store.vehicle("off")?.ride == nil)
    #expect(try store.vehicle("free")?.ride == RideIdentifier("ride-2"))
  }

  @Test("A vehicle that serves the ride is granted again", arguments: StoreKind.allCases)
  func claimAgain(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.saveAndCommit(vehicle("a"))
    for _ in 1...2 {
      #expect(try store.claimAndCommit(claim("a", "ride-1")) == [claim("a", "ride-1")])
    }
    let both = try store.claimAndCommit(claim("a", "ride-2"), claim("a", "ride-1"))
    #expect(both == [claim("a", "ride-1")])
  }

  @Test("Of two claims of a vehicle in one set the first wins", arguments: StoreKind.allCases)
  func claimTwice(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.saveAndCommit(vehicle("a"), vehicle("b"))
    let granted = try store.claimAndCommit(
      claim("a", "ride-2"), claim("b", "ride-1"), claim("a", "ride-1"), claim("b", "ride-2"))
    #expect(granted == [claim("a", "ride-2"), claim("b", "ride-1")])
    #expect(try store.vehicle("a")?.ride == RideIdentifier("ride-2"))
  }

  @Test("Only the ride that has claimed a vehicle frees it", arguments: StoreKind.allCases)
  func release(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.saveAndCommit(vehicle("a"), vehicle("b"), vehicle("c"))
    _ = try store.claimAndCommit(claim("a", "ride-1"), claim("b", "ride-2"))
    try store.writing { () throws(StoreError) in
      try store.release([claim("a", "ride-1"), claim("b", "ride-1"), claim("c", "ride-1")])
    }
    #expect(try store.vehicle("a")?.ride == nil)
    #expect(try store.vehicle("b")?.ride == RideIdentifier("ride-2"))
    #expect(try store.claimAndCommit(claim("a", "ride-3")) == [claim("a", "ride-3")])
  }

  @Test(
    "What a vehicle has driven is kept until its ride frees it", arguments: StoreKind.allCases)
  func driven(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.saveAndCommit(vehicle("a"), vehicle("b"))
    _ = try store.claimAndCommit(claim("a", "ride-1"))
    func driving(_ sequence: Int64, _ driven: String?) -> VehicleRecord {
      var record = vehicle("a", sequence: sequence)
      record.driven = driven
      return record
    }
    try store.writing { () throws(StoreError) in try store.saveDriven([driving(1, "begun")]) }
    #expect(try store.vehicle("a")?.driven == "begun")
    #expect(try store.vehicle("a")?.ride == RideIdentifier("ride-1"))
    // As a build of before writes it.
    try store.saveAndCommit(driving(2, nil))
    #expect(try store.vehicle("a")?.driven == "begun")
    try store.saveAndCommit(vehicle("b", sequence: 2), driving(3, "more"))
    #expect(try store.vehicle("a")?.driven == "more")
    #expect(try store.vehicle("b")?.sequence == 2 && store.vehicle("b")?.driven == nil)
    #expect(storeError { try store.saveAndCommit(driving(3, "older")) } == .conflict)
    var unknown = vehicle("c")
    unknown.driven = "nothing"
    #expect(
      storeError {
        try store.writing { () throws(StoreError) in try store.saveDriven([unknown]) }
      } == .conflict)
    for (ride, driven) in [("ride-2", "more"), ("ride-1", nil)] as [(String, String?)] {
      try store.writing { () throws(StoreError) in try store.release([claim("a", ride)]) }
      #expect(try store.vehicle("a")?.driven == driven)
    }
  }

  @Test(
    "What is noted of a vehicle is replaced together, and kept by a build that does not know it",
    arguments: StoreKind.allCases)
  func conduct(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    func noted(_ sequence: Int64, _ driven: String?, _ conduct: String?) -> VehicleRecord {
      var record = vehicle("a", sequence: sequence)
      (record.driven, record.conduct) = (driven, conduct)
      return record
    }
    for (sequence, driven, conduct, kept) in [
      (1, nil, "one", (nil, "one")), (2, nil, nil, (nil, "one")), (3, "way", "two", ("way", "two")),
      (4, nil, "three", (nil, "three")), (5, "way", nil, ("way", nil)),
    ] as [(Int64, String?, String?, (String?, String?))] {
      try store.saveAndCommit(noted(sequence, driven, conduct))
      let found = try #require(try store.vehicle("a"))
      #expect((found.driven, found.conduct) == kept)
    }
  }

  @Test(
    "Vehicles on duty with a position that have reported lately are listed, claimed or not",
    arguments: StoreKind.allCases)
  func onDuty(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var silent = vehicle("silent")
    silent.location = nil
    var earlier = vehicle("earlier")
    earlier.updatedAt = noon
    var later = vehicle("b")
    later.updatedAt = noon.advanced(bySeconds: 1)
    later.products = [ProductKey("suv"), ProductKey("xl")]
    later.extras = []
    try store.saveAndCommit(
      vehicle("z", onDuty: false), later, vehicle("off", onDuty: false), silent, earlier)
    _ = try store.claimAndCommit(claim("b", "ride-1"))
    func entry(_ vehicle: VehicleRecord, isFree: Bool) throws -> Supply.Entry {
      Supply.Entry(
        vehicle: vehicle.vehicleIdentifier, location: try #require(vehicle.location),
        products: vehicle.products, capacity: vehicle.capacity, isFree: isFree,
        extras: vehicle.extras)
    }
    let claimed = try entry(later, isFree: false)
    #expect(try store.vehiclesOnDuty(reportedAfter: noon) == [claimed])
    let before = noon.advanced(bySeconds: -1)
    #expect(
      try store.vehiclesOnDuty(reportedAfter: before) == [claimed, entry(earlier, isFree: true)])
  }
}
