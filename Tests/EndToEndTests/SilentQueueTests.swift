import AMQP
import BrokerFixture
import Foundation
import Messages
import Testing

@Suite("A reply queue for which the broker confirms nothing", .blocking)
struct SilentQueueTests {
  @Test("Its request becomes a dead letter, and even after a restart the others are answered")
  func silentQueue() throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    var connection = try AMQPConnection(
      to: fleet.endpoint, name: "test silent queue", timeouts: .patient)
    _ = try connection.declareQueue(
      QueueDeclaration(
        name: "replies.test.silent", arguments: [Header("x-queue-type", .string("quorum"))]))
    let member = "'\(fleet.endpoint.virtualHost)_replies.test.silent'"
    try TestBroker.control("eval", "sys:suspend(\(member)).")
    defer { _ = try? TestBroker.control("eval", "sys:resume(\(member)).") }
    var stuck = client.request(
      "list-ride-options.handle", Bodies.list(), id: nil, correlation: "stuck", family: .listOptions
    )
    stuck.properties.replyTo = "replies.test.silent"
    try client.publish([stuck])
    let lanes = ["LIVERY_LANES": "4"]
    try fleet.startAndWait(["list-options-worker"], lanes)
    try waitUntil("its lane is stuck") {
      try client.readyMessages(in: QueueFamily.listOptions.queue) == 0
    }
    fleet.workers[0].killNow()
    try fleet.startAndWait(["list-options-worker"], lanes)
    for _ in 0..<20 {
      // There are no vehicles; that it is answered is what counts.
      #expect(try client.ask("list-ride-options.handle", Bodies.list()).code != nil)
    }
    let letter = try client.deadLetter(.listOptions)
    #expect(letter.properties.correlationID == "stuck")
    #expect(letter.properties.header("x-livery-reason") == .string("response-refused"))
    connection.close()
  }
}
