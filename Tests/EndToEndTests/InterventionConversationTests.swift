import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("What the operator's staff corrects in a running fleet", .blocking)
struct InterventionConversationTests {
  private let fleet: RunningFleet
  private let client: TestClient

  init() throws {
    let (text, replacement) = RunningFleet.noTimeLapse
    (fleet, client) = try RunningFleet.started(replacing: [text: replacement])
  }

  private static let card = #","paymentMethod":{"type":"credit","token":"pm_1"}"#
  private static let fare = #","fare":{"amount":"9.00","currencyCode":"USD"}"#

  private func order(
    _ type: String, _ ride: String, more: String = "", id: String
  ) throws -> Answer {
    try client.ask(
      type,
      #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","#
        + #""reason":"the phone is broken"\#(more)}"#, id: id)
  }

  private func history(of ride: String, has words: String) throws {
    let shown = try fleet.tool("ride", ride)
    #expect(shown.code == 0 && shown.output.contains(words), "\(shown.output)")
  }

  /// A ride that its vehicle drives, paid with a card.
  private func driven(_ option: String = "Sedan") throws -> (ride: String, rider: String) {
    try client.committed(option, more: Self.card)
  }

  @Test("A13: A fee that a rider has paid is waived: it is given back, and the ride says by whom")
  func A13_waive() throws {
    let (ride, rider) = try driven("Compact")
    let canceled = try client.ask("cancel-ride.handle", Bodies.status(rider: rider, ride: ride))
    #expect(canceled.body["cancellationFee"]?["amount"]?.string == "5.00")
    let first = try order("ride.waive", ride, id: "w-1")
    #expect(first.code == "success", "\(first.body)")
    #expect(try order("ride.waive", ride, id: "w-1").body == first.body)
    #expect(try order("ride.waive", ride, id: "w-2").reason == "illegalMove")
    let completion = try client.shown(ride, rider)?["completionStatus"]
    #expect(completion?["payment"] == nil)
    #expect(completion?["refunds"]?.array?.first?["amount"]?.string == "5.00")
    #expect(try client.receipt(ride, rider)?["price"]?["amount"]?.string == "0.00")
    try history(of: ride, has: "waiver by dispatcher-7  the phone is broken")
  }

  @Test("A14: A fare is adjusted down, and up to the agreed price and no farther")
  func A14_adjust() throws {
    let (ride, rider) = try driven()
    try client.end(ride, by: "veh-1")
    // The vehicle is not at the drop-off, so the price is held.
    let settled = try client.ask(
      "ride.settle",
      #"{"rideIdentifier":"\#(ride)","reason":"it was driven"\#(Self.fare)}"#)
    #expect(settled.code == "success", "\(settled.body)")
    let before = try #require(try client.receipt(ride, rider)?["price"]?["amount"]?.string)
    let lower = Self.fare.replacing("9.00", with: "7.00")
    #expect(try order("ride.adjust", ride, more: lower, id: "a-1").code == "success")
    let receipt = try #require(try client.receipt(ride, rider))
    #expect(receipt["price"]?["amount"]?.string != before)
    #expect(
      try client.shown(ride, rider)?["completionStatus"]?["payment"]?["state"]?.string == "settled")
    let tooMuch = Self.fare.replacing("9.00", with: "900.00")
    let refused = try order("ride.adjust", ride, more: tooMuch, id: "a-2")
    #expect(refused.reason == "priceTooHigh" && refused.path == "fare")
    #expect(try order("ride.adjust", ride, more: Self.fare, id: "a-3").code == "success")
    #expect(try client.receipt(ride, rider)?["price"]?["amount"]?.string == before)
    try history(of: ride, has: "adjustment by dispatcher-7")
  }

  @Test("A15: A ride whose end was lost is ended with its fare, once, and its driver is free")
  func A15_end() throws {
    let (ride, rider) = try driven()
    #expect(try order("ride.end", ride, more: Self.fare, id: "e-1").reason == "illegalMove")
    for event in ["arrived", "started"] {
      _ = try client.ask("ride.update", Bodies.report(event, ride: ride, vehicle: "veh-1"))
    }
    let ended = try order("ride.end", ride, more: Self.fare, id: "e-2")
    #expect(ended.code == "success", "\(ended.body)")
    let late = try client.ask("ride.update", Bodies.report("ended", ride: ride, vehicle: "veh-1"))
    #expect(late.code == "success")
    let status = try #require(try client.shown(ride, rider))
    #expect(status["completionStatus"]?["outcome"]?.string == "completed")
    #expect(status["completionStatus"]?["payment"]?["state"]?.string == "settled")
    try history(of: ride, has: "end by dispatcher-7  the phone is broken")
    let next = try client.ask(
      "request-ride.handle", Bodies.booking(rider: "rider-next", more: Self.card))
    let second = try #require(next.ride)
    try waitUntil("the vehicle drives again") {
      try client.shown(second, "rider-next")?["vehicle"]?["vehicleIdentifier"]?.string == "veh-1"
    }
  }

  @Test("A16: A ride is taken from its vehicle, and another drives it")
  func A16_reassign() throws {
    let (ride, rider) = try driven()
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-2"))
    let taken = try order("ride.reassign", ride, id: "r-1")
    #expect(taken.code == "success", "\(taken.body)")
    try waitUntil("another vehicle drives the ride") {
      try client.shown(ride, rider)?["vehicle"]?["vehicleIdentifier"]?.string == "veh-2"
    }
    #expect(try order("ride.reassign", ride, id: "r-1").code == "success")
    #expect(try client.shown(ride, rider)?["vehicle"]?["vehicleIdentifier"]?.string == "veh-2")
    for event in ["arrived", "started"] {
      _ = try client.ask("ride.update", Bodies.report(event, ride: ride, vehicle: "veh-2"))
    }
    #expect(try order("ride.reassign", ride, id: "r-2").reason == "illegalMove")
    try history(of: ride, has: "reassignment by dispatcher-7")
  }
}
