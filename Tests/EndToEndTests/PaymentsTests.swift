import AMQP
import BrokerFixture
import Fleet
import Foundation
import JSON
import Messages
import Testing

/// A payment system behind the broker, which says yes.
private struct PaymentSystem: ~Copyable {
  private var consumer: Consumer

  init(_ fleet: RunningFleet) throws {
    consumer = try Consumer(
      to: fleet.endpoint, queue: Exchange.paymentQueue, prefetch: 10, name: "test payments")
  }

  /// Takes the next command and approves it; gives back its key.
  mutating func approve(_ client: TestClient) throws -> String {
    let taken = try consumer.take(limit: 1, within: .seconds(20))
    guard let command = taken.first else { throw FleetError("no command to the payment system") }
    let body = try JSONValue(parsing: command.body, limits: .stored)
    let key = body["key"]?.string ?? ""
    let ride = body["rideIdentifier"]?.string ?? ""
    try client.publish([
      client.request(
        "payment.result",
        #"{"rideIdentifier":"\#(ride)","key":"\#(key)","outcome":"approved","reference":"ref"}"#,
        id: "result of \(key)", correlation: nil, family: .dispatch, replies: false)
    ])
    try consumer.acknowledge(through: command.deliveryTag)
    return key
  }
}

@Suite("A payment system behind the broker")
struct PaymentsTests {
  @Test("B1: A ride gets its vehicle when its payment is approved, and ends settled")
  func B1_throughTheBroker() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(
      ["request-ride-worker", "dispatch-worker"], ["LIVERY_PAYMENTS": "amqp"])
    let client = try TestClient(fleet)
    var payments = try PaymentSystem(fleet)
    try client.publish([
      client.request(
        "vehicle.update", Bodies.vehicle("veh-1"), id: nil, correlation: nil, family: .dispatch,
        replies: false)
    ])
    let booked = try client.ask(
      "request-ride.handle",
      Bodies.booking(
        rider: "rider-1", more: #","paymentMethod":{"type":"credit","token":"pm_1"}"#))
    #expect(booked.code == "inProgress" && booked.phase == "received")
    let ride = try #require(booked.ride)
    #expect(try payments.approve(client) == "\(ride):fare:authorise:1")
    #expect(try event(client).phase == "received")
    let confirmed = try event(client)
    #expect(confirmed.phase == "confirmed" && confirmed.vehicle == "veh-1")
    for name in ["started", "ended"] {
      _ = try client.ask(
        "ride.update", Bodies.report(name, ride: ride, vehicle: "veh-1"), id: "\(name) \(ride)")
    }
    #expect(try event(client).phase == "ongoing")
    #expect(try payment(event(client)) == "outstanding")
    #expect(try payments.approve(client) == "\(ride):fare:capture:1")
    let settled = try event(client)
    #expect(payment(settled) == "settled" && settled.sequence == 5)
  }

  private func event(_ client: TestClient) throws -> Event {
    try #require(try client.nextEvent())
  }

  private func payment(_ event: Event) -> String? {
    event.body["data"]?["completionStatus"]?["payment"]?["state"]?.string
  }
}
