import AMQP
import BrokerFixture
import Messages
import Testing

@Suite("Broker: heartbeats of who has no room", .blocking)
struct HeartbeatTests {
  private static let size = 7 << 20
  private static let count = 5

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
      timeouts: AMQPTimeouts(heartbeat: .seconds(3)))
    // What a lane holds itself, as suspects that wait for their turn.
    var taken = isTaken ? try consumer.takeAll(1) : []

    // The broker gives up who is silent for two intervals; here are four.
    var other = try Given.consumer(of: "idle", on: endpoint)
    let end = ContinuousClock.now.advanced(by: .seconds(12))
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
