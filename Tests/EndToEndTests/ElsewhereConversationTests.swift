import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("What a ride of a running fleet costs that ends away from its drop-off", .blocking)
struct ElsewhereConversationTests {
  private static let card = #","paymentMethod":{"type":"credit","token":"pm_1"}"#
  /// Seven kilometers north of the pickup, on no way to the airport.
  private static let north = [
    #"{"latitude":41.90,"longitude":-87.625}"#, #"{"latitude":41.92,"longitude":-87.625}"#,
    #"{"latitude":41.94,"longitude":-87.625}"#,
  ]

  @Test("The agreed price, or less by the way that was driven", arguments: ["agreed", "repriced"])
  func D6_conversation(policy: String) throws {
    let client = try RunningFleet.started(replacing: [
      #""key": "sedan","#: #""key": "sedan", "endElsewhere": "\#(policy)","#,
      // The vehicle drives in time lapse.
      #""listExpirySeconds""#:
        #""positions": { "metresPerSecond": 100000 }, "listExpirySeconds""#,
    ]).client
    let (ride, rider) = try client.committed(at: Bodies.artInstitute, more: Self.card)
    let agreed = try amount(
      try client.shown(ride, rider)?["rideOption"]?["priceRange"]?["maximumPrice"])
    for event in ["arrived", "started"] {
      #expect(try client.report(event, ride, "veh-1").code == "success")
    }
    for (step, place) in Self.north.enumerated() {
      _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1", sequence: step + 2, at: place))
    }
    #expect(
      try client.ask(
        "ride.update",
        Bodies.report("ended", ride: ride, vehicle: "veh-1").replacing(
          "2026-11-21", with: "2036-11-21")
      ).code == "success")
    let receipt = try #require(try client.receipt(ride, rider))
    let price = try amount(receipt["price"]?["amount"])
    #expect(policy == "agreed" ? price == agreed : 0 < price && price < agreed)
    let lines = receipt["fareLineItems"]?.array?.map { $0["title"]?.string } ?? []
    #expect(lines.contains("Shorter way") == (policy == "repriced"), "\(lines)")
  }

  private func amount(_ value: JSONValue?) throws -> Decimal {
    try #require(value?.string.flatMap { Decimal(string: $0) })
  }
}
