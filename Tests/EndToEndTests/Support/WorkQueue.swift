import AMQP
import BrokerFixture
import Fleet
import MachineFixture
import Messages
import Rides

/// A queue of its own on a virtual host of its own.
struct WorkQueue {
  let endpoint: AMQPEndpoint

  /// With a single active consumer, the other consumers of the queue receive nothing.
  init(singleActiveConsumer: Bool = false) throws {
    endpoint = try TestBroker.leaseVirtualHost()
    var connection = try AMQPConnection(to: endpoint, name: "test", timeouts: .patient)
    _ = try connection.declareQueue(
      QueueDeclaration(
        name: "work",
        arguments: [
          Header("x-queue-type", .string("quorum")),
          Header("x-single-active-consumer", .bool(singleActiveConsumer)),
        ]))
    connection.close()
  }

  /// Publishes messages whose bodies are these numbers.
  func publish(_ bodies: ClosedRange<UInt8>) throws {
    var publisher = try Publisher(to: endpoint, name: "test", timeouts: .patient)
    _ = try publisher.publish(
      bodies.map {
        Publication(
          exchange: Exchange.default, routingKey: "work", mandatory: true,
          properties: MessageProperties(), body: [$0])
      }, within: Patience.limit)
    publisher.close()
  }

  /// How many of its messages are ready for delivery.
  func readyMessages() throws -> Int {
    var connection = try AMQPConnection(to: endpoint, name: "test count", timeouts: .patient)
    let declared = try connection.declareQueue(QueueDeclaration(name: "work", passive: true))
    connection.close()
    return declared.messageCount
  }

  /// The first lane of a process with that many.
  func member(lanes: Int = 1) -> QuarantineMember {
    let log = Log(level: .error, worker: "test", sink: { _ in true }, clock: { .init(seconds: 0) })
    return QuarantineMember(gate: QuarantineGate(lanes: lanes, log: log), lane: 0)
  }

  func transport(of member: QuarantineMember) -> BrokerTransport {
    let stopSignal = StopSignal()
    return BrokerTransport(
      endpoints: [endpoint], queue: "work", prefetch: 100, name: "test", lane: member,
      throttle: ConnectThrottle(stopSignal: stopSignal), stopSignal: stopSignal)
  }
}
