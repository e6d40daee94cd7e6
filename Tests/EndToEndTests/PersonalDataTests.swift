import BrokerFixture
import Foundation
import Messages
import Testing

@Suite("Personal data", .blocking)
struct PersonalDataTests {
  /// Texts that stand for people in the messages below, and nowhere else.
  private static let marks = [
    "Jane", "Doe", "5550199", "41.87654", "87.61234", "JD 5678", "rider-of-",
  ]
  private static let place =
    #"{"latitude":41.87654321,"longitude":-87.61234567,"name":"Home of Jane Doe"}"#
  private static let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test(
    "No line of the log names a person, a place, a phone or a plate, whatever is sent",
    arguments: ["json", "text"])
  func withheld(_ format: String) throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    for name in RunningFleet.allWorkers {
      try fleet.start(name, ["LIVERY_LOG_FORMAT": format, "LIVERY_DEAD_LETTERS": "store"])
    }
    for worker in fleet.workers {
      try waitUntil("it is connected: \(worker.log)") { worker.log.contains("lane_connected") }
    }
    let vehicle = Bodies.vehicle("car-of-Jane-Doe").replacing("Sam R.", with: "Jane Doe")
      .replacing("5550100", with: "5550199").replacing("AB 1234", with: "JD 5678")
    _ = try client.ask("vehicle.update", vehicle)
    let rider = "rider-of-\(format)"
    let body = Bodies.booking(rider: rider, from: Self.place)
    let booked = try client.ask(
      "request-ride.handle", body, id: "m-1",
      headers: [Header("traceparent", .string(Self.trace))])
    let ride = try #require(booked.ride)
    _ = try client.ask("list-ride-options.handle", Bodies.list(rider: rider, from: Self.place))
    _ = try client.ask("get-ride-status.handle", Bodies.status(rider: rider, ride: "Jane Doe"))
    for (number, bad) in Self.badBookings(rider).enumerated() {
      try client.publish([
        client.request(
          bad.type, bad.body, id: "m-2-\(number)", correlation: "c-\(number)",
          headers: bad.headers, family: .requestRide)
      ])
    }
    let log = try handled(Self.badBookings(rider).count + 2, of: fleet)
    for mark in Self.marks { #expect(!log.contains(mark), "\(mark) in: \(log)") }
    try expectIdentifiers(in: log, format, ride: ride)
  }

  /// The logs of all workers once `request-ride-worker` has handled so many messages.
  private func handled(_ count: Int, of fleet: RunningFleet) throws -> String {
    let worker = try fleet.worker("request-ride-worker")
    try waitUntil("all is handled: \(worker.log)") {
      worker.log.split(separator: "\n").count { $0.contains("message_handled") } >= count - 1
    }
    for worker in fleet.workers { #expect(worker.stop() == 0) }
    return fleet.workers.map(\.log).joined()
  }

  private func expectIdentifiers(in log: String, _ format: String, ride: String) throws {
    let lines = log.split(separator: "\n").filter {
      $0.contains("message_handled") && $0.contains("m-1")
    }
    let line = try #require(lines.first, "\(log)")
    #expect(lines.count == 1 && line.contains(ride), "\(line)")
    #expect(line.contains("4bf92f3577b34da6a3ce929d0e0e4736"), "\(line)")
    let expected =
      format == "json"
      ? #""message_type":"request-ride.handle","code":""#
      : "message_type=request-ride.handle code="
    #expect(line.contains(expected), "\(line)")
  }

  /// Bookings and others that are wrong in ways that put personal data where the log looks.
  private static func badBookings(
    _ rider: String
  ) -> [(type: String, body: String, headers: [Header])] {
    let strict = [Header("strict", .bool(true))]
    let booking = { (more: String) in Bodies.booking(rider: rider, from: place, more: more) }
    return [
      ("request-ride.handle", booking(#","Jane Doe":1"#), strict),
      ("request-ride.handle", booking(#","partySize":"Jane Doe""#), []),
      ("request-ride.handle", booking(#","paymentMethod":{"type":"Jane Doe"}"#), []),
      ("request-ride.handle", "{\"Jane\": \(booking(""))", []),
      ("cancel-ride.handle", Bodies.status(rider: rider, ride: "Jane Doe"), []),
      ("Jane Doe", booking(""), []),
      ("request-ride.handle", booking(""), [Header("x-livery-Jane", .string("Doe"))]),
      ("request-ride.handle", booking(""), [Header("deadline", .string("Jane Doe"))]),
    ]
  }
}
