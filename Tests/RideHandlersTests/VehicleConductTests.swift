import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("What a phone tells that is not true of its vehicle") struct VehicleConductTests {
  let scene: DriverScene
  var world: World { scene.world }

  init() throws { scene = try DriverScene() }

  /// Whether the one message of an outcome shows the latitude of a place.
  private func shows(_ place: Coordinate, _ outcome: Outcome) -> Bool {
    let body = outcome.publications.first?.body ?? []
    return outcome.publications.count == 1
      && String(decoding: body, as: UTF8.self).contains("\"latitude\":\(place.latitude),")
  }

  /// What is noted of the vehicle.
  private func conduct() throws -> VehicleConduct? {
    try world.vehicle("veh-7")?.conduct.flatMap(VehicleConductCoding.decode)
  }

  @Test(
    "A position that cannot be true is in no status, no live update, no list and no match",
    arguments: [(0, 0, .nullIsland), (41.70, -87.6251, .tooFast)] as [(Double, Double, Fix.Flaw)])
  func D1_everywhere(latitude: Double, longitude: Double, flaw: Fix.Flaw) throws {
    let ride = try scene.ride("Sedan")
    _ = try world.ask(.start(ride))
    let before = try #require(try world.vehicle("veh-7")?.location)
    world.wait(2)
    #expect(try scene.locate(latitude, longitude).note.flaw == flaw)
    #expect(shows(before, try world.ask(.query(ride))[0]))
    world.wait(15)
    #expect(shows(before, try world.ask(.updatesDue(ride))[0]))
    // Free again, it is estimated and sent from where it is.
    _ = try world.dispatch(scene.report("droppedOut", ride))
    #expect(try world.store.supply(at: world.now).entries.map(\.location) == [before])
    #expect(try world.list(.list())[0].code == "success")
    let next = try world.ride(.booking(rider: "rider-43"))
    #expect(try world.document(next)?.status.vehicle?.location == before)
  }

  @Test("After ten minutes of positions that cannot be true no ride waits for the vehicle")
  func D2_astray() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    for _ in 1...11 {
      world.wait(60)
      #expect(try scene.locate(0, 0).note.flaw == .nullIsland)
    }
    #expect(try world.store.supply(at: world.now).entries.isEmpty)
    // What has not changed since then is not its place either.
    let sequence = Int(try #require(try world.vehicle("veh-7")).sequence)
    _ = try world.dispatch(.vehicle("veh-7", sequence + 1, ""))
    #expect(try world.store.supply(at: world.now).entries.isEmpty)
    #expect(try scene.locate(41.881, -87.63).note.flaw == nil)
    #expect(try world.store.supply(at: world.now).entries.count == 1)
    #expect(try conduct()?.ignoredInARow == 0)
  }

  @Test("A silent vehicle is not back by a position that cannot be true")
  func D2_return() throws {
    let ride = try scene.ride("Sedan")
    world.wait(700)
    #expect(try scene.locate(0, 0).note.flaw == .nullIsland)
    #expect(try world.document(ride)?.commitment?.freeUntil == nil)
    let canceling = try world.book(.cancel(ride).confirm)[0]
    let threshold = canceling.response?["cancellationFeeThreshold"]?.string
    #expect(threshold == world.now.advanced(bySeconds: Ride.shownFreeSeconds).rfc3339)
    #expect(try scene.locate(41.88, -87.63).note.flaw == nil)
    #expect(try world.document(ride)?.commitment?.freeUntil != nil)
  }

  @Test("A vehicle that stands, and whose receiver has erred once, is not silent")
  func D2_once() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    world.wait(60)
    #expect(try scene.locate(0, 0).note.flaw == .nullIsland)
    for _ in 1...11 {
      world.wait(60)
      let sequence = Int(try #require(try world.vehicle("veh-7")).sequence)
      _ = try world.dispatch(.vehicle("veh-7", sequence + 1, ""))
    }
    #expect(try world.store.supply(at: world.now).entries.count == 1)
  }

  @Test("Many counts of a vehicle whose sequences are a clock overflow nothing")
  func D3_clocks() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    for count in 1...5_200 {
      let from = world.now.advanced(bySeconds: count - 7_000).rfc3339
      let clock = world.now.microseconds
      _ = try world.dispatch(
        .vehicle("veh-7", 0, #","countsFrom":"\#(from)""#),
        .vehicle("veh-7", Int(clock), #","countsFrom":"\#(from)","capacity":\#(1 + count % 5)"#))
    }
    #expect(try world.vehicle("veh-7")?.capacity == 1)
    #expect(try world.vehicle("veh-7")?.sequence == 10_401)
  }

  @Test("A vehicle that counts anew says so, and what it counted before is old")
  func D3_restart() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    _ = try world.dispatch(.vehicle("veh-7", 5_000, #","capacity":5"#))
    func told(_ sequence: Int, _ from: Instant?, _ capacity: Int) throws -> Int? {
      let count = from.map { #","countsFrom":"\#($0.rfc3339)""# } ?? ""
      _ = try world.dispatch(.vehicle("veh-7", sequence, #","capacity":\#(capacity)\#(count)"#))
      return try world.vehicle("veh-7")?.capacity
    }
    let (first, second) = (world.now, world.now.advanced(bySeconds: 60))
    #expect(try told(1, nil, 6) == 5)
    // Also a sequence of 0 is newer, and the old phone's last messages may come late.
    #expect(try told(0, first, 1) == 1)
    #expect(try told(5_001, nil, 6) == 1)
    #expect(try told(1, first, 2) == 2)
    #expect(try told(1, first, 6) == 2)
    #expect(try told(0, second, 3) == 3)
    #expect(try told(9_000, first, 6) == 3)
    #expect(try told(7, second, 4) == 4)
    #expect(try world.vehicle("veh-7")?.sequence == 5_004)
  }

  @Test("A count that has yet to begin is refused, as no later report could be newer")
  func D3_future() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    for (seconds, path) in [(3_600, nil), (3_601, "countsFrom")] as [(Int, String?)] {
      let from = world.now.advanced(bySeconds: seconds).rfc3339
      let outcome = try world.dispatch(.vehicle("veh-7", 2, #","countsFrom":"\#(from)""#))[0]
      #expect(outcome.note.error?.path == path)
    }
  }

  @Test("A vehicle may count anew from its first update on, and searches of a count are its own")
  func D3_first() throws {
    let from = #","countsFrom":"\#(world.now.rfc3339)""#
    let members =
      #","onDuty":true,"products":["sedan"],"capacity":4,"#
      + #""location":{"latitude":41.88,"longitude":-87.63}"#
    for letter in [Letter.vehicle("veh-7", 1, members + from), .vehicle("veh-7", 2, from)] {
      _ = try world.dispatch(letter)
    }
    #expect(try world.vehicle("veh-7")?.sequence == 2)
    #expect(try conduct()?.countsFrom == world.now)
  }

  @Test("Positions that are ignored are counted, and the tenth makes a vehicle suspect")
  func D4_counted() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    #expect(try conduct() == nil)
    var suspects: [Int] = []
    for position in 1...12 {
      world.wait(1)
      let outcome =
        position % 2 == 0 ? try scene.locate(0, 0) : try scene.locate(41.70, -87.6251)
      if outcome.note.isSuspect { suspects.append(position) }
    }
    #expect(suspects == [10])
    let conduct = try #require(try conduct())
    #expect(conduct.ignored == [.nullIsland: 6, .tooFast: 6])
    #expect(conduct.lastIgnoredAt == world.now && conduct.ignoredInARow == 12)
  }
}
