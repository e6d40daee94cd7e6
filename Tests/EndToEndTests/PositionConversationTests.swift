import BrokerFixture
import Foundation
import JSON
import Messages
import Rides
import Testing

@Suite("What positions of vehicles do in a running fleet", .blocking)
struct PositionConversationTests {
  private static let north = #"{"latitude":41.95,"longitude":-87.65}"#

  private let fleet: RunningFleet
  private let client: TestClient

  init() throws {
    // The vehicle drives in time lapse.
    (fleet, client) = try RunningFleet.started(replacing: [
      #""listExpirySeconds""#: #""positions": { "metresPerSecond": 1000 }, "listExpirySeconds""#
    ])
  }

  private func locate(
    _ sequence: Int, at place: String = Bodies.artInstitute, more: String = ""
  ) throws {
    let update = Bodies.vehicle("veh-1", sequence: sequence, at: place)
      .replacing(#""registrationPlate""#, with: more + #""registrationPlate""#)
    #expect(try client.ask("vehicle.update", update).code == "success")
  }

  /// A ride for which the vehicle comes from the north.
  private func ride() throws -> String {
    try locate(1, at: Self.north)
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let ride = try #require(booked.ride)
    #expect(try client.vehicle(of: ride, "rider-1") == "veh-1")
    return ride
  }

  private func pickup(_ status: JSONValue?) throws -> Instant {
    try #require(status?["estimatedPickupDate"]?.string.flatMap(Instant.init(rfc3339:)))
  }

  @Test("The nearer the vehicle, the earlier the pickup that queries and live updates show")
  func S3_conversation() throws {
    let ride = try ride()
    let promise = try pickup(try client.shown(ride, "rider-1"))
    try client.publish([
      client.request(
        "get-ride-status.start-updates", Bodies.status(rider: "rider-1"), id: "start",
        correlation: "follow", family: .statusQuery)
    ])
    let first = try pickup(try client.answer(to: "follow").body["rideStatus"])
    var sequence = 1
    try waitUntil("the pickup moves by a minute") {
      sequence += 1
      try locate(sequence)
      return try pickup(try client.shown(ride, "rider-1")).seconds(to: promise) > 60
    }
    let beat = try client.answer(to: "follow").body["rideStatus"]
    #expect(try pickup(beat).seconds(to: first) > 60)
    #expect(beat?["phase"]?.string == "confirmed", "no position is a change of the ride")
  }

  @Test("A position that cannot be true moves nothing and is counted; a new phone counts anew")
  func D1_D3_D4_conversation() throws {
    let ride = try ride()
    let before = try client.shown(ride, "rider-1")?["vehicle"]?["location"]
    try locate(2, at: #"{"latitude":0,"longitude":0}"#)
    #expect(try client.shown(ride, "rider-1")?["vehicle"]?["location"] == before)
    let ignored = try fleet.tool("vehicles", "--ignored", "1")
    #expect(ignored.output.contains("ignored (nullIsland 1)"), "\(ignored)")
    // The old phone had counted far, and the new one begins from 0.
    try locate(5_000)
    let now = Instant(seconds: Int64(Date.now.timeIntervalSince1970)).rfc3339
    try locate(0, more: #""countsFrom":"\#(now)","#)
    let vehicles = try fleet.tool("vehicles", "--json").output
    #expect(vehicles.contains(#""countsFrom":"\#(now)""#), "\(vehicles)")
  }
}
