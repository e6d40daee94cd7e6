import AMQP
import BrokerFixture
import Fleet
import MachineFixture
import Messages
import Rides
import Testing

@Suite("A lane's connections, while its last batch is published", .blocking)
struct TakingAheadTests {
  @Test("They hand out what has arrived, and acknowledge each batch by its own last tag")
  func eachBatchByItself() throws {
    let queue = try Queue()
    var transport = queue.transport()
    try transport.connect()
    #expect(try transport.takeAhead(limit: 10).isEmpty, "before the lane has its first duty")
    try queue.publish(1...4)
    let first = try Self.take(2, from: &transport)
    let ahead = try Self.takeAhead(2, from: &transport)
    #expect((first + ahead).map(\.body) == [[1], [2], [3], [4]])
    try transport.acknowledge(through: first[1].deliveryTag)
    transport.disconnect()
    var other = queue.transport()
    try other.connect()
    let again = try Self.take(1, from: &other) + Self.take(1, from: &other)
    #expect(Set(again.map(\.body)) == [[3], [4]], "only the first batch was acknowledged")
    other.close()
  }

  @Test("They hand out nothing more once a message has come that was delivered before")
  func suspect() throws {
    let queue = try Queue()
    // Another worker dies with a message in its hands.
    try queue.publish(9...9)
    var dying = queue.transport()
    try dying.connect()
    _ = try Self.take(1, from: &dying)
    var transport = queue.transport(lanes: 2)
    try transport.connect()
    try queue.publish(1...2)
    _ = try Self.take(2, from: &transport)
    dying.disconnect()
    try queue.publish(3...3)
    let end = ContinuousClock.now + .seconds(2)
    var ahead: [Delivery] = []
    while ContinuousClock.now < end { ahead += try transport.takeAhead(limit: 10) }
    #expect(ahead.allSatisfy { !$0.redelivered })
    #expect(ahead.count <= 1, "what came before the suspect")
    transport.close()
  }

  private static func take(
    _ count: Int, from transport: inout BrokerTransport
  ) throws -> [Delivery] {
    var taken: [Delivery] = []
    try waitUntil("\(count) messages") {
      taken += try transport.take(limit: count - taken.count, within: .milliseconds(100))
      return taken.count == count
    }
    return taken
  }

  private static func takeAhead(
    _ count: Int, from transport: inout BrokerTransport
  ) throws -> [Delivery] {
    var taken: [Delivery] = []
    try waitUntil("\(count) messages ahead") {
      taken += try transport.takeAhead(limit: count - taken.count)
      return taken.count == count
    }
    return taken
  }
}

/// A queue of its own on a virtual host of its own.
private struct Queue {
  let endpoint: AMQPEndpoint

  init() throws {
    endpoint = try TestBroker.leaseVirtualHost()
    var connection = try AMQPConnection(to: endpoint, name: "test", timeouts: .patient)
    _ = try connection.declareQueue(
      QueueDeclaration(name: "work", arguments: [Header("x-queue-type", .string("quorum"))]))
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

  func transport(lanes: Int = 1) -> BrokerTransport {
    let stopSignal = StopSignal()
    let log = Log(level: .error, worker: "test", sink: { _ in true }, clock: { .init(seconds: 0) })
    return BrokerTransport(
      endpoints: [endpoint], queue: "work", prefetch: 100, name: "test",
      lane: QuarantineMember(gate: QuarantineGate(lanes: lanes, log: log), lane: 0),
      throttle: ConnectThrottle(stopSignal: stopSignal), stopSignal: stopSignal)
  }
}
