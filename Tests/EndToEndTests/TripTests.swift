import BrokerFixture
import Foundation
import JSON
import Messages
import RideStore
import Rides
import Testing

@Suite("Trips between real places through a running fleet", .blocking)
struct TripTests {
  @Test("Every trip within the area is listed with prices that make sense, and each is booked once")
  func servedTrips() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    let client = try TestClient(fleet)
    for product in ["compact", "sedan", "suv", "taxi"] {
      _ = try client.ask("vehicle.update", Bodies.vehicle("veh-\(product)", product: product))
    }
    let places = Landmarks.served.map(Landmarks.body)
    try waitUntil("four options are listed") {
      try client.ask("list-ride-options.handle", Bodies.list(to: places[1])).body["rideOptions"]?
        .array?.count == 4
    }
    var riders: [String] = []
    for from in places {
      for to in places where to != from {
        riders.append(UUID().uuidString)
        let list = try client.ask("list-ride-options.handle", Bodies.list(from: from, to: to))
        #expect(list.code == "success", "\(from) to \(to)")
        for option in list.body["rideOptions"]?.array ?? [] { expectSense(option) }
        let booked = try client.ask(
          "request-ride.handle",
          Bodies.booking(rider: riders[riders.count - 1], from: from, to: to))
        #expect(["success", "inProgress"].contains(booked.code), "\(from) to \(to)")
      }
    }
    let rides = try fleet.unfinishedRides(of: riders)
    #expect(rides.map(\.riderIdentifier.rawValue).sorted() == riders.sorted())
  }

  @Test("A trip that begins or ends beyond the area is refused with the path of that end")
  func tripsBeyond() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["list-options-worker", "request-ride-worker"])
    let client = try TestClient(fleet)
    let inside = Landmarks.body(Landmarks.served[0])
    for beyond in Landmarks.beyond.map(Landmarks.body) {
      let ends = [
        (from: beyond, to: inside, path: "pickupLocation"),
        (from: inside, to: beyond, path: "dropOffLocation"),
      ]
      for end in ends {
        let answers = [
          try client.ask("list-ride-options.handle", Bodies.list(from: end.from, to: end.to)),
          try client.ask(
            "request-ride.handle",
            Bodies.booking(rider: UUID().uuidString, from: end.from, to: end.to)),
        ]
        for answer in answers {
          #expect(answer.code == "failureRequiringAppLaunchNoServiceInArea", "\(end)")
          #expect(answer.reason == "outsideServiceArea", "\(end)")
          #expect(answer.path == end.path, "\(end)")
        }
      }
    }
  }

  /// A metered option has no price; any other costs between 5 and 200 dollars.
  private func expectSense(_ option: JSONValue) {
    #expect(option["name"]?.string?.isEmpty == false)
    #expect(option["estimatedPickupDate"]?.string != nil)
    #expect(option["quoteIdentifier"]?.string?.hasPrefix("q3.") == true)
    guard option["usesMeteredFare"]?.bool == false else {
      #expect(option["priceRange"] == nil)
      return
    }
    let price = option["priceRange"]
    let minimum = price?["minimumPrice"]?.string.flatMap(Double.init) ?? 0
    let maximum = price?["maximumPrice"]?.string.flatMap(Double.init) ?? 0
    #expect(minimum >= 5 && minimum <= maximum && maximum <= 200, "\(minimum) to \(maximum)")
    #expect(price?["currencyCode"]?.string == "USD")
  }
}
