import JSON
import Messages
import RideHandlers
import Rides
import Testing

@Suite("S3: answers show when the vehicle comes from where it is now") struct MovedEstimateTests {
  let world: World
  let ride: String

  init() throws {
    world = try World()
    _ = try world.dispatch(.onDuty("veh-7", latitude: 41.95))
    ride = try world.ride()
  }

  private func locate(
    _ sequence: Int, _ latitude: Double, at seconds: Int, more: String = ""
  ) throws {
    _ = try world.dispatch(
      .vehicle(
        "veh-7", sequence, #","location":{"latitude":\#(latitude),"longitude":-87.63\#(more)}"#),
      at: noon.advanced(bySeconds: seconds))
  }

  /// The estimates of an answer, in seconds after noon.
  private func shown(at seconds: Int, _ letter: Letter? = nil) throws -> [Double?] {
    let status = try world.ask(letter ?? .query(ride), at: noon.advanced(bySeconds: seconds))[0]
      .response?["rideStatus"]
    return ["estimatedPickupDate", "estimatedDropOffDate"].map { member in
      (status?[member]?.string).flatMap(Instant.init(rfc3339:)).map { noon.seconds(to: $0) }
    }
  }

  @Test("S3: until the arrival the pickup moves, and the drop-off with it")
  func S3_beforeArrival() throws {
    let made = try shown(at: 0)
    try locate(2, 41.90, at: 300)
    let nearer = try shown(at: 301)
    let (before, after) = (try #require(made[0]), try #require(nearer[0]))
    #expect(after < before)
    #expect(try #require(nearer[1]) - after == #require(made[1]) - before, "the trip is as long")
    // The vehicle stands: it needs as long as before, from now on.
    try locate(3, 41.90, at: 420)
    #expect(try shown(at: 421) == nearer.map { $0.map { $0 + 120 } })
    #expect(try shown(at: 421, .query(nil)) == shown(at: 421), "as the current ride, too")
    #expect(try world.phases(ride) == ["confirmed"], "no position is a change of the ride")
  }

  @Test("S4: an observer is shown what the vehicle reports, once in 4 s, and else every 15 s")
  func S4_observer() throws {
    _ = try world.ask(.start(ride))
    var told: [Int] = []
    var shown: [Double] = []
    for second in 1...52 {
      if second <= 20 {
        try locate(second + 1, 41.95 - 0.0004 * Double(second), at: second)
      }
      for update in try world.tick(Double(second)) {
        told.append(second)
        let status = decode(update.body)?["rideStatus"]
        #expect(status?["sequence"]?.integer == 1)
        shown.append(status?["vehicle"]?["location"]?["latitude"]?.number ?? 0)
      }
    }
    #expect(told == [4, 8, 12, 16, 20, 35, 50])
    #expect(Set(shown.prefix(5)).count == 5 && shown == shown.sorted(by: >))
    #expect(try world.phases(ride) == ["confirmed"])
  }

  @Test("S4: a position is shown with its time, its course and how exact it is, where that is said")
  func S4_accuracy() throws {
    func location(at seconds: Int) throws -> JSONValue? {
      try world.ask(.query(ride), at: noon.advanced(bySeconds: seconds))[0]
        .response?["rideStatus"]?["vehicle"]?["location"]
    }
    try locate(2, 41.949, at: 10, more: #","course":180,"accuracyMetres":8.5"#)
    let exact = try location(at: 11)
    #expect(exact?["accuracyMetres"]?.number == 8.5)
    #expect(exact?["course"]?.number == 180)
    #expect(exact?["timestamp"]?.string == noon.advanced(bySeconds: 10).rfc3339)
    // One that cannot be true changes nothing; a report without a place, neither.
    try locate(3, 51.5, at: 12, more: #","accuracyMetres":1"#)
    _ = try world.dispatch(.vehicle("veh-7", 4, ""), at: noon.advanced(bySeconds: 13))
    #expect(try location(at: 14) == exact)
    try locate(5, 41.948, at: 20, more: #","accuracyMetres":-1"#)
    #expect(try location(at: 21)?["accuracyMetres"] == nil)
  }

  @Test("S3: a position that is older than two minutes moves nothing")
  func S3_old() throws {
    let made = try shown(at: 0)
    try locate(2, 41.90, at: 300)
    #expect(try shown(at: 420) != made)
    #expect(try shown(at: 421) == made)
  }

  @Test("S3: with the rider aboard the drop-off moves")
  func S3_aboard() throws {
    try locate(2, 41.88, at: 600)
    for event in ["arrived", "started"] {
      _ = try world.dispatch(
        .report(event, of: ride, by: "veh-7", at: noon.advanced(bySeconds: 610)),
        at: noon.advanced(bySeconds: 610))
    }
    try locate(3, 41.88, at: 611)
    let begun = try shown(at: 611)
    try locate(4, 41.95, at: 911)
    let later = try shown(at: 911)
    #expect(begun[0] == later[0], "the pickup was when it was")
    #expect(try #require(later[1]) < #require(begun[1]) + 300, "it has driven towards it")
    #expect(try #require(later[1]) > 911)
  }
}
