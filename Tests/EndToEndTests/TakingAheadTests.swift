import AMQP
import BrokerFixture
import Fleet
import MachineFixture
import Messages
import Testing

@Suite("A lane's connections, while its last batch is published", .blocking)
struct TakingAheadTests {
  @Test("They hand out what has arrived, and acknowledge each batch by its own last tag")
  func eachBatchByItself() throws {
    let queue = try WorkQueue()
    var transport = queue.transport(of: queue.member())
    try transport.connect()
    #expect(try transport.takeAhead(limit: 10).isEmpty, "before the lane has its first duty")
    try queue.publish(1...4)
    let first = try Self.take(2, from: &transport)
    let ahead = try Self.takeAhead(2, from: &transport)
    #expect((first + ahead).map(\.body) == [[1], [2], [3], [4]])
    try transport.acknowledge(through: first[1].deliveryTag)
    transport.disconnect()
    var other = queue.transport(of: queue.member())
    try other.connect()
    var again: Set<[UInt8]> = []
    for _ in 1...2 {
      let taken = try Self.take(1, from: &other)
      try other.acknowledge(through: taken[0].deliveryTag)
      again.insert(taken[0].body)
    }
    #expect(again == [[3], [4]], "only the first batch was acknowledged")
    other.close()
  }

  @Test("They hand out nothing more once a message has come that was delivered before")
  func suspect() throws {
    let queue = try WorkQueue()
    // Another worker dies with a message in its hands.
    try queue.publish(9...9)
    var dying = queue.transport(of: queue.member())
    try dying.connect()
    _ = try Self.take(1, from: &dying)
    var transport = queue.transport(of: queue.member(lanes: 2))
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
