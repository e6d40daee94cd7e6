import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("How a ride of a running fleet is booked with a stop", .blocking)
struct StopsConversationTests {
  private static let stop = #"{"latitude":41.9484,"longitude":-87.6553,"name":"Wrigley Field"}"#
  private static let stops = #","waypoints":[\#(stop)]"#

  private let client: TestClient
  private let fleet: RunningFleet

  init() throws {
    (fleet, client) = try RunningFleet.started()
    #expect(try client.ask("vehicle.update", Bodies.vehicle("veh-1")).code == "success")
  }

  /// The sedan as it is listed once its vehicle is known.
  private func listed(_ more: String) throws -> JSONValue {
    var found: JSONValue?
    try waitUntil("a list shows the sedan") {
      let list = try client.ask("list-ride-options.handle", Bodies.list().dropLast() + more + "}")
      found = list.body["rideOptions"]?.array?.first { $0["optionIdentifier"]?.string == "sedan" }
      return found != nil
    }
    return try #require(found)
  }

  private func price(_ option: JSONValue?) throws -> Decimal {
    let text = option?["priceRange"]?["maximumPrice"]?.string
    return try #require(text.flatMap { Decimal(string: $0) })
  }

  @Test("It is listed and booked at the price of the way by the stop, which the driver is shown")
  func conversation() throws {
    let (direct, stopping) = (try listed(""), try listed(Self.stops))
    #expect(try price(stopping) > price(direct))
    let quote = try #require(stopping["quoteIdentifier"]?.string)
    let body = Bodies.booking(rider: "rider-1", more: #","quoteIdentifier":"\#(quote)""#)
    let refused = try client.ask("request-ride.handle", body)
    #expect(refused.reason == "invalidQuote", "the quote is for a trip with a stop")
    let booked = try client.ask("request-ride.handle", body.dropLast() + Self.stops + "}")
    // The worker that books may not know the vehicle yet, which the ride then gets later.
    #expect(booked.code == "success" || booked.code == "inProgress")
    let status = booked.body["rideStatus"]
    #expect(try price(status?["rideOption"]) == price(stopping))
    #expect(status?["waypoints"]?[0]?["name"]?.string == "Wrigley Field")

    var phase: String?
    while phase != "confirmed" {
      let event = try #require(try client.nextEvent())
      #expect(event.body["data"]?["waypoints"]?[0]?["name"]?.string == "Wrigley Field")
      phase = event.body["data"]?["phase"]?.string
    }
    let ride = try #require(booked.ride)
    let shown = try fleet.tool("ride", ride)
    #expect(shown.code == 0 && shown.output.contains("Wrigley Field"), "\(shown.output)")
    for event in ["arrived", "started", "ended"] {
      let report = Bodies.report(event, ride: ride, vehicle: "veh-1")
      #expect(try client.ask("ride.update", report).code == "success")
    }
  }

  @Test("More than three stops, and one that is the pickup, are refused")
  func refused() throws {
    for (stops, reason, path) in [
      (Array(repeating: Self.stop, count: 4), "outOfRange", "waypoints"),
      ([Bodies.artInstitute], "sameAsPickup", "waypoints[0]"),
      ([Bodies.london], "outsideServiceArea", "waypoints[0]"),
    ] {
      let more = #","waypoints":[\#(stops.joined(separator: ","))]"#
      let answer = try client.ask(
        "request-ride.handle", Bodies.booking(rider: "rider-2", more: more))
      #expect(answer.reason == reason && answer.path == path)
    }
  }
}
