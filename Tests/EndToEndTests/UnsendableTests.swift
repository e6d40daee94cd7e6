import AMQP
import BrokerFixture
import Foundation
import MachineFixture
import Messages
import Testing

@Suite("Messages that cannot be answered or kept as they should", .blocking)
struct UnsendableTests {
  @Test(
    "One message whose dead letter is too heavy for AMQP is kept, and its neighbours are answered")
  func heavyHeaders() throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    var bad = client.request(
      "request-ride.handle", "{", id: "bad", correlation: "bad", family: .requestRide)
    bad.properties.headers = [Header("x", .string(String(repeating: "x", count: 125_900)))]
    try client.publish([bad] + bookings(client))
    try fleet.startAndWait(["request-ride-worker"])
    try expectAnswers(client, also: ["bad"])
    let letter = try client.deadLetter(.requestRide)
    #expect(letter.properties.messageID == "bad")
    #expect(letter.body == Array("{".utf8))
  }

  @Test("Requests whose reply queue is full are kept, and the others have their answers")
  func fullReplyQueue() throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    var connection = try AMQPConnection(
      to: fleet.endpoint, name: "test full queue", timeouts: .patient)
    _ = try connection.declareQueue(
      QueueDeclaration(
        name: "replies.test.full",
        arguments: [
          Header("x-max-length", .integer(1)), Header("x-overflow", .string("reject-publish")),
        ]))
    var greedy = (0..<5).map {
      client.request(
        "request-ride.handle", Bodies.booking(rider: "greedy-\($0)"), id: "greedy-\($0)",
        correlation: "greedy-\($0)", family: .requestRide)
    }
    for index in greedy.indices { greedy[index].properties.replyTo = "replies.test.full" }
    try client.publish(greedy + bookings(client))
    try fleet.startAndWait(["request-ride-worker"])
    try expectAnswers(client, also: [])
    let full = try connection.declareQueue(
      QueueDeclaration(name: "replies.test.full", passive: true))
    var kept: Set<String> = []
    while kept.count + Int(full.messageCount) < greedy.count {
      let letter = try client.deadLetter(.requestRide)
      #expect(letter.properties.header("x-livery-reason") == .string("response-refused"))
      kept.insert(letter.properties.correlationID ?? "")
    }
    #expect(kept.count >= 3 && kept.isSubset(of: greedy.map { $0.properties.messageID ?? "" }))
    #expect(!fleet.workers[0].log.contains("lane_connection_lost"))
    connection.close()
  }

  @Test("While the exchange of events is missing the lane waits, and no message is lost or counted")
  func missingExchange() throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet, listensToEvents: false)
    var connection = try AMQPConnection(
      to: fleet.endpoint, name: "test missing exchange", timeouts: .patient)
    // A worker that starts without its exchange takes no message at all.
    try fleet.startAndWait(["request-ride-worker"])
    try connection.deleteExchange(Exchange.events)
    try client.publish(bookings(client))
    let worker = fleet.workers[0]
    try waitUntil("it says what is missing, three times") {
      worker.log.split(separator: "\n").count {
        $0.contains("publications_refused") && $0.contains("livery.events")
      } >= 3
    }
    #expect(!worker.log.contains("lane_connection_lost"))
    try fleet.applyTopology()
    try expectAnswers(client, also: [])
    let letters = try connection.declareQueue(
      QueueDeclaration(name: QueueFamily.requestRide.deadLetterQueue, passive: true))
    #expect(letters.messageCount == 0)
    connection.close()
  }

  @Test("A reply address that makes the broker close the connection costs only its own message")
  func poisonousReplyAddress() throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    var poison = client.request(
      "request-ride.handle", Bodies.booking(rider: "poison"), id: "poison", correlation: "poison",
      family: .requestRide)
    poison.properties.replyTo = "amq.rabbitmq.reply-to.g1h2AA.junk"
    try client.publish([poison] + bookings(client))
    try fleet.startAndWait(["request-ride-worker"])
    try expectAnswers(client, also: [])
  }

  private func bookings(_ client: TestClient) -> [Publication] {
    (0..<30).map {
      client.request(
        "request-ride.handle", Bodies.booking(rider: "rider-\($0)"), id: "m-\($0)",
        correlation: "m-\($0)", family: .requestRide)
    }
  }

  private func expectAnswers(_ client: TestClient, also others: Set<String>) throws {
    var missing = Set((0..<30).map { "m-\($0)" }).union(others)
    while !missing.isEmpty {
      let reply = try #require(try client.nextReply(within: Patience.limit), "\(missing)")
      missing.remove(reply.properties.correlationID ?? "")
    }
  }
}
