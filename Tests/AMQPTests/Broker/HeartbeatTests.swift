import AMQP
import BrokerFixture
import Messages
import Testing

@Suite("Broker: heartbeats of who has no room", .blocking)
struct HeartbeatTests {
  private static let size = 7 << 20
  private static let count = 5
  /// So long that a busy machine does not delay a test by two of them; three are less than the 30 s
  /// after which RabbitMQ closes a connection that takes nothing of what it writes (ranch).
  private static let heartbeat = Duration.seconds(7)

  @Test(
    "A consumer at its limit of bytes keeps its connection while it waits",
    arguments: [false, true])
  func full(_ isTaken: Bool) throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint)
    try Given.queue("idle", on: endpoint)
    for number in 0..<Self.count {
      let body = [UInt8](repeating: UInt8(number), count: Self.size)
      try Given.publish([Given.message(to: "q", body)], to: endpoint)
    }
    var consumer = try Consumer(
      to: endpoint, queue: "q", prefetch: 100, name: "test",
      timeouts: AMQPTimeouts(heartbeat: Self.heartbeat))
    // What a lane holds itself, as suspects that wait for their turn.
    var taken = isTaken ? try consumer.takeAll(1) : []

    // The broker gives up who is silent for two intervals; here are three.
    var other = try Given.consumer(of: "idle", on: endpoint)
    let end = ContinuousClock.now.advanced(by: Self.heartbeat * 3)
    while .now < end {
      if isTaken { try consumer.beat() } else { try consumer.service() }
      _ = try other.take(limit: 1, within: .milliseconds(100))
    }
    other.close()

    taken += try consumer.takeAll(Self.count - taken.count)
    #expect(taken.map { $0.body.first } == (0..<Self.count).map { UInt8($0) })
    try consumer.acknowledge(through: try #require(taken.last).deliveryTag)
    consumer.close()
    var next = try Given.consumer(of: "q", on: endpoint)
    #expect(try next.take(limit: 1, within: .milliseconds(500)).isEmpty)
    next.close()
  }
}
