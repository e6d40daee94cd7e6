import BrokerFixture
import Foundation
import JSON
import Messages
import RideStore
import Rides
import Testing

@Suite("Messages that come again through a running fleet", .blocking)
struct RepeatTests {
  @Test("The same id with the same body is answered alike and books once")
  func sameBody() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    let body = Bodies.booking(rider: "rider-3")
    let first = try client.ask("request-ride.handle", body, id: "again-1")
    let second = try client.ask("request-ride.handle", body, id: "again-1")
    #expect(first.delivery.body == second.delivery.body)
    #expect(first.delivery.properties.messageID == second.delivery.properties.messageID)
    let events = [try #require(try client.nextEvent()), try #require(try client.nextEvent())]
    #expect(events.map(\.sequence) == [1, 1])
    #expect(events[0].delivery.body == events[1].delivery.body)
    #expect(events[0].delivery.properties.messageID == events[1].delivery.properties.messageID)
    let rides = try fleet.unfinishedRides(of: ["rider-3"])
    #expect(rides.map(\.rideIdentifier.rawValue) == [first.ride])
  }

  @Test("The same id with another body is a conflict that changes nothing")
  func otherBody() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker", "status-query-worker"])
    let client = try TestClient(fleet)
    let first = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-4"), id: "m-1")
    let second = try client.ask(
      "request-ride.handle", Bodies.booking(rider: "rider-4", option: "Compact"), id: "m-1")
    #expect(second.code == "failure")
    #expect(second.reason == "conflictingMessageIdentifier")
    let status = try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-4"))
    #expect(status.ride == first.ride)
    #expect(
      status.body["rideStatus"]?["rideOption"]?["optionIdentifier"]?.string == "sedan")
  }
}
