import AMQP
import BrokerFixture
import Fleet
import MachineFixture
import Messages
import Testing

@Suite("The lane that looks whether its queue is sound", .blocking)
struct ScoutTests {
  @Test("It looks on while the queue has messages that it is not given, and until it is empty")
  func unseenMessages() throws {
    let queue = try WorkQueue(singleActiveConsumer: true)
    try queue.publish(1...1)
    var other = try Consumer(
      to: queue.endpoint, queue: "work", prefetch: 1, name: "other", timeouts: .patient)
    let taken = try other.take(limit: 1, within: Patience.limit)
    try queue.publish(2...3)
    let member = queue.member()
    var transport = queue.transport(of: member)
    try transport.connect()
    for _ in 1...5 {
      let seen = try transport.take(limit: 10, within: .milliseconds(200))
      #expect(seen.isEmpty)
    }
    #expect(Self.looks(member), "the two messages may be any")
    for delivery in taken { try other.acknowledge(delivery.deliveryTag) }
    for _ in 2...3 {
      for delivery in try other.take(limit: 1, within: Patience.limit) {
        try other.acknowledge(delivery.deliveryTag)
      }
    }
    try waitUntil("the queue is found empty") {
      let taken = try transport.take(limit: 10, within: .milliseconds(10))
      #expect(taken.isEmpty)
      return !Self.looks(member)
    }
    other.close()
    transport.close()
  }

  @Test("What it hands out after one that was returned is acknowledged for good, even at a stop")
  func acknowledgedAtOnce() throws {
    let queue = try WorkQueue()
    try queue.publish(1...1)
    var other = try Consumer(
      to: queue.endpoint, queue: "work", prefetch: 1, name: "other", timeouts: .patient)
    let returned = try other.take(limit: 1, within: Patience.limit)
    #expect(returned.count == 1)
    let member = queue.member()
    var transport = queue.transport(of: member)
    try transport.connect()
    try waitUntil("the queue is found empty") {
      let taken = try transport.take(limit: 100, within: .milliseconds(10))
      #expect(taken.isEmpty)
      return !Self.looks(member)
    }
    // Now it consumes with its whole prefetch.
    #expect(try transport.take(limit: 100, within: .milliseconds(10)).isEmpty)
    try other.giveBackAll()
    other.close()
    try queue.publish(2...100)
    try waitUntil("all are delivered") { try queue.readyMessages() == 0 }
    var taken: [Delivery] = []
    try waitUntil("some are handed out") {
      taken = try transport.take(limit: 100, within: .milliseconds(10))
      return !taken.isEmpty
    }
    #expect(taken.count <= 32, "each is acknowledged on its own")
    try transport.acknowledge(through: try #require(taken.last).deliveryTag)
    transport.close()
    var rest = 0
    try waitUntil("the others are back: \(taken.count) handed out, \(rest) back") {
      rest = try queue.readyMessages()
      return rest == 100 - taken.count
    }
  }

  @Test("It hands out as many returned messages as it may hold, though some came before others")
  func wholeBatches() throws {
    let few = PoisonQuarantine.few
    let (first, rest) = (few / 2, 14 * few)
    let queue = try WorkQueue()
    try queue.publish(1...UInt8(first + rest))
    var some = try Self.holder(of: first, queue)
    var others = try Self.holder(of: rest, queue)
    try some.giveBackAll()
    var transport = queue.transport(of: queue.member())
    try transport.connect()
    var batches = [try Self.handedOut(by: &transport)]
    try others.giveBackAll()
    // The broker delivers what makes up the number, and after the acknowledgment the others.
    try waitUntil("more are delivered") { try queue.readyMessages() <= rest - few / 2 }
    while batches.joined().count < first + rest {
      try transport.acknowledge(through: try #require(batches.last?.last))
      batches.append(try Self.handedOut(by: &transport))
    }
    // 16 when the broker never pauses amid a delivery, and 23 and more without the wait.
    #expect(batches.count <= rest / few + 6, "\(batches.map(\.count))")
    some.close()
    others.close()
    transport.close()
  }

  /// Takes that many messages of the queue, and holds them.
  private static func holder(of count: Int, _ queue: WorkQueue) throws -> Consumer {
    var consumer = try Consumer(
      to: queue.endpoint, queue: "work", prefetch: UInt16(count), name: "other", timeouts: .patient)
    var taken = 0
    try waitUntil("all are delivered") {
      taken += try consumer.take(limit: count, within: .milliseconds(10)).count
      return taken == count
    }
    return consumer
  }

  /// The tags of the next messages that it hands out.
  private static func handedOut(by transport: inout BrokerTransport) throws -> [UInt64] {
    var taken: [UInt64] = []
    try waitUntil("some are handed out") {
      taken = try transport.take(limit: 100, within: .milliseconds(10)).map(\.deliveryTag)
      return !taken.isEmpty
    }
    return taken
  }

  private static func looks(_ member: QuarantineMember) -> Bool {
    !waitForInput([member.descriptor], for: .zero).isEmpty
  }
}
