import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("How Shortcuts talks to a running fleet", .blocking)
struct ShortcutsConversationTests {
  @Test(
    "Shortcuts resolves missing parameters, confirms, books, queries, and cancels for the shown fee"
  )
  func F6_shortcutsConversation() throws {
    let client = try RunningFleet.started().client
    let request = UUID().uuidString
    let booking = try resolvedBooking(client, request)

    let confirmed = try client.ask("request-ride.confirm", booking, id: request)
    #expect(confirmed.code == "ready")
    #expect(confirmed.phase == "unknown")
    let ride = try #require(confirmed.ride)
    let before = try client.ask("get-ride-status.handle", Bodies.status(rider: "shortcuts"))
    #expect(before.code == "success")
    #expect(before.body["rideStatus"] == nil, "a confirmation books nothing")

    let booked = try client.ask("request-ride.handle", booking, id: request)
    #expect(booked.code == "inProgress")
    #expect(booked.ride == ride)
    #expect(booked.body["rideStatus"]?["rideOption"] != nil)
    let asked = try client.ask("get-ride-status.handle", Bodies.status(rider: "shortcuts"))
    #expect(asked.ride == ride)
    #expect(asked.phase == "received")

    try cancel(ride, client)
    let late = try client.ask("request-ride.confirm", booking, id: request)
    #expect(late.code == "ready")
    #expect(late.phase == "completed")
    let again = try client.ask("request-ride.handle", booking, id: request)
    #expect(again.delivery.body == booked.delivery.body, "what was done is told again")
  }

  /// Fills what lacks in a request as its resolutions ask, and gives back its body.
  private func resolvedBooking(_ client: TestClient, _ request: String) throws -> String {
    let places =
      #","pickupLocation":\#(Bodies.artInstitute),"dropOffLocation":\#(Bodies.ohare)"#
    var known = #"{"riderIdentifier":"shortcuts","dropOffLocation":\#(Bodies.ohare)"#
    var resolutions = try resolve(known, client, request)
    #expect(resolutions["pickupLocation"] == "needsValue")
    #expect(resolutions["dropOffLocation"] == "success")
    #expect(resolutions["rideOptionName"] == "needsValue")

    known = #"{"riderIdentifier":"shortcuts","rideOptionName":"SUVs"\#(places)"#
    resolutions = try resolve(known, client, request)
    #expect(resolutions["pickupLocation"] == "success")
    #expect(resolutions["rideOptionName"] == "confirmationRequired SUV")

    known = #"{"riderIdentifier":"shortcuts","rideOptionName":"SUV"\#(places)"#
    resolutions = try resolve(known, client, request)
    #expect(resolutions["rideOptionName"] == "success SUV")
    #expect(resolutions["partySize"] == "needsValue")

    known += #","partySize":3"#
    resolutions = try resolve(known, client, request)
    #expect(resolutions["partySize"] == "success")
    #expect(resolutions["scheduledPickupTime"] == "notRequired")
    #expect(resolutions["paymentMethod"] == "notRequired")
    return known + "}"
  }

  /// The result of each parameter, with its value where that is a text.
  private func resolve(
    _ known: String, _ client: TestClient, _ request: String
  ) throws -> [String: String] {
    let answer = try client.ask("request-ride.resolve", known + "}", id: request)
    #expect(answer.code == "success")
    let resolutions = try #require(answer.body["resolutions"]?.members)
    return resolutions.mapValues { resolution in
      [resolution["result"]?.string, resolution["value"]?.string].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  /// Asks what cancelling costs, and cancels for that.
  private func cancel(_ ride: String, _ client: TestClient) throws {
    let body = Bodies.status(rider: "shortcuts", ride: ride)
    let shown = try client.ask("cancel-ride.confirm", body)
    #expect(shown.code == "ready")
    #expect(shown.phase == "received", "a confirmation cancels nothing")
    let cancelled = try client.ask("cancel-ride.handle", body)
    #expect(cancelled.code == "success")
    #expect(cancelled.phase == "completed")
    let outcome = cancelled.body["rideStatus"]?["completionStatus"]?["outcome"]
    #expect(outcome?.string == "canceledByUser")
    for phase in ["received", "completed"] {
      #expect(try client.nextEvent()?.phase == phase)
    }
  }
}
