import JSON
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

  private func locate(_ sequence: Int, _ latitude: Double, at seconds: Int) throws {
    _ = try world.dispatch(
      .vehicle("veh-7", sequence, #","location":{"latitude":\#(latitude),"longitude":-87.63}"#),
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
