import RideStore
import Rides
import Testing

@Suite("Every store finds the rides that wait for a vehicle")
struct ConformanceWaiting {
  @Test("Rides wait in the order in which their searches began", arguments: StoreKind.allCases)
  func waitingOrder(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var served = waiting("served", for: "suv", since: 0)
    served.isWaiting = false
    try store.insertAndCommit(
      waiting("third", for: "suv", since: 30), waiting("first", for: "pool", since: 10),
      waiting("second", for: "suv", since: 20), waiting("other", for: "taxi", since: 0), served)
    func found(_ products: String..., limit: Int = 10) throws -> [String] {
      try names(store, [near(artInstitute, for: products, limit: limit)])
    }
    #expect(try found("suv", "pool") == ["first", "second", "third"])
    #expect(try found("suv", "pool", "suv", limit: 2) == ["first", "second"])
    #expect(try found("suv", limit: 1) == ["second"])
    #expect(try found("suv", limit: 0) == [])
    #expect(try found("bus") == [])
    let whole = try store.waitingRides([near("taxi", limit: 1)])
    #expect(whole == [waiting("other", for: "taxi", since: 0)])
  }

  @Test("Each search has its own products, places and limit", arguments: StoreKind.allCases)
  func severalSearches(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let london = place(51.5, -0.12)
    try store.insertAndCommit(
      waiting("l1", for: "suv", since: 1, at: london),
      waiting("l2", for: "suv", since: 2, at: london),
      waiting("c3", for: "suv", since: 3), waiting("c4", for: "taxi", since: 4),
      waiting("c5", for: "suv", since: 5), waiting("c6", for: "suv", since: 6))
    let here = [near("suv", limit: 2), near("taxi", limit: 1)]
    #expect(try names(store, here) == ["c3", "c4", "c5"])
    #expect(try names(store, here + [near(london, limit: 1)]) == ["l1", "c3", "c4", "c5"])
    #expect(try names(store, [near(london, for: ["taxi"])]) == [])
    #expect(try names(store, [near(london, for: [])]) == [])
    let both = [near(london, artInstitute, for: ["suv", "taxi"], limit: 5)]
    #expect(try names(store, both) == ["l1", "l2", "c3", "c4", "c5"])
    #expect(try names(store, [here[0], here[0], both[0]]).count == 5, "each ride comes once")
  }

  @Test("Parties that are too large are left out", arguments: StoreKind.allCases)
  func parties(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    for (index, size) in [4, 3, nil, 1].enumerated() {
      var ride = waiting("\(size ?? 0)", for: "suv", since: index)
      ride.partySize = size
      try store.insertAndCommit(ride)
    }
    func found(_ largest: Int?, limit: Int = 9) throws -> [String] {
      var search = near("suv", limit: limit)
      search.largestParty = largest
      return try names(store, [search])
    }
    #expect(try found(nil) == ["4", "3", "0", "1"])
    #expect(try found(3) == ["3", "0", "1"])
    #expect(try found(2, limit: 1) == ["0"])
    #expect(try found(0) == ["0"])
    #expect(try found(-1) == [])
  }

  @Test(
    "Rides out of reach hide none after them, however near their cell",
    arguments: StoreKind.allCases)
  func hidden(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    // 55 km from there, in the same degree.
    let far = (0..<50).map { waiting("far-\($0)", for: "suv", since: $0, at: place(41.38, -87.6)) }
    try store.writing { () throws(StoreError) in try store.insert(far) }
    try store.insertAndCommit(waiting("near", for: "suv", since: 60))
    #expect(try names(store, [near("suv", limit: 1)]) == ["near"])
  }

  @Test(
    "Every ride within reach is found, on both sides of the date line and round the poles too",
    arguments: StoreKind.allCases)
  func places(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let latitudes = [-90, -89.9, -89.51, -60, -0.2, 0, 0.3, 41.9, 71.4, 89.6, 89.95, 90]
    let longitudes = [-180, -179.8, -120.5, -0.1, 0, 0.2, 60, 179.7, 180]
    let all = latitudes.flatMap { latitude in longitudes.map { place(latitude, $0) } }
    let rides = all.enumerated().map {
      waiting("\(100 + $0.offset)", for: "suv", since: $0.offset, at: $0.element)
    }
    try store.writing { () throws(StoreError) in try store.insert(rides) }
    for point in all {
      let search = near(point, limit: 1_000)
      let found = try store.waitingRides([search])
      #expect(found == rides.filter(search.wants), "\(point)")
      let reached = rides.filter { GreatCircle.metres($0.pickup, point) <= Supply.reach }
      #expect(Set(found).isSuperset(of: reached), "\(point)")
    }
  }

  private func names(
    _ store: any RideStore, _ searches: [WaitingSearch]
  ) throws(StoreError) -> [String] {
    try store.waitingRides(searches).map(\.rideIdentifier.rawValue)
  }
}
