import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("What it costs that a vehicle of a running fleet leaves the pickup", .blocking)
struct PickupStayConversationTests {
  private static let more = #","partySize":1,"paymentMethod":{"type":"credit","token":"pm_1"}"#
  /// Four hundred meters from the pickup.
  private static let away = #"{"latitude":41.8832,"longitude":-87.6237}"#

  private let client: TestClient
  private let clock: SteppedClock

  init() throws { (_, client, clock) = try RunningFleet.stepped() }

  /// A ride whose vehicle has arrived, is away from a second on for two minutes, and comes back.
  private func left(at second: Int64) throws -> (ride: String, rider: String) {
    let (ride, rider) = try client.committed("SUV", more: Self.more)
    #expect(try client.report("arrived", ride, "veh-1").code == "success")
    for (step, place) in [Self.away, Self.away, Bodies.artInstitute].enumerated() {
      try locate(step + 2, at: place, after: second + 120 * Int64(step))
    }
    return (ride, rider)
  }

  private func locate(_ sequence: Int, at place: String, after second: Int64) throws {
    try clock.step(seconds: second)
    let update = Bodies.vehicle("veh-1", sequence: sequence, product: "suv", at: place)
    #expect(try client.ask("vehicle.update", update).code == "success")
  }

  private func report(_ event: String, _ ride: String) throws {
    // At the time of the worker.
    let body = Bodies.report(event, ride: ride, vehicle: "veh-1")
      .replacing("2026-11-21", with: "2036-11-21")
    #expect(try client.ask("ride.update", body).code == "success")
  }

  @Test("The wait ends for the rider when the vehicle leaves, though it comes back")
  func D5_waiting() throws {
    let (ride, rider) = try left(at: 450)
    try clock.step(seconds: 1_500)
    try report("started", ride)
    try locate(5, at: Bodies.ohare, after: 3_000)
    try report("ended", ride)
    let lines = try #require(try client.receipt(ride, rider)?["fareLineItems"]?.array)
    let waiting = try #require(lines.first { $0["title"]?.string == "Waiting" })
    // At 0.40 each begun minute after five, until the vehicle left; 8.00 until the start.
    let price = try #require(waiting["price"]?.string.flatMap { Decimal(string: $0) })
    #expect(1.2...4 ~= price)
  }

  @Test("The fee for a missed pickup awaits the operator, who takes what is right")
  func D5_missedPickup() throws {
    let (ride, rider) = try left(at: 100)
    try report("missedPickup", ride)
    let end = try #require(try client.shown(ride, rider)?["completionStatus"])
    #expect(end["outcome"]?.string == "canceledMissedPickup" && end["payment"] == nil)
    let settled = try client.ask(
      "ride.settle",
      #"{"rideIdentifier":"\#(ride)","reason":"it was away for two minutes","#
        + #""fare":{"amount":"4.00","currencyCode":"USD"}}"#)
    #expect(settled.code == "success", "\(settled.body)")
    #expect(try client.receipt(ride, rider)?["price"]?["amount"]?.string == "4.00")
  }
}
