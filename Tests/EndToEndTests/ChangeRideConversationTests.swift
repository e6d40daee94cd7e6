import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("How the rider of a running fleet goes somewhere else", .blocking)
struct ChangeRideConversationTests {
  private static let stop =
    #","waypoints":[{"latitude":41.9484,"longitude":-87.6553,"name":"Wrigley Field"}]"#

  private let client: TestClient

  init() throws { client = try RunningFleet.started().client }

  private func body(_ ride: String, _ more: String) -> String {
    #"{"riderIdentifier":"rider-1","rideIdentifier":"\#(ride)"\#(more)}"#
  }

  private func price(_ answer: Answer) -> String? {
    answer.body["rideStatus"]?["rideOption"]?["priceRange"]?["maximumPrice"]?.string
  }

  @Test("With the rider's consent to the price the driver and the receipt have the new trip")
  func conversation() throws {
    #expect(try client.ask("vehicle.update", Bodies.vehicle("veh-1")).code == "success")
    let card = #","paymentMethod":{"type":"credit","token":"pm_1"}"#
    let booked = try client.ask(
      "request-ride.handle", Bodies.booking(rider: "rider-1", more: card))
    let ride = try #require(booked.ride)
    // The worker that books may not know the vehicle yet, which the ride then gets later.
    #expect(booked.code == "success" || booked.code == "inProgress")
    var phase: String?
    while phase != "confirmed" { phase = try #require(try client.nextEvent()).phase }

    let refused = try client.ask("change-ride.handle", body(ride, Self.stop))
    #expect(refused.reason == "priceTooHigh")
    let amount = try #require(refused.body["error"]?["price"]?["amount"]?.string)
    let agreed = Self.stop + #","maximumPrice":{"amount":"\#(amount)","currencyCode":"USD"}"#
    let prospect = try client.ask("change-ride.confirm", body(ride, agreed))
    #expect(prospect.code == "ready" && price(prospect) == amount)
    #expect(price(prospect) != price(booked))
    let changed = try client.ask("change-ride.handle", body(ride, agreed))
    #expect(changed.code == "success" && price(changed) == amount)

    let event = try #require(try client.nextEvent())
    #expect(event.phase == "confirmed")
    let told = event.body["data"]?["waypoints"]?[0]?["name"]?.string
    #expect(told == "Wrigley Field", "the driver reads where to stop")
    for event in ["arrived", "started", "ended"] {
      let report = Bodies.report(event, ride: ride, vehicle: "veh-1")
      #expect(try client.ask("ride.update", report).code == "success")
    }
    let late = try client.ask("change-ride.handle", body(ride, #","waypoints":[]"#))
    #expect(late.reason == "illegalMove" && late.ride == ride)
    // No vehicle can have driven so far in no time: the operator names the agreed price.
    let settled = try client.ask(
      "ride.settle",
      #"{"rideIdentifier":"\#(ride)","reason":"the rider has called","#
        + #""fare":{"amount":"\#(amount)","currencyCode":"USD"}}"#)
    #expect(settled.code == "success")
    let receipt = try client.ask("get-ride-receipt.handle", body(ride, ""))
    #expect(receipt.body["receipt"]?["price"]?["amount"]?.string != nil)
  }
}
