import AMQP
import BrokerFixture
import Fleet
import JSON
import MachineFixture
import Messages
import Testing

@Suite("How the operator of a running fleet is called for help", .blocking)
struct HelpConversationTests {
  private let fleet: RunningFleet
  private let client: TestClient

  init() throws { (fleet, client) = try RunningFleet.started() }

  /// A connection of the operator's staff to the queue with the calls for help.
  private func staff() throws -> AMQPConnection {
    var connection = try AMQPConnection(
      to: fleet.endpoint(for: "livery-operators"), name: "test staff", timeouts: .patient)
    try connection.consume(
      queue: Exchange.help, consumerTag: "sos", noAck: true, exclusive: false)
    return connection
  }

  @Test("A17: The staff get each call once, also one from before they listen, and no other event")
  func A17_conversation() throws {
    let (_, ride, vehicle) = try client.driven("rider-1")
    let place = #""location":{"latitude":41.9102,"longitude":-87.6841}"#
    let sos = Bodies.status(rider: "rider-1", ride: ride).dropLast() + ",\(place)}"
    #expect(try client.ask("sos.handle", String(sos)).code == "success")
    var staff = try staff()
    let first = try #require(try Self.next(&staff))
    #expect(first.routingKey == "ride.sos.\(ride)" && first.properties.priority == 9)
    #expect(first.properties.type == RideSOSEvent.type)
    let data = try JSONValue(parsing: first.body, limits: .stored)["data"]
    #expect(data?["call"]?["caller"]?.string == "rider")
    #expect(data?["vehicle"]?["registrationPlate"]?.string == "AB 1234")

    #expect(try client.ask("sos.handle", String(sos)).code == "success", "pressed twice")
    try client.end(ride, by: vehicle)
    let driver = #"{"rideIdentifier":"\#(ride)","vehicleIdentifier":"\#(vehicle)","note":"hurt"}"#
    #expect(try client.ask("ride.sos", driver).code == "success")
    let second = try #require(try Self.next(&staff))
    #expect(second.properties.messageID == "\(ride)/sos/2", "once for each call")

    let shown = try fleet.tool("ride", ride)
    #expect(shown.output.contains("sos by the rider  at 41.9102, -87.6841"), "\(shown.output)")
    #expect(shown.output.contains("sos by the driver of \(vehicle)  hurt"), "\(shown.output)")
    staff.close()
    #expect(try listens("livery-operators", to: Exchange.help) == nil, "a copy")
    #expect(try listens("livery-operators", to: Exchange.events) == .accessRefused)
    for user in ["livery-riders", "livery-vehicles", "livery-observer", "livery-simulator"] {
      #expect(try listens(user, to: Exchange.help) == .accessRefused, "\(user)")
    }
  }

  /// The next call for help, as the staff get it.
  private static func next(_ staff: inout AMQPConnection) throws -> Delivery? {
    guard case .delivery(let delivery, _) = try staff.next(within: Patience.limit) else {
      return nil
    }
    return delivery
  }

  /// What becomes of a user's attempt to get all that an exchange carries.
  private func listens(_ user: String, to exchange: String) throws -> AMQPError.Code? {
    try UserAttempt.change(fleet.endpoint(for: user)) { connection in
      let queue = try connection.declareQueue(QueueDeclaration(name: "", exclusive: true)).name
      try connection.bind(queue: queue, exchange: exchange, routingKey: "#")
    }
  }
}
