import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("A ride that Livery meters, through a running fleet", .blocking)
struct MeasuredRideTests {
  /// A tour of Chicago's Loop of 5 km, which ends where it began.
  private static let tour = [
    #"{"latitude":41.8904,"longitude":-87.6237}"#, #"{"latitude":41.8904,"longitude":-87.6387}"#,
    #"{"latitude":41.8796,"longitude":-87.6387}"#, #"{"latitude":41.8796,"longitude":-87.6237}"#,
  ]

  @Test("A tour without a drop-off is priced by its way, not by the line from its start to its end")
  func tour() throws {
    // In time lapse: the tour takes a second.
    let fleet = try RunningFleet(replacing: [
      #""listExpirySeconds""#:
        #""positions": { "metresPerSecond": 100000 }, "listExpirySeconds""#
    ])
    try fleet.startAndWait()
    let client = try TestClient(fleet)
    _ = try client.ask(
      "vehicle.update", Bodies.vehicle("veh-1", product: "taxi", at: Bodies.artInstitute))
    let booked = try client.ask(
      "request-ride.handle",
      Bodies.booking(rider: "rider-1", option: "Taxi")
        .replacing(#","dropOffLocation":\#(Bodies.ohare)"#, with: ""))
    let ride = try #require(booked.ride)
    try waitUntil("the vehicle is offered the ride") {
      try client.report("accepted", ride, "veh-1").code == "success"
    }
    for event in ["arrived", "started"] { try client.report(event, ride, "veh-1") }
    var sequence = 1
    for place in Self.tour {
      // On a fast machine the first reports come sooner than any vehicle gets there.
      try waitUntil("the vehicle is at \(place)") {
        sequence += 1
        _ = try client.ask(
          "vehicle.update", Bodies.vehicle("veh-1", sequence: sequence, product: "taxi", at: place))
        return try fleet.tool("vehicles", "--json").output.contains(place.dropFirst().dropLast())
      }
    }
    let ended = try client.ask(
      "ride.update",
      Bodies.report("ended", ride: ride, vehicle: "veh-1").replacing(
        "2026-11-21", with: "2036-11-21"))
    #expect(ended.code == "success")
    // 3.6 miles of street at 2.25.
    let shown = try fleet.tool("ride", ride)
    #expect(shown.output.contains(#/Distance +8\.20/#), "\(shown.output)")
    #expect(!shown.output.contains("held"), "\(shown.output)")
  }
}
