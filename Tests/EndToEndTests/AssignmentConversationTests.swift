import AMQP
import BrokerFixture
import Foundation
import JSON
import MachineFixture
import Messages
import Testing

@Suite("What the vehicles of a running fleet are told", .blocking)
struct AssignmentConversationTests {
  /// The catalogue of Chicago, which tells vehicles what they drive, in a folder of its own.
  private static func catalogue() throws -> String {
    let text = try String(contentsOfFile: Repository.catalogue, encoding: .utf8)
    let start = #""maximumDropOuts": 3"#
    #expect(text.contains(start))
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("livery-vehicles-\(UUID().uuidString).json")
    try text.replacing(start, with: start + #", "informsVehicles": true"#)
      .write(to: path, atomically: true, encoding: .utf8)
    return path.path
  }

  private let client: TestClient
  private let fleet: RunningFleet
  private let path: String

  init() throws {
    path = try Self.catalogue()
    fleet = try RunningFleet(catalogue: path)
    try fleet.startAndWait(["request-ride-worker", "status-query-worker", "dispatch-worker"])
    client = try TestClient(fleet)
  }

  private static let guest =
    #","riderName":"Jane Roe","guestName":"Max Roe","guestPhone":"+13125550177","#
    + #""note":"by the side door""#

  /// What a gateway of vehicles receives for one vehicle.
  private func listen(to vehicle: String) throws -> AMQPConnection {
    let endpoint = fleet.endpoint(for: "livery-vehicles")
    var gateway = try AMQPConnection(to: endpoint, name: "test gateway", timeouts: .patient)
    let queue = try gateway.declareQueue(
      QueueDeclaration(name: "", durable: false, exclusive: true)
    ).name
    try gateway.bind(queue: queue, exchange: Exchange.vehicles, routingKey: "vehicle.\(vehicle)")
    try gateway.consume(queue: queue, consumerTag: "t", noAck: true)
    return gateway
  }

  @Test("A19, B13: The vehicle of a guest's ride alone is told of the guest, until the ride ends")
  func conversation() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var gateway = try listen(to: "veh-1")
    var other = try listen(to: "veh-2")
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1"))
    let booked = try client.ask(
      "request-ride.handle", Bodies.booking(rider: "rider-1", more: Self.guest))
    let ride = try #require(booked.ride)
    let told = try next(&gateway)
    #expect(told.delivery.properties.expiration.flatMap { Int($0) } ?? 0 > 0)
    #expect(told.delivery.properties.type == "vehicle.assignment")
    #expect(told.body["state"]?.string == "assigned" && told.body["rideIdentifier"]?.string == ride)
    #expect(told.body["riderName"]?.string == "Max" && told.body["isGuest"]?.bool == true)
    #expect(told.body["riderPhone"]?.string == "+13125550177")
    #expect(told.body["note"]?.string == "by the side door")
    #expect(told.body["pickupLocation"]?["name"]?.string == "Art Institute")

    try client.end(ride, by: "veh-1")
    let states = try (1...3).map { _ in try next(&gateway).body }
    #expect(states.map { $0["phase"]?.string } == ["pickup", "ongoing", "completed"])
    #expect(states[2]["state"]?.string == "withdrawn")
    #expect(states[2]["riderName"] == nil && states[2]["pickupLocation"] == nil)

    guard case nil = try Self.delivery(&other, within: Patience.quiet) else {
      Issue.record("another vehicle was told of the ride")
      return
    }
    // Neither answers nor events, nor what is stored of an ended ride, have the guest.
    for text in [
      booked.body.text,
      try client.ask(
        "get-ride-status.handle",
        Bodies.status(rider: "rider-1", ride: ride)
      ).body.text,
    ] {
      #expect(!String(decoding: text, as: UTF8.self).contains("5550177"))
    }
    let stored = try fleet.tool("ride", ride, "--json")
    #expect(!stored.output.contains("5550177") && !stored.output.contains("Max"))
  }

  private func next(_ gateway: inout AMQPConnection) throws -> Event {
    try Event(try #require(try Self.delivery(&gateway, within: Patience.limit)))
  }

  private static func delivery(
    _ connection: inout AMQPConnection, within limit: Duration
  ) throws -> Delivery? {
    let end = ContinuousClock.now + limit
    repeat {
      if case .delivery(let delivery, _) = try connection.next(within: max(.zero, end - .now)) {
        return delivery
      }
    } while ContinuousClock.now < end
    return nil
  }
}
