import BrokerFixture
import Foundation
import JSON
import Messages
import RideStore
import Rides
import Testing

@Suite("How the rider of a running fleet moves a ride that is booked ahead", .blocking)
struct MovedRideConversationTests {
  private static let north = #"{"latitude":41.95,"longitude":-87.65,"name":"North"}"#
  private static let hour: Int64 = 3_600

  private let fleet: RunningFleet
  private let client: TestClient
  private let clock: SteppedClock
  private let now = Instant(seconds: Int64(Date.now.timeIntervalSince1970))

  init() throws {
    let lead = #""dispatchLeadSeconds": 1200"#
    (fleet, client, clock) = try RunningFleet.stepped(replacing: [
      lead: lead + #", "reminderSeconds": 3600, "checksPayment": true"#
    ])
  }

  private func start(_ hours: Int) -> String {
    let start = now.advanced(bySeconds: hours * Int(Self.hour)).rfc3339
    return #","scheduledPickupTime":{"start":"\#(start)"}"#
  }

  private func book(_ token: String) throws -> Answer {
    let card = #","paymentMethod":{"type":"credit","token":"\#(token)"}"#
    return try client.ask(
      "request-ride.handle", Bodies.booking(rider: "rider-1", more: start(6) + card))
  }

  private func price(_ answer: Answer) -> String? {
    answer.body["rideStatus"]?["rideOption"]?["priceRange"]?["maximumPrice"]?.string
  }

  private func charges() throws -> [Charge] {
    let record = try #require(try fleet.unfinishedRides(of: ["rider-1"]).first)
    return try RideDocument.decode(record.document).account.charges
  }

  /// What is held for a price: a fifth more.
  private func hold(_ price: String) throws -> String {
    try Money(decimal: price, currency: #require(Currency("USD"))).share(percent: 120)
      .decimalString
  }

  @Test("B16: Price and hold follow its time and place; it is reminded of once; cards are checked")
  func B16_conversation() throws {
    #expect(try book("pm_declined").reason == "paymentDeclined")
    let booked = try book("pm_1")
    let ride = try #require(booked.ride)
    let first = try #require(price(booked))
    #expect(try charges().map(\.state) == [.none, .voided])
    #expect(try charges()[0].requested.decimalString == hold(first))

    let consent = #","maximumPrice":{"amount":"500.00","currencyCode":"USD"}"#
    let body =
      #"{"riderIdentifier":"rider-1","rideIdentifier":"\#(ride)""#
      + #"\#(start(8)),"pickupLocation":\#(Self.north)\#(consent)}"#
    let moved = try client.ask("change-ride.handle", body)
    #expect(moved.code == "success", "\(moved.body)")
    let second = try #require(price(moved))
    #expect(second != first)
    #expect(try charges()[0].requested.decimalString == hold(second))

    try clock.step(seconds: 7 * Self.hour)
    let reminded = try #require(try client.status(of: ride) { $0["remindedAt"] != nil })
    let reminder = try #require(reminded["remindedAt"]?.string.flatMap(Instant.init(rfc3339:)))
    #expect(reminder >= now.advanced(bySeconds: 7 * Int(Self.hour)))
    try clock.step(seconds: 8 * Self.hour - 1_200)
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1"))
    var others: [JSONValue] = []
    let confirmed = try #require(
      try client.status(of: ride) {
        others.append($0)
        return $0["phase"]?.string == "confirmed"
      })
    #expect(others.allSatisfy { $0["remindedAt"] == reminded["remindedAt"] })
    #expect(confirmed["pickupLocation"]?["name"]?.string == "North")
    #expect(try charges().map(\.state) == [.authorized, .voided])
    #expect(try charges()[0].requested.decimalString == hold(second))
  }
}
