import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("A waiting ride is found by each vehicle that could take it") struct WaitingRideTests {
  let world: World

  /// Chicago, and London, which sells sedans too and has no vehicle.
  init() throws {
    world = try World { catalogue in
      var london = Elsewhere.area(like: catalogue.serviceAreas[0])
      london.products[0].key = ProductKey("sedan")
      catalogue.serviceAreas.append(london)
    }
  }

  /// Books rides that no vehicle serves, before all others.
  private func crowd(_ count: Int, _ letter: (Int) -> Letter = Self.elsewhere) throws {
    let letters = (0..<count).map { letter($0).id("crowd-\($0)") }
    let outcomes = try take(letters, at: noon.advanced(bySeconds: -60))
    #expect(outcomes.allSatisfy { $0.told == ["received 1"] })
  }

  private static func elsewhere(_ number: Int) -> Letter {
    .booking(
      "Tram", rider: "crowd-\(number)", from: Elsewhere.london,
      to: #"{"latitude":51.6,"longitude":-0.12}"#)
  }

  private func take(_ letters: [Letter], at now: Instant = noon) throws -> [Outcome] {
    try world.take(
      letters, by: RequestRideHandler(dependencies: world.dependencies, store: world.store), at: now
    )
  }

  @Test("Rides of a city without vehicles hide no ride from a vehicle that becomes free")
  func otherCity() throws {
    try crowd(40)
    let ride = try world.ride()
    #expect(try world.dispatch(.onDuty("veh-7"))[0].searches == [ride])
  }

  @Test("Rides of a city without vehicles hide no ride from a vehicle that a cancellation frees")
  func otherCityCancelling() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let first = try world.ride(.booking(rider: "a"))
    try crowd(40)
    let second = try world.ride(.booking(rider: "b"))
    #expect(try world.book(.cancel(first, rider: "a").id("c-1"))[0].searches == [second])
  }

  @Test("Rides of another product hide no ride from the vehicles of a batch")
  func otherProduct() throws {
    try crowd(40) { .booking("Taxi", rider: "crowd-\($0)") }
    let ride = try world.ride()
    let outcomes = try world.dispatch(.onDuty("veh-7", "taxi"), .onDuty("veh-8"))
    #expect(outcomes[1].searches == [ride])
  }

  @Test("Large parties hide no ride from the small vehicles of a batch")
  func largeParties() throws {
    try crowd(40) { .booking(rider: "crowd-\($0)", more: #","partySize":4"#) }
    let ride = try world.ride()
    let outcomes = try world.dispatch(.onDuty("veh-7"), .onDuty("veh-8", capacity: 3))
    #expect(outcomes[1].searches == [ride])
  }

  @Test(
    "S1: a free vehicle searches the near ride, unless the far one has waited longer by the drive",
    arguments: [false, true])
  func S1_nearOrFar(isFarLate: Bool) throws {
    let far = try world.ride(
      .booking(rider: "a", from: #"{"latitude":42.0,"longitude":-87.70}"#),
      at: noon.advanced(bySeconds: isFarLate ? -1_500 : -60))
    let near = try world.ride(.booking(rider: "b"))
    let found = try world.dispatch(.onDuty("veh-7"), at: noon.advanced(bySeconds: 1))[0]
    let first = isFarLate ? far : near
    #expect(found.searches == [first])
    let other = isFarLate ? near : far
    #expect(try world.dispatch(.due(other, id: "1"), at: noon.advanced(bySeconds: 2))[0].told == [])
    #expect(
      try world.dispatch(.due(first, id: "2"), at: noon.advanced(bySeconds: 3))[0].told
        == ["confirmed 2"])
  }

  @Test("Rides of a city without vehicles let no ride overtake those of another")
  func passing() throws {
    try crowd(40)
    let ride = try world.ride(.booking(rider: "a"))
    #expect(try world.dispatch(.onDuty("veh-7"))[0].searches == [ride])
    let next = try world.book(.booking(rider: "b"), at: noon.advanced(bySeconds: 1))[0]
    #expect(next.told == ["received 1"], "the vehicle is set aside")
    #expect(try world.dispatch(.due(ride))[0].told == ["confirmed 2"])
  }

  @Test("A crowd that the snapshot has no vehicles for gets all that have come since")
  func crowdAndVehicles() throws {
    world.freezeSupply()
    let vehicles = (0..<60).map { Letter.onDuty("veh-\($0)") }
    _ = try world.take(
      vehicles, by: DispatchHandler(dependencies: world.dependencies, store: world.store))
    let bookings = (0..<60).map { Letter.booking(rider: "rider-\($0)").id("m-\($0)") }
    let outcomes = try take(bookings)
    let first = outcomes.flatMap(\.searches)
    #expect(first.count < 20, "most of a crowd finds nothing, and each search costs")
    try carryOut(first)
    #expect(world.contents.rides.values.count { $0.isWaiting } == 0)
  }

  @Test("A crowd elsewhere keeps no ride from being processed")
  func crowdElsewhere() throws {
    world.freezeSupply()
    _ = try world.dispatch(.onDuty("veh-7"))
    let letters = (0..<40).map { Self.elsewhere($0).id("crowd-\($0)") }
    let outcomes = try take(letters + [.booking(rider: "a").id("a")])
    try carryOut(outcomes.flatMap(\.searches))
    #expect(try world.vehicle("veh-7")?.ride != nil)
  }

  @Test("A ride without a caller searches the vehicles itself, repeatedly")
  func ownLook() throws {
    world.freezeSupply()
    let ride = try world.ride()
    for (seconds, told) in [(30, [String]()), (60, [])] + [(120, ["confirmed 2"])] {
      let now = noon.advanced(bySeconds: seconds)
      let early = Instant(microseconds: now.microseconds - 1)
      #expect(try DispatchTick.commands(world.store, early).isEmpty)
      let commands = try DispatchTick.commands(world.store, now)
      #expect(commands.count == 1)
      // What finds the ride on the way of a report is lost.
      if seconds == 120 { _ = try world.dispatch(.onDuty("veh-7"), at: now) }
      let due = Letter.due(ride, id: try #require(commands[0].properties.messageID))
      #expect(try world.dispatch(due, at: now)[0].told == told)
    }
  }

  /// Carries out the commands of a batch and those that come of them, some together, to the end.
  private func carryOut(_ searches: [String]) throws {
    var (searches, round) = (searches, 0)
    while !searches.isEmpty {
      round += 1
      try #require(round < 100, "it does not end")
      let letters = searches.enumerated().map { Letter.due($1, id: "\(round)/\($0)") }
      searches = try world.take(
        letters, by: DispatchHandler(dependencies: world.dependencies, store: world.store)
      ).flatMap(\.searches)
    }
  }
}
