import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("How Maps talks to a running fleet", .blocking)
struct MapsConversationTests {
  @Test("Maps lists, books without a word before it, asks, and follows the ride to its end")
  func F2_mapsConversation() throws {
    let client = try RunningFleet.started().client
    #expect(try client.ask("vehicle.update", Bodies.vehicle("veh-1")).code == "success")

    let listed = try option("sedan", client)
    let name = try #require(listed["name"]?.string)
    let booked = try client.ask(
      "request-ride.handle",
      Bodies.booking(
        rider: "maps", option: name, to: Bodies.hotel,
        more: #","paymentMethod":{"type":"applePay"}"#))
    // The worker that books may not have seen the vehicle yet; then the ride waits first.
    let start = booked.code == "success" ? ["confirmed"] : ["received", "confirmed"]
    #expect(booked.code == (start.count == 1 ? "success" : "inProgress"))
    let ride = try #require(booked.ride)
    #expect(booked.body["rideStatus"]?["rideOption"]?["name"]?.string == name)
    for phase in start { #expect(try client.nextEvent()?.phase == phase) }
    try askRepeatedly(ride, client, sequence: start.count)

    let updates = UUID().uuidString
    try client.publish([
      client.request(
        "get-ride-status.start-updates", Bodies.status(rider: "maps"), id: UUID().uuidString,
        correlation: updates, family: .statusQuery)
    ])
    #expect(try client.answer(to: updates).phase == "confirmed")
    try drive(ride, client, updates)
    #expect(try client.answer(to: updates).body["rideStatus"] == nil)

    let over = try client.ask("get-ride-status.handle", Bodies.status(rider: "maps", ride: ride))
    let completion = over.body["rideStatus"]?["completionStatus"]
    #expect(completion?["outcome"]?.string == "completed")
    #expect(completion?["payment"]?["state"]?.string == "settled")
    let amount = completion?["payment"]?["amount"]
    #expect(amount != nil && amount == listed["priceRange"]?["maximumPrice"])
    try giveFeedback(ride, client)
  }

  /// Checks the feedback, gives it, and sees that the ride asks for it no more.
  private func giveFeedback(_ ride: String, _ client: TestClient) throws {
    let body =
      #"{"riderIdentifier":"maps","rideIdentifier":"\#(ride)","rating":9,"#
      + #""tip":{"amount":"2.00","currencyCode":"USD"}}"#
    #expect(try client.ask("send-ride-feedback.confirm", body).code == "ready")
    #expect(try client.ask("send-ride-feedback.handle", body).code == "success")
    let after = try client.ask("get-ride-status.handle", Bodies.status(rider: "maps", ride: ride))
    let completion = after.body["rideStatus"]?["completionStatus"]
    #expect(completion?["outcome"]?.string == "completed")
    #expect(completion?["feedback"] == nil, "what was given is asked for no more")
    let again = try client.ask("send-ride-feedback.handle", body)
    #expect(again.reason == "feedbackAlreadyGiven")
  }

  /// The option as it is listed once its vehicle is known.
  private func option(_ identifier: String, _ client: TestClient) throws -> JSONValue {
    var found: JSONValue?
    try waitUntil("a list shows \(identifier)") {
      let list = try client.ask(
        "list-ride-options.handle", Bodies.list(rider: "maps", to: Bodies.hotel))
      found = list.body["rideOptions"]?.array?.first {
        $0["optionIdentifier"]?.string == identifier
      }
      return found != nil
    }
    return try #require(found)
  }

  /// Asks a few times: the answer is the same; the next event will be that of the next report.
  private func askRepeatedly(_ ride: String, _ client: TestClient, sequence: Int) throws {
    for _ in 1...3 {
      let asked = try client.ask("get-ride-status.handle", Bodies.status(rider: "maps"))
      #expect(asked.code == "success")
      #expect(asked.ride == ride)
      #expect(asked.phase == "confirmed")
      #expect(asked.body["rideStatus"]?["sequence"]?.integer == Int64(sequence))
    }
  }

  /// Reports each step of the way once the step before it has reached the observer.
  private func drive(_ ride: String, _ client: TestClient, _ updates: String) throws {
    let steps = [
      ("approaching", "approachingPickup"), ("arrived", "pickup"), ("started", "ongoing"),
      ("ended", "completed"),
    ]
    for (event, phase) in steps {
      let report = Bodies.report(event, ride: ride, vehicle: "veh-1")
      #expect(try client.ask("ride.update", report).code == "success")
      #expect(try client.nextEvent()?.phase == phase)
      var told: String?
      try waitUntil("the observer is told \(phase), not \(told ?? "nothing")") {
        told = try client.answer(to: updates).phase
        return told == phase
      }
    }
  }
}
