import Rides
import Testing

@Suite("The waiting list and the vehicles") struct WaitingListTests {
  private static let here = Fixture.point(41.9, -87.6)
  private static let suv = ProductKey("suv")

  // More than five parameters: each test names the few that matter to it.
  private static func place(
    _ ride: String, at latitude: Double = 41.9, party: Int? = nil, extras: [ExtraCount] = [],
    declinedBy: [String] = [], waiting seconds: Int = 0
  ) -> WaitingPlace {
    WaitingPlace(
      rideIdentifier: RideIdentifier(ride), product: suv,
      pickup: Fixture.point(latitude, -87.6), partySize: party,
      extras: extras, declinedBy: declinedBy.map(VehicleIdentifier.init),
      searchFrom: Fixture.now.advanced(bySeconds: -seconds))
  }

  /// Vehicles of four seats, each farther north than the one before it.
  private static func supply(_ vehicles: String...) -> Supply {
    Supply(
      takenAt: Fixture.now,
      entries: vehicles.enumerated().map { index, name in
        Supply.Entry(
          vehicle: VehicleIdentifier(name),
          location: Fixture.point(41.9 + 0.01 * Double(index), -87.6), products: [suv],
          capacity: 4, isFree: true)
      })
  }

  private static func assignments(
    _ rides: Set<String>, in queue: [WaitingPlace], _ candidates: VehicleCandidates,
    within reach: Int? = nil
  ) -> [String] {
    var candidates = candidates
    return candidates.assignments(
      for: Set(rides.map(RideIdentifier.init)), in: queue, by: approach(within: reach)
    ).map { "\($0.ride) \($0.vehicle)" }
  }

  /// A vehicle drives a hundredth of a degree in 111 seconds.
  private static func approach(within reach: Int?) -> ApproachTimes {
    ApproachTimes(isLimited: reach != nil) { vehicle, _, pickup in
      let seconds = Int(GreatCircle.metres(vehicle, pickup) / 10)
      return seconds > reach ?? .max ? nil : seconds
    }
  }

  @Test("Each ride gets the nearest vehicle that no ride before it takes")
  func order() {
    let queue = [Self.place("a"), Self.place("b"), Self.place("c")]
    let candidates = VehicleCandidates(Self.supply("v1", "v2"))
    #expect(Self.assignments(["a", "b", "c"], in: queue, candidates) == ["a v1", "b v2"])
    #expect(Self.assignments(["b", "c"], in: queue, candidates) == ["b v2"], "v1 is reserved")
  }

  @Test(
    "S1: a second of the drive counts like a second of waiting",
    arguments: [
      // 0.09 degrees are a drive of 1,000 s, of which each other ride is spared all.
      (900, ["near v1"]), (1_100, ["far v1"]),
    ])
  func S1_turns(waiting: Int, expected: [String]) {
    let queue = [Self.place("far", at: 41.99, waiting: waiting), Self.place("near")]
    let candidates = VehicleCandidates(Self.supply("v1"))
    #expect(Self.assignments(["far", "near"], in: queue, candidates) == expected)
  }

  @Test("S1: a ride that another comes before takes its turn with its next vehicle")
  func S1_nextVehicle() {
    // v1 is the nearest of all three: the two that lose it compete for v2, and for v3.
    let queue = [
      Self.place("a", at: 41.87, waiting: 60), Self.place("b"), Self.place("c", at: 41.89),
    ]
    let candidates = VehicleCandidates(Self.supply("v1", "v2", "v3"))
    #expect(Self.assignments(["a", "b", "c"], in: queue, candidates) == ["b v1", "c v2", "a v3"])
  }

  @Test("S2: a vehicle beyond the reach of the product is left to others")
  func S2_reach() {
    let queue = [Self.place("far", at: 41.94, waiting: 3_600), Self.place("near", at: 41.91)]
    let candidates = VehicleCandidates(Self.supply("v1"))
    #expect(Self.assignments(["far", "near"], in: queue, candidates, within: 300) == ["near v1"])
    #expect(Self.assignments(["far", "near"], in: queue, candidates, within: 600) == ["far v1"])
  }

  @Test("A ride gets no vehicle that has declined it, is too small, or is known to be taken")
  func unfit() {
    let declined = [Self.place("a", declinedBy: ["v1"]), Self.place("b", party: 5)]
    #expect(
      Self.assignments(["a", "b"], in: declined, VehicleCandidates(Self.supply("v1", "v2")))
        == ["a v2"])
    let taken = VehicleCandidates(Self.supply("v1", "v2"), without: [VehicleIdentifier("v1")])
    #expect(Self.assignments(["c"], in: [Self.place("c")], taken) == ["c v2"])
  }

  @Test("A ride gets only a vehicle that has as many of its extras, and keeps none from the others")
  func extras() {
    func seats(_ count: Int) -> [ExtraCount] {
      [ExtraCount(identifier: ExtraKey("seat"), count: count)]
    }
    var entries = Self.supply("v1", "v2", "v3").entries
    entries[1].extras = seats(1)
    entries[2].extras = [ExtraCount(identifier: ExtraKey("pet"), count: 1)] + seats(2)
    let supply = Supply(takenAt: Fixture.now, entries: entries)
    let queue = [
      Self.place("a", extras: seats(2)), Self.place("b", extras: seats(1)),
      Self.place("c", extras: seats(1)), Self.place("d"),
    ]
    #expect(
      Self.assignments(["a", "b", "c", "d"], in: queue, VehicleCandidates(supply))
        == ["d v1", "b v2", "a v3"], "by their turns")
    #expect(supply.hasFree(Self.suv, near: Self.here, partySize: nil, extras: seats(2)))
    #expect(!supply.hasFree(Self.suv, near: Self.here, partySize: nil, extras: seats(3)))
    #expect(!queue[0].isServed(by: entries[1]) && queue[0].isServed(by: entries[2]))
  }

  @Test("The longest waiting ride is first, of two equally long ones the first by its name")
  func sorting() {
    let places = [Self.place("b"), Self.place("a"), Self.place("c", waiting: 1)]
    #expect(places.sorted().map(\.rideIdentifier.rawValue) == ["c", "a", "b"])
  }

  @Test("At one place as many rides search as there are vehicles, and eight more")
  func searchers() {
    let waiting = (10..<30).map { Self.place("r\($0)") }
    #expect(Self.supply("v1", "v2").searchers(among: waiting).count == 10)
    #expect(Self.supply().searchers(among: waiting.reversed()).first == RideIdentifier("r10"))
  }

  @Test("Two free vehicles near each pickup, each vehicle once")
  func pairs() {
    let pickups = Array(repeating: (product: Self.suv, point: Self.here), count: 2)
    let pairs = Self.supply("v1", "v2", "v3", "v4").freePairs(near: pickups) {
      $0 != VehicleIdentifier("v2")
    }
    #expect(pairs.map { "\($0.index) \($0.vehicle.vehicle)" } == ["0 v1", "0 v3", "1 v4"])
  }
}
