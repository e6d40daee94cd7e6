import BrokerFixture
import Foundation
import JSON
import Messages
import Rides
import Testing

@Suite("Live updates of a running fleet", .blocking, .sharedFleet)
struct RiderAnswersTests {
  @Test("A1: The current ride is the one in progress, not one booked ahead")
  func A1_underWay() throws {
    let client = try SharedFleet.client()
    let (_, ride, vehicle) = try client.driven("current")
    let start = Instant(seconds: Int64(Date.now.timeIntervalSince1970) + 72_000).rfc3339
    let more = #","scheduledPickupTime":{"start":"\#(start)"}"#
    let ahead = try client.ask("request-ride.handle", Bodies.booking(rider: "current", more: more))
    #expect(ahead.reason == nil)
    #expect(ahead.ride != ride)
    let current = try client.ask("get-ride-status.handle", Bodies.status(rider: "current"))
    #expect(current.ride == ride)
    try client.end(ride, by: vehicle)
    let next = try client.ask("get-ride-status.handle", Bodies.status(rider: "current"))
    #expect(next.ride == ahead.ride)
  }

  @Test(
    "Each form of a locale is answered in the nearest one",
    arguments: [
      ("en_US@rg=gbzzzz", "Compact"), ("en_US_POSIX", "Compact"), ("zh-Hant-TW", "Compact"),
      ("es-MX-u-ca-gregory", "Compacto"), ("es_ES.UTF-8", "Compacto"),
    ])
  func locales(_ locale: String, _ name: String) throws {
    let client = try SharedFleet.client()
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-compact", product: "compact"))
    try waitUntil("the list has the option by its name") {
      let body = Bodies.list().replacing("en_US", with: locale)
      let options = try client.ask("list-ride-options.handle", body).body["rideOptions"]?.array
      return options?.contains { $0["name"]?.string == name } ?? false
    }
  }

  @Test("Nonsense is no locale, and an identifier with the name of another option books nothing")
  func refused() throws {
    let client = try SharedFleet.client()
    let body = Bodies.booking(rider: "refused", more: #","locale":"en US""#)
    #expect(try client.ask("request-ride.handle", body).path == "locale")
    let other = Bodies.booking(rider: "refused", more: #","optionIdentifier":"compact""#)
    #expect(try client.ask("request-ride.handle", other).reason == "unknownOption")
    let status = try client.ask("get-ride-status.handle", Bodies.status(rider: "refused"))
    #expect(status.body["rideStatus"] == nil)
  }

  @Test("A booking repeated after the ride does not show the driver's number")
  func hidden() throws {
    let client = try SharedFleet.client()
    var rides = 0
    var subject: Answer?
    // A worker learns of a vehicle within a second; until then rides are confirmed later.
    try waitUntil("a booking is confirmed at once") {
      rides += 1
      let (booking, ride, vehicle) = try client.driven("hidden-\(rides)")
      try client.end(ride, by: vehicle)
      subject = booking.phase == "confirmed" ? booking : nil
      return subject != nil
    }
    let first = try #require(subject)
    let again = try client.ask(
      "request-ride.handle", Bodies.booking(rider: "hidden-\(rides)"), id: "hidden-\(rides)")
    #expect(first.phoneNumber == .string("+13125550100"))
    #expect(again.phoneNumber == nil)
    #expect(again.ride == first.ride)
    let identifiers = [first, again].compactMap(\.delivery.properties.messageID)
    #expect(Set(identifiers).count == 2)
  }
}

extension Answer {
  fileprivate var phoneNumber: JSONValue? { body["rideStatus"]?["driver"]?["phoneNumber"] }
}
