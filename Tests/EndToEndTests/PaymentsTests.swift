import AMQP
import BrokerFixture
import Fleet
import Foundation
import JSON
import MachineFixture
import Messages
import Testing

/// A payment system behind the broker, which says what a test has it say.
private struct PaymentSystem: ~Copyable {
  private var consumer: Consumer
  private var taken: Set<String> = []

  init(_ fleet: RunningFleet) throws {
    consumer = try Consumer(
      to: fleet.endpoint, queue: Exchange.paymentQueue, prefetch: 10, name: "test payments",
      timeouts: .patient)
  }

  /// Takes the next command, but for those that come again; gives back its key.
  mutating func take() throws -> String {
    while let command = try consumer.take(limit: 1, within: Patience.limit).first {
      try consumer.acknowledge(through: command.deliveryTag)
      let key = try JSONValue(parsing: command.body, limits: .stored)["key"]?.string ?? ""
      if taken.insert(key).inserted { return key }
    }
    throw FleetError("no command to the payment system")
  }

  /// Takes the next command and says what became of it; gives back its key.
  mutating func answer(_ outcome: String, _ client: TestClient) throws -> String {
    let key = try take()
    try Self.say(outcome, of: key, client)
    return key
  }

  /// Says what became of a command, whenever it was taken.
  static func say(_ outcome: String, of key: String, _ client: TestClient) throws {
    let ride = key.split(separator: ":").first.map(String.init) ?? ""
    let reference = "ref-\(key)"
    try client.publish([
      client.request(
        "payment.result",
        #"{"rideIdentifier":"\#(ride)","key":"\#(key)","outcome":"\#(outcome)","#
          + #""reference":"\#(reference)"}"#,
        id: "\(outcome) \(key)", correlation: nil, family: .dispatch, replies: false)
    ])
  }
}

@Suite("A payment system behind the broker", .blocking)
struct PaymentsTests {
  private let fleet: RunningFleet
  private let client: TestClient

