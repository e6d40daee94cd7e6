import BrokerFixture
import JSON
import Messages
import Testing

@Suite("Which waiting rider of a running fleet gets a vehicle", .blocking)
struct MatchingConversationTests {
  /// Four kilometers from where the vehicles come: within twenty minutes at any hour.
  private static let north = #"{"latitude":41.915,"longitude":-87.63}"#

  @Test("The near rider before the far one, of near ones who waits longest; none beyond the reach")
  func S1_S2_conversation() throws {
    let client = try RunningFleet.started(replacing: [
      #""key": "sedan","#: #""key": "sedan", "pickupReachSeconds": 1200,"#
    ]).client
    var rides: [String: String] = [:]
    for (rider, from, to) in [
      ("beyond", Bodies.rentals, Bodies.artInstitute), ("far", Self.north, Bodies.ohare),
      ("near-1", Bodies.artInstitute, Bodies.ohare), ("near-2", Bodies.artInstitute, Bodies.ohare),
    ] {
      let booked = try client.ask(
        "request-ride.handle", Bodies.booking(rider: rider, from: from, to: to))
      #expect(booked.phase == "received", "no vehicle is on duty")
      rides[rider] = booked.ride
    }
    for (vehicle, rider) in [("veh-1", "near-1"), ("veh-2", "near-2"), ("veh-3", "far")] {
      _ = try client.ask("vehicle.update", Bodies.vehicle(vehicle))
      #expect(try client.vehicle(of: try #require(rides[rider]), rider) == vehicle)
    }
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-4"))
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-5", at: Bodies.ohare))
    #expect(try client.vehicle(of: try #require(rides["beyond"]), "beyond") == "veh-5")
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "next"))
    #expect(try client.vehicle(of: try #require(booked.ride), "next") == "veh-4")
  }
}
