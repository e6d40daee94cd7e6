import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("How a child seat comes with a ride of a running fleet", .blocking)
struct ExtrasConversationTests {
  private static let seat = #""extras":[{"extraIdentifier":"childSeat","count":1}]"#

  /// What the catalogue of Chicago has more.
  private static let sold = #"""
    "extras": [
      {
        "key": "childSeat", "names": { "en_US": "Child seat", "es_US": "Asiento infantil" },
        "price": "10.00", "atMost": 2, "requiresVehicle": true
      }
    ],
    """#

  @Test("It is listed, booked with the quote, sent with a vehicle that has it, and on the receipt")
  func conversation() throws {
    let start = #""fareTitles": {"#
    let (fleet, client) = try RunningFleet.started(replacing: [start: Self.sold + start])
    // The nearer vehicle has none.
    let bare = Bodies.vehicle("bare", at: #"{"latitude":41.8797,"longitude":-87.624}"#)
    #expect(try client.ask("vehicle.update", bare).code == "success")
    let option = try listed(client)
    let extra = try #require(option["extras"]?.array?.first)
    #expect(extra["extraIdentifier"]?.string == "childSeat")
    #expect(extra["name"]?.string == "Child seat" && extra["price"]?.string == "10.00")
    #expect(extra["atMost"]?.integer == 2)

    let quote = try #require(option["quoteIdentifier"]?.string)
    let booked = try client.ask(
      "request-ride.handle",
      Bodies.booking(
        rider: "parent", to: Bodies.hotel,
        more: #","locale":"en_US","quoteIdentifier":"\#(quote)",\#(Self.seat),"#
          + #""paymentMethod":{"type":"applePay"}"#))
    #expect(booked.code == "inProgress", "no vehicle has a seat")
    let ride = try #require(booked.ride)
    #expect(try client.nextEvent()?.phase == "received")
    try refuse(client)

    let equipped = String(Bodies.vehicle("equipped").dropLast()) + ",\(Self.seat)}"
    #expect(try client.ask("vehicle.update", equipped).code == "success")
    let confirmed = try #require(try client.nextEvent())
    #expect(confirmed.phase == "confirmed")
    #expect(confirmed.vehicle == "equipped")
    let told = confirmed.body["data"]?["extras"]?.array?.first?["name"]?.string
    #expect(told == "Child seat", "the driver reads it")
    for event in ["arrived", "started", "ended"] {
      let report = Bodies.report(event, ride: ride, vehicle: "equipped")
      #expect(try client.ask("ride.update", report).code == "success")
    }
    try check(ride, of: option, client, fleet)
  }

  /// The sedan as it is listed once its vehicle is known.
  private func listed(_ client: TestClient) throws -> JSONValue {
    var found: JSONValue?
    try waitUntil("a list shows the sedan") {
      let list = try client.ask(
        "list-ride-options.handle", Bodies.list(rider: "parent", to: Bodies.hotel))
      found = list.body["rideOptions"]?.array?.first {
        $0["optionIdentifier"]?.string == "sedan"
      }
      return found != nil
    }
    return try #require(found)
  }

  /// Bookings that name what there is not.
  private func refuse(_ client: TestClient) throws {
    for (extras, reason, path) in [
      (#"[{"extraIdentifier":"sled","count":1}]"#, "unknownOption", "extras[0].extraIdentifier"),
      (#"[{"extraIdentifier":"childSeat","count":3}]"#, "aboveCapacity", "extras[0].count"),
    ] {
      let refused = try client.ask(
        "request-ride.handle", Bodies.booking(rider: "other", more: #","extras":\#(extras)"#))
      #expect(refused.reason == reason && refused.path == path)
    }
  }

  /// The price is that of the list and the seat, in the answer and on the receipt.
  private func check(
    _ ride: String, of option: JSONValue, _ client: TestClient, _ fleet: RunningFleet
  ) throws {
    let listed = try #require(option["priceRange"]?["maximumPrice"]?.string)
    let price = try #require(Decimal(string: listed)) + 10
    let over = try client.ask(
      "get-ride-status.handle", Bodies.status(rider: "parent", ride: ride))
    let status = over.body["rideStatus"]
    let amount = status?["completionStatus"]?["payment"]?["amount"]?.string
    #expect(amount.flatMap { Decimal(string: $0) } == price)
    let line = status?["rideOption"]?["fareLineItems"]?.array?.last
    #expect(line?["title"]?.string == "Child seat" && line?["price"]?.string == "10.00")
    let shown = try fleet.tool("ride", ride)
    #expect(shown.code == 0 && shown.output.contains("Child seat"), "\(shown.output)")
  }
}
