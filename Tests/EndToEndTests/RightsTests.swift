import AMQP
import BrokerFixture
import Fleet
import Foundation
import Messages
import Testing

@Suite("The rights of each role's user", .blocking)
struct RightsTests {
  private let page: String

  init() throws {
    page = try String(
      contentsOf: Repository.root.appendingPathComponent("deploy/runbook/Permissions.md"),
      encoding: .utf8)
  }

  @Test("What the broker lets each user do is what the runbook's table says")
  func broker() throws {
    let fleet = try RunningFleet()
    let users = RightsUser.all(of: fleet)
    for attempt in RightsAttempt.ofBroker {
      expect(attempt.title, try users.map(attempt.outcome))
    }
  }

  @Test("What a worker makes of each user's forgeries is what the runbook's table says")
  func workers() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    let client = try TestClient(fleet)
    let users = RightsUser.all(of: fleet)
    for (title, change) in RightsAttempt.ofWorker {
      let outcomes = try users.map { user in
        let id = "\(title) as \(user.part.name)"
        let forged = user.message(id: id) { change(user, &$0) }
        guard try user.publish([forged]) == ["accepted"] else { return "not published" }
        let letter = try client.deadLetter(user.role.types[0].family)
        #expect(letter.properties.messageID == id)
        guard case .string(let reason) = letter.properties.header("x-livery-reason") else {
          return "kept by the broker"
        }
        return ["not-permitted", "reserved-header"].contains(reason) ? "`\(reason)`" : "accepted"
      }
      expect(title, outcomes)
    }
    #expect(try client.nextReply(within: .milliseconds(500)) == nil)
  }

  @Test("A copy that `BCC` brings to another queue is kept there unhandled")
  func blindCopy() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["list-options-worker", "request-ride-worker"])
    let client = try TestClient(fleet)
    var list = client.request(
      "list-ride-options.handle", Bodies.booking(rider: "rider-1"), id: "copied", correlation: "c",
      family: .listOptions)
    list.properties.type = nil
    list.properties.headers = [Header("BCC", .array([.string("request-ride.handle")]))]
    try client.publish([list])
    #expect(
      try client.answer(to: "c").delivery.properties.type == "list-ride-options.handle.response")
    let letter = try client.deadLetter(.requestRide)
    #expect(letter.properties.header("x-livery-reason") == .string("not-permitted"))
    #expect(try client.nextReply(within: .milliseconds(500)) == nil)
    #expect(try fleet.unfinishedRides(of: ["rider-1"]).isEmpty)
  }

  @Test("With the former exchange `topology apply` explains what to do, and deletes it on request")
  func formerExchange() throws {
    let fleet = try RunningFleet()
    var connection = try AMQPConnection(
      to: fleet.endpoint, name: "test former exchange", timeouts: .patient)
    try connection.declareExchange(
      ExchangeDeclaration(name: Exchange.formerRequests, kind: "direct"))
    try connection.bind(
      queue: QueueFamily.dispatch.queue, exchange: Exchange.formerRequests, routingKey: "dispatch")
    let told = try fleet.tool(as: "livery-owner", "topology", "apply")
    #expect(told.code == 0 && told.output.contains("livery topology apply --delete-former"))
    try connection.declareExchange(
      ExchangeDeclaration(name: Exchange.formerRequests, kind: "direct", passive: true))
    let deleted = try fleet.tool(as: "livery-owner", "topology", "apply", "--delete-former")
    #expect(deleted.code == 0 && deleted.output.contains("deleted exchange livery.requests\n"))
    #expect(try !Topology.hasFormerExchange(on: &connection))
    let again = try fleet.tool(as: "livery-owner", "topology", "apply")
    #expect(again.code == 0 && !again.output.contains("earlier version"))
  }

  @Test("`topology apply` keeps queues of dead letters of an earlier version, and says what to do")
  func formerQueues() throws {
    let fleet = try RunningFleet(topology: false)
    var connection = try AMQPConnection(
      to: fleet.endpoint, name: "test former queues", timeouts: .patient)
    let former = try #require(Topology().formerQueues.first)
    _ = try connection.declareQueue(former)
    for _ in 1...2 {
      let told = try fleet.tool(as: "livery-owner", "topology", "apply")
      #expect(
        told.code == 0 && told.output.contains("without a delivery limit:\n  \(former.name)\n"))
      #expect(told.output.contains("livery.payments (quorum)"), "all the others are declared")
    }
    #expect(try connection.deleteQueue(former.name) == 0)
    let renewed = try fleet.tool(as: "livery-owner", "topology", "apply")
    #expect(renewed.code == 0 && !renewed.output.contains("earlier version"))
    #expect(try !Topology.exists(former, on: &connection))
  }

  @Test("`topology apply` names a queue that exists with yet other arguments")
  func otherQueue() throws {
    let fleet = try RunningFleet(topology: false)
    var connection = try AMQPConnection(
      to: fleet.endpoint, name: "test other queue", timeouts: .patient)
    var other = try #require(Topology().formerQueues.first)
    other.arguments.append(Header("x-max-length", .integer(5)))
    _ = try connection.declareQueue(other)
    let told = try fleet.tool(as: "livery-owner", "topology", "apply")
    #expect(told.code == 1 && told.errors.contains(other.name), "\(told)")
  }

  private func expect(_ title: String, _ outcomes: [String]) {
    let row = "| \(title) | \(outcomes.joined(separator: " | ")) |"
    print(row)
    #expect(page.contains(row), "\(row)")
  }
}
