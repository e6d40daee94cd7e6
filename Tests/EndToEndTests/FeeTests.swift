import BrokerFixture
import Foundation
import JSON
import Messages
import Rides
import Testing

@Suite("Fees that a rider has to pay", .blocking, .serialized, .sharedFleet)
struct FeeTests {
  @Test("A6: Canceling a compact without a vehicle is free")
  func A6_noVehicle() throws {
    let client = try SharedFleet.client()
    let rider = UUID().uuidString
    let booked = try client.ask(
      "request-ride.handle", Bodies.booking(rider: rider, option: "Compact"))
    #expect(booked.phase == "received")
    let ride = try #require(booked.ride)
    let body = Bodies.status(rider: rider, ride: ride)
    let shown = try client.ask("cancel-ride.confirm", body)
    let threshold = try #require(
      shown.body["cancellationFeeThreshold"]?.string.flatMap(Instant.init(rfc3339:)))
    #expect(threshold > Instant(seconds: Int64(Date().timeIntervalSince1970)))
    let cancelled = try client.ask("cancel-ride.handle", body)
    #expect(cancelled.code == "success" && cancelled.phase == "completed")
    #expect(cancelled.body["cancellationFee"] == nil)
  }

  @Test("A rider is not missed before the wait is over that the report of the arrival began")
  func backdatedArrival() throws {
    let client = try SharedFleet.client()
    let vehicle = UUID().uuidString
    _ = try client.ask("vehicle.update", Bodies.vehicle(vehicle))
    let booked = try client.ask(
      "request-ride.handle", Bodies.booking(rider: UUID().uuidString))
    let ride = try #require(booked.ride)
    var phase = booked.phase
    while phase != "confirmed" {
      let event = try #require(try client.nextEvent())
      if event.ride == ride { phase = event.phase }
    }
    // Bodies.report is dated back by months.
    let arrived = try client.ask(
      "ride.update", Bodies.report("arrived", ride: ride, vehicle: vehicle))
    #expect(arrived.code == "success")
    let missed = try client.ask(
      "ride.update",
      Bodies.report("missedPickup", ride: ride, vehicle: vehicle)
        .replacing("2026-11-21", with: "2036-11-21"))
    #expect(missed.code == "failure" && missed.reason == "illegalMove")
  }
}

@Suite("A locked price through a running fleet", .blocking)
struct LockedPriceTests {
  @Test("L9: The airport fee of a quote is passed on, though the catalogue has become another")
  func L9_passThrough() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["list-options-worker", "dispatch-worker"])
    let client = try TestClient(fleet)
    let token = try client.listedQuote(atAirport: true)
    let catalogue = try String(contentsOfFile: Repository.catalogue, encoding: .utf8)
      .replacing(#""amount": "4.00""#, with: #""amount": "9.00""#)
      .replacing(#""base": "4.00""#, with: #""base": "44.00""#)
    let path = fleet.folder.appendingPathComponent("dearer.json").path
    try Data(catalogue.utf8).write(to: URL(filePath: path))
    try fleet.startAndWait(["request-ride-worker"], ["LIVERY_CATALOGUE": path])
    let booked = try client.ask(
      "request-ride.handle",
      Bodies.booking(
        rider: "rider-1", from: Bodies.rentals, more: #","quoteIdentifier":"\#(token)""#))
    let ride = try #require(booked.ride)
    while try #require(try client.nextEvent()).phase != "confirmed" {}
    for name in ["started", "ended"] {
      _ = try client.ask("ride.update", Bodies.report(name, ride: ride, vehicle: "veh-1"))
    }
    let shown = try fleet.tool("ride", ride)
    #expect(shown.code == 0)
    #expect(shown.output.contains(#/passThrough +-4\.00/#), "\(shown.output)")
    #expect(shown.output.contains(#/Airport fee +4\.00/#), "\(shown.output)")
  }
}
