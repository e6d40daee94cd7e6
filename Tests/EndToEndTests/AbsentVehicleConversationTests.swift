import BrokerFixture
import Foundation
import JSON
import MachineFixture
import Messages
import Testing

@Suite("How a running fleet notices vehicles that are absent", .blocking)
struct AbsentVehicleConversationTests {
  /// A trip of 25 m, which takes some seconds.
  private static let nextDoor = #"{"latitude":41.8796,"longitude":-87.6234,"name":"Next door"}"#
  private static let card = #","paymentMethod":{"type":"credit","token":"pm_1"}"#

  /// A fleet in whose area dispatch has these limits.
  private static func start(
    _ limits: String, seconds: Int = 90
  ) throws -> (fleet: RunningFleet, client: TestClient) {
    let start = #""maximumDropOuts": 3"#
    return try RunningFleet.started(replacing: [
      start: "\(start), \(limits)", #""fixedSeconds": 90"#: #""fixedSeconds": \#(seconds)"#,
    ])
  }

  /// Waits until the log has so many events of that name about a ride.
  private func told(
    _ name: String, _ count: Int = 1, of ride: String, by fleet: RunningFleet
  ) throws {
    let worker = try fleet.worker("dispatch-worker")
    try waitUntil("the operator is told \(name): \(worker.log)") {
      worker.log.split(separator: "\n").count {
        $0.contains("\"\(name)\"") && $0.contains(ride)
      } == count
    }
  }

  @Test("The estimate of a vehicle that stands moves, and then another vehicle has the ride")
  func D9_D10_stands() throws {
    let (fleet, client) = try Self.start(#""stalledSeconds": 2, "stalledSearchSeconds": 4"#)
    let north = #"{"latitude":41.99,"longitude":-87.66}"#
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1", at: north))
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let ride = try #require(booked.ride)
    let first = try #require(
      try client.status(of: ride) { $0["phase"]?.string == "confirmed" })
    let promise = try #require(first["estimatedPickupDate"]?.string)
    try told("vehicle_stalled", of: ride, by: fleet)
    _ = try #require(try client.status(of: ride) { $0["phase"]?.string == "received" })
    try told("vehicle_replaced", of: ride, by: fleet)
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-2"))
    let next = try #require(
      try client.status(of: ride) { $0["vehicle"]?["vehicleIdentifier"]?.string == "veh-2" })
    #expect(next["estimatedPickupDate"]?.string != promise)
    let shown = try fleet.tool("ride", ride)
    #expect(shown.code == 0 && shown.output.contains("veh-1"), "\(shown.output)")
  }

  @Test("A driver who has dropped out drives other riders, and not the same one")
  func D11_sameRider() throws {
    let client = try Self.start(#""sameRiderSeconds": 3600"#).client
    let (_, ride, vehicle) = try client.driven("rider-1")
    #expect(try client.report("droppedOut", ride, vehicle).code == "success")
    _ = try client.ask("cancel-ride.handle", Bodies.status(rider: "rider-1", ride: ride))
    let again = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let waiting = try #require(again.ride)
    #expect(again.phase == "received")
    let other = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-2"))
    #expect(try client.vehicle(of: try #require(other.ride), "rider-2") == vehicle)
    #expect(try client.shown(waiting, "rider-1")?["phase"]?.string == "received")
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-2"))
    #expect(try client.vehicle(of: waiting, "rider-1") == "veh-2")
  }

  @Test("The operator is told of a vehicle that is silent at the pickup, and again on the trip")
  func D13_silent() throws {
    let (fleet, client) = try Self.start(#""silentSeconds": 1"#)
    let (_, ride, vehicle) = try client.driven("rider-1")
    for (place, event) in ["arrived", "started"].enumerated() {
      #expect(try client.report(event, ride, vehicle).code == "success")
      try told("vehicle_silent", place + 1, of: ride, by: fleet)
    }
    #expect(try client.report("ended", ride, vehicle).code == "success")
    #expect(try client.shown(ride, "rider-1")?["phase"]?.string == "completed")
  }

  @Test("A ride whose end is lost ends after the operator was told, and its fare is adjusted")
  func D12_D14_lostEnd() throws {
    let (fleet, client) = try Self.start(#""overdueSeconds": 2, "endPercent": 100"#, seconds: 0)
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1", at: Bodies.artInstitute))
    let booked = try client.ask(
      "request-ride.handle",
      Bodies.booking(rider: "rider-1", to: Self.nextDoor, more: Self.card))
    let ride = try #require(booked.ride)
    #expect(try client.vehicle(of: ride, "rider-1") == "veh-1")
    for event in ["arrived", "started"] {
      #expect(try client.report(event, ride, "veh-1").code == "success")
    }
    try told("ride_overdue", of: ride, by: fleet)
    // It counts as arrived from half of the usual time on.
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1", sequence: 2, at: Self.nextDoor))
    let ended = try #require(try client.status(of: ride) { $0["phase"]?.string == "completed" })
    try told("ride_ended_unreported", of: ride, by: fleet)
    let agreed = try #require(
      booked.body["rideStatus"]?["rideOption"]?["priceRange"]?["maximumPrice"]?.string)
    #expect(ended["completionStatus"]?["payment"]?["amount"]?.string == agreed)
    // The report that comes after all changes nothing.
    #expect(try client.report("ended", ride, "veh-1").code == "success")
    #expect(try client.receipt(ride, "rider-1")?["price"]?["amount"]?.string == agreed)
    let adjusted = try client.ask(
      "ride.adjust",
      #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","reason":"the rider got out before","#
        + #""fare":{"amount":"3.00","currencyCode":"USD"}}"#)
    #expect(adjusted.code == "success", "\(adjusted.body)")
    #expect(try client.receipt(ride, "rider-1")?["price"]?["amount"]?.string == "3.00")
    _ = try client.vehicle(
      of: try #require(
        try client.ask("request-ride.handle", Bodies.booking(rider: "rider-2")).ride), "rider-2")
  }
}
