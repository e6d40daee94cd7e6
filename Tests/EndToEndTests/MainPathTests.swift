import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("The main path through a running fleet", .blocking)
struct MainPathTests {
  @Test("A rider lists, books, asks, and is driven from received to completed")
  func wholeRide() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    let client = try TestClient(fleet)
    #expect(
      try client.ask("vehicle.update", Bodies.vehicle("veh-1")).code == "success")
    try waitUntil("a list shows the sedan") {
      try client.ask("list-ride-options.handle", Bodies.list()).code == "success"
    }

    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let ride = try #require(booked.ride)
    // The worker that books may not have seen the vehicle yet; then the ride waits first.
    let start = booked.phase == "confirmed" ? ["confirmed"] : ["received", "confirmed"]
    try expectEvents(of: ride, client, start)

    let asked = try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-1"))
    #expect(asked.ride == ride)
    #expect(asked.phase == "confirmed")
    #expect(asked.body["rideStatus"]?["vehicle"]?["vehicleIdentifier"]?.string == "veh-1")

    for event in ["approaching", "arrived", "started", "ended"] {
      let answer = try client.ask(
        "ride.update", Bodies.report(event, ride: ride, vehicle: "veh-1"))
      #expect(answer.code == "success", "\(event)")
    }
    try expectEvents(
      of: ride, client, ["approachingPickup", "pickup", "ongoing", "completed"],
      from: start.count + 1)
    let after = try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-1"))
    #expect(after.code == "success")
    #expect(after.body["rideStatus"] == nil)
  }

  @Test("A ride without a free vehicle waits, and gets the first that reports")
  func waitingRide() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker", "dispatch-worker"])
    let client = try TestClient(fleet)
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-2"))
    #expect(booked.code == "inProgress")
    let ride = try #require(booked.ride)
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-2"))
    try expectEvents(of: ride, client, ["received", "confirmed"])
  }

  @Test("The list has all four kinds of option, each with its price and pickup time")
  func listedOptions() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["list-options-worker", "dispatch-worker"])
    let client = try TestClient(fleet)
    let products = ["compact", "sedan", "suv", "taxi"]
    for product in products {
      _ = try client.ask("vehicle.update", Bodies.vehicle("veh-\(product)", product: product))
    }
    var options: [String] = []
    try waitUntil("all four are listed, not \(options)") {
      let list = try client.ask("list-ride-options.handle", Bodies.list())
      options = (list.body["rideOptions"]?.array ?? []).compactMap {
        $0["optionIdentifier"]?.string
      }
      return options.sorted() == products
    }
  }

  private func expectEvents(
    of ride: String, _ client: TestClient, _ phases: [String], from first: Int = 1
  ) throws {
    for (sequence, phase) in zip(first..., phases) {
      let event = try #require(try client.nextEvent())
      #expect(event.ride == ride)
      #expect(event.phase == phase)
      #expect(event.sequence == sequence)
      #expect(event.delivery.properties.messageID == "\(ride)/\(sequence)")
      #expect(event.delivery.routingKey == "ride.\(phase).\(ride)")
    }
  }
}
