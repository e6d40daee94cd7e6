import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Positions that may be lost") struct VehiclePositionTests {
  let scene: DriverScene
  var world: World { scene.world }

  init() throws {
    scene = try DriverScene()
    _ = try world.dispatch(.onDuty("veh-7"))
    world.wait(20)
  }

  /// Where the vehicle is, and how many it holds.
  private func state() throws -> [Double] {
    let vehicle = try #require(try world.vehicle("veh-7"))
    return [try #require(vehicle.location).latitude, Double(vehicle.capacity)]
  }

  private func capacity(_ count: Int, _ sequence: Int, latitude: Double = 41.887) -> Letter {
    .vehicle(
      "veh-7", sequence,
      #","capacity":\#(count),"location":{"latitude":\#(latitude),"longitude":-87.63}"#)
  }

  @Test("A position moves its vehicle, and changes nothing else of it")
  func S8_moves() throws {
    let before = try #require(try world.vehicle("veh-7"))
    #expect(try world.dispatch(.position("veh-7", 2, latitude: 41.881))[0].deadLetters == [])
    var expected = before
    expected.location = Coordinate(latitude: 41.881, longitude: -87.63)
    expected.course = nil
    let after = try #require(try world.vehicle("veh-7"))
    (expected.locatedAt, expected.updatedAt) = (world.now, world.now)
    (expected.sequence, expected.conduct) = (after.sequence, after.conduct)
    #expect(after == expected)
  }

  @Test("Positions and updates have one count: what is older changes nothing")
  func S8_order() throws {
    let letters: [(Letter, [Double])] = [
      (.position("veh-7", 1, latitude: 41.881), [41.88, 4]),
      (.position("veh-7", 3, latitude: 41.882), [41.882, 4]),
      (.position("veh-7", 2, latitude: 41.883), [41.882, 4]),
      // It was overtaken: it is news but for its place.
      (capacity(5, 2), [41.882, 5]),
      (capacity(6, 2), [41.882, 5]),
      (.position("veh-7", 3, latitude: 41.884), [41.882, 5]),
      (capacity(6, 4, latitude: 41.885), [41.885, 6]),
      (.position("veh-7", 4, latitude: 41.886), [41.885, 6]),
      (.position("veh-7", 5, latitude: 41.886), [41.886, 6]),
      (capacity(3, 6), [41.887, 3]),
    ]
    for (index, (letter, expected)) in letters.enumerated() {
      world.wait(20)
      #expect(try world.dispatch(letter)[0].deadLetters == [])
      #expect(try state() == expected, "message \(index + 1)")
    }
  }

  @Test("A count begins with an update: a position of another count changes nothing")
  func S8_counts() throws {
    let from = #","countsFrom":"\#(world.now.rfc3339)""#
    _ = try world.dispatch(.position("veh-7", 7, latitude: 41.881))
    world.wait(20)
    _ = try world.dispatch(.position("veh-7", 0, latitude: 41.882, more: from))
    #expect(try state() == [41.881, 4])
    _ = try world.dispatch(.vehicle("veh-7", 0, #","capacity":5\#(from)"#))
    #expect(try state() == [41.881, 5])
    _ = try world.dispatch(.position("veh-7", 8, latitude: 41.882))
    #expect(try state() == [41.881, 5])
    _ = try world.dispatch(.position("veh-7", 1, latitude: 41.882, more: from))
    #expect(try state() == [41.882, 5])
  }

  @Test("A position of an unknown vehicle changes nothing and is no dead letter")
  func S8_unknown() throws {
    #expect(try world.dispatch(.position("veh-8", 1, latitude: 41.88))[0].deadLetters == [])
    #expect(try world.vehicle("veh-8") == nil)
  }

  @Test("A position that cannot be true is ignored like that of an update")
  func S8_flaw() throws {
    let outcome = try world.dispatch(.position("veh-7", 2, latitude: 43))[0]
    #expect(outcome.note.flaw == .tooFast)
    #expect(try state() == [41.88, 4])
  }

  @Test("Positions that are clocks overflow nothing, and an update after them counts")
  func S8_clocks() throws {
    for count in 0..<5 {
      world.wait(20)
      let clock = Int(world.now.microseconds)
      let latitude = 41.88 + Double(count) / 1_000
      _ = try world.dispatch(.position("veh-7", clock, latitude: latitude))
      _ = try world.dispatch(capacity(count + 1, clock + 1, latitude: latitude))
      #expect(try state() == [latitude, Double(count + 1)])
    }
  }
}