  init() throws {
    fleet = try RunningFleet()
    // A command is sent again, and an attempt made anew, after a second.
    let catalogue = fleet.folder.appendingPathComponent("catalogue.json")
    let text = try String(contentsOf: URL(filePath: Repository.catalogue), encoding: .utf8)
    let lapse = RunningFleet.timeLapse
    try text.replacing(#""retrySeconds": 30"#, with: #""retrySeconds": 1"#)
      .replacing(lapse.0, with: lapse.1)
      .write(to: catalogue, atomically: true, encoding: .utf8)
    try fleet.startAndWait(
      ["request-ride-worker", "dispatch-worker"],
      ["LIVERY_PAYMENTS": "amqp", "LIVERY_CATALOGUE": catalogue.path])
    client = try TestClient(fleet)
    try client.publish([
      client.request(
        "vehicle.update", Bodies.vehicle("veh-1"), id: nil, correlation: nil, family: .dispatch,
        replies: false)
    ])
  }

  /// A ride that was driven to its end, and whose capture the payment system has to answer.
  private func drive(_ payments: inout PaymentSystem) throws -> String {
    let booked = try client.ask(
      "request-ride.handle",
      Bodies.booking(
        rider: "rider-1", to: Bodies.hotel,
        more: #","paymentMethod":{"type":"credit","token":"pm_1"}"#))
    #expect(booked.code == "inProgress" && booked.phase == "received")
    let ride = try #require(booked.ride)
    #expect(try payments.answer("approved", client) == "\(ride):fare:authorise:1")
    #expect(try event().phase == "received")
    let confirmed = try event()
    #expect(confirmed.phase == "confirmed" && confirmed.vehicle == "veh-1")
    for name in ["started", "ended"] {
      _ = try client.ask(
        "ride.update", Bodies.report(name, ride: ride, vehicle: "veh-1"), id: "\(name) \(ride)")
    }
    #expect(try event().phase == "ongoing")
    #expect(try payment(event()) == "outstanding")
    return ride
  }

  @Test("B1: A ride gets its vehicle when its payment is approved, and ends settled; orders end")
  func B1_throughTheBroker() throws {
    var payments = try PaymentSystem(fleet)
    let ride = try drive(&payments)
    #expect(try payments.answer("approved", client) == "\(ride):fare:capture:1")
    let settled = try event()
    #expect(payment(settled) == "settled" && settled.sequence == 5)
    try declineRefund(of: ride, &payments)
    try declineTip(for: ride, &payments)
  }

  private func declineRefund(of ride: String, _ payments: inout PaymentSystem) throws {
    let amount = #"{"amount":"1.50","currencyCode":"USD"}"#
    try send(
      "ride.refund", #"{"rideIdentifier":"\#(ride)","amount":\#(amount),"reason":"the detour"}"#,
      id: "refund 1")
    let ordered = try client.answer(to: "refund 1")
    #expect(ordered.code == "inProgress")
    #expect(try state(event(), "refunds") == "inProgress")
    #expect(try payments.answer("declined", client) == "\(ride):fare:refund:1")
    let end = try client.answer(to: "refund 1")
    #expect(end.code == "failure" && end.reason == "refundDeclined")
    #expect(end.delivery.properties.type == ordered.delivery.properties.type)
    #expect(end.delivery.properties.messageID != ordered.delivery.properties.messageID)
    let told = try event()
    #expect(state(told, "refunds") == "declined" && told.sequence == 7)
  }

  private func declineTip(for ride: String, _ payments: inout PaymentSystem) throws {
    let tip = #""tip":{"amount":"2.00","currencyCode":"USD"}"#
    try send(
      "send-ride-feedback.handle",
      #"{"riderIdentifier":"rider-1","rideIdentifier":"\#(ride)",\#(tip)}"#, id: "tip 1",
      family: .requestRide)
    #expect(try client.answer(to: "tip 1").code == "inProgress")
    #expect(try state(event(), "tip") == "inProgress")
    #expect(try payments.answer("declined", client) == "\(ride):tip:authorise:1")
    #expect(try client.answer(to: "tip 1").reason == "paymentDeclined")
    let told = try event()
    #expect(state(told, "tip") == "declined")
    let feedback = told.body["data"]?["completionStatus"]?["feedback"]?.array
    #expect(feedback?.contains { $0.string == "tip" } == true)
  }

  @Test("A late approved capture pays; if the debt is settled, it is refunded")
  func lateCaptures() throws {
    var payments = try PaymentSystem(fleet)
    let ride = try drive(&payments)
    #expect(try payments.answer("failed", client) == "\(ride):fare:capture:1")
    #expect(try payments.take() == "\(ride):fare:capture:2")
    try PaymentSystem.say("approved", of: "\(ride):fare:capture:1", client)
    #expect(try payment(event()) == "settled")
    try PaymentSystem.say("approved", of: "\(ride):fare:capture:2", client)
    #expect(try state(event(), "refunds") == "inProgress")
    #expect(try payments.answer("approved", client) == "\(ride):fare:refund:1")
    #expect(try state(event(), "refunds") == "completed")
    let shown = try fleet.tool("ride", ride)
    #expect(shown.output.contains("overpaymentRefund"))
    #expect(shown.output.contains("refund of excess"))
  }

  private func send(
    _ type: String, _ body: String, id: String, family: QueueFamily = .dispatch
  ) throws {
    try client.publish([
      client.request(type, body, id: id, correlation: id, family: family)
    ])
  }

  private func event() throws -> Event {
    try #require(try client.nextEvent())
  }

  private func payment(_ event: Event) -> String? {
    event.body["data"]?["completionStatus"]?["payment"]?["state"]?.string
  }

  /// The state of the tip, or of the only refund.
  private func state(_ event: Event, _ name: String) -> String? {
    let told = event.body["data"]?["completionStatus"]?[name]
    return (told?.array?.first ?? told)?["state"]?.string
  }
}
