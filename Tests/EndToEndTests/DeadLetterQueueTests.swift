import AMQP
import BrokerFixture
import Fleet
import MachineFixture
import Messages
import Testing

@Suite("Queues of dead letters", .blocking)
struct DeadLetterQueueTests {
  private let fleet: RunningFleet
  private let queue = QueueFamily.listOptions.deadLetterQueue

  init() throws { fleet = try RunningFleet(migrated: false) }

  private func connection() throws -> AMQPConnection {
    try AMQPConnection(to: fleet.endpoint, name: "test dead letters", timeouts: .patient)
  }

  /// Waits for the letter to be delivered.
  private func tag(on connection: inout AMQPConnection) throws -> UInt64 {
    let end = ContinuousClock.now + Patience.limit
    while ContinuousClock.now < end {
      if case .delivery(let delivery, _) = try connection.next(within: .milliseconds(200)) {
        return delivery.deliveryTag
      }
    }
    throw FleetError("no letter has come from \(queue)")
  }

  // RabbitMQ 4 gives up after 20 deliveries what a queue without a limit returns.
  @Test("A letter is still there after 25 looks and 25 lost connections")
  func returned() throws {
    try TestClient(fleet).publish([
      Publication(
        exchange: Exchange.deadLetters, routingKey: QueueFamily.listOptions.deadLetterKey,
        mandatory: true, properties: MessageProperties(messageID: "m"), body: Array("{}".utf8))
    ])
    for _ in 1...25 {
      var reader = try connection()
      try reader.consume(queue: queue, consumerTag: "test")
      try reader.negativelyAcknowledge(tag(on: &reader), multiple: false, requeue: true)
      // It is not closed: the connection is lost with the letter in hand.
      _ = try tag(on: &reader)
    }
    var owner = try connection()
    try waitUntil("the letter is back") {
      try owner.declareQueue(QueueDeclaration(name: queue, passive: true)).messageCount == 1
    }
    owner.close()
  }
}
