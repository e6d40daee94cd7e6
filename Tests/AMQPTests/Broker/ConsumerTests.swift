import AMQP
import BrokerFixture
import Messages
import Testing

@Suite("Broker: consumer", .blocking)
struct ConsumerTests {
  private func filled(_ count: Int, kind: String = "quorum") throws -> AMQPEndpoint {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint, kind: kind)
    try Given.publish(
      (0..<count).map { Given.message(to: "q", [UInt8(truncatingIfNeeded: $0)]) }, to: endpoint)
    return endpoint
  }

  @Test("One multiple acknowledgement settles all deliveries up to its tag")
  func multipleAcknowledgement() throws {
    let endpoint = try filled(50)
    var first = try Given.consumer(of: "q", on: endpoint)
    let taken = try first.takeAll(50)
    #expect(taken.map(\.body) == (0..<50).map { [UInt8($0)] })
    try first.acknowledge(through: taken[39].deliveryTag)
    try first.acknowledge(taken[45].deliveryTag)
    first.close()

    var second = try Given.consumer(of: "q", on: endpoint)
    let again = try second.takeAll(9)
    #expect(Set(again.map { $0.body[0] }) == Set(40..<50).subtracting([45]))
    #expect(again.allSatisfy { $0.redelivered })
    try second.acknowledge(through: again[8].deliveryTag)
    second.close()
  }

  @Test("A batch has the arrived messages up to its limit, and is empty for an idle queue")
  func limits() throws {
    let endpoint = try filled(10)
    var consumer = try Given.consumer(of: "q", on: endpoint)
    let first = try consumer.take(limit: 4, within: Given.patience)
    #expect((1...4).contains(first.count))
    let rest = try consumer.takeAll(10 - first.count)
    try consumer.acknowledge(through: rest[rest.count - 1].deliveryTag)
    let started = ContinuousClock.now
    #expect(try consumer.take(limit: 4, within: .milliseconds(50)).isEmpty)
    #expect(started.duration(to: .now) >= .milliseconds(40))
    #expect(try consumer.take(limit: 4, within: .zero).isEmpty)
    consumer.close()
  }

  @Test("The prefetch bounds what is delivered before an acknowledgement")
  func prefetch() throws {
    let endpoint = try filled(10)
    var consumer = try Given.consumer(of: "q", on: endpoint, prefetch: 3)
    let first = try consumer.takeAll(3)
    #expect(try consumer.take(limit: 10, within: .milliseconds(100)).isEmpty)
    try consumer.acknowledge(through: first[2].deliveryTag)
    #expect(try consumer.takeAll(3).count == 3)
    consumer.close()
  }

  @Test("A consumer knows that its queue has no more for it, and has received all until then")
  func end() throws {
    let endpoint = try filled(3)
    var consumer = try Given.consumer(of: "q", on: endpoint, prefetch: 2)
    let first = try consumer.takeAll(2)
    #expect(try !consumer.isAtEnd())
    try consumer.acknowledge(through: first[1].deliveryTag)
    while try !consumer.isAtEnd() {}
    #expect(try consumer.take(limit: 10, within: .zero).map(\.body) == [[2]])
    consumer.close()
  }

  @Test("Unacknowledged messages are returned, and nothing is delivered after that")
  func drain() throws {
    let endpoint = try filled(6)
    var consumer = try Given.consumer(of: "q", on: endpoint)
    let taken = try consumer.takeAll(6)
    for delivery in taken.dropFirst() { try consumer.acknowledge(delivery.deliveryTag) }
    try consumer.giveBackAll()
    try Given.publish([Given.message(to: "q", [99])], to: endpoint)
    #expect(try consumer.take(limit: 10, within: .milliseconds(100)).isEmpty)
    consumer.close()

    var next = try Given.consumer(of: "q", on: endpoint)
    #expect(Set(try next.takeAll(2).map(\.body)) == [[0], [99]])
    next.close()
  }

  @Test("A waiting consumer receives nothing until it consumes")
  func waiting() throws {
    let endpoint = try filled(3)
    var consumer = try Consumer(
      to: endpoint, queue: "q", prefetch: nil, name: "test", timeouts: .patient)
    #expect(try consumer.take(limit: 10, within: .milliseconds(100)).isEmpty)
    try consumer.consume(prefetch: 10)
    #expect(try consumer.takeAll(3).count == 3)
    consumer.close()
  }

  @Test(
    "A consumer whose prefetch is raised while it holds a message receives nothing twice",
    arguments: 1...10)
  func widening(_ round: Int) throws {
    let endpoint = try filled(50)
    var consumer = try Given.consumer(of: "q", on: endpoint, prefetch: 1)
    var bodies: [[UInt8]] = []
    while bodies.count < 50 {
      let taken = try consumer.take(limit: 10, within: Given.patience)
      #expect(taken.allSatisfy { !$0.redelivered })
      if bodies.count == 5 { try consumer.consume(prefetch: 10) }
      bodies += taken.map(\.body)
      try consumer.acknowledge(through: try #require(taken.last).deliveryTag)
    }
    #expect(try consumer.take(limit: 10, within: .milliseconds(50)).isEmpty)
    #expect(bodies == (0..<50).map { [UInt8($0)] })
    consumer.close()
  }

  @Test(
    "A consumer that pauses amid deliveries loses none, and what it held counts no attempt",
    arguments: 1...10)
  func pausing(_ round: Int) throws {
    let endpoint = try filled(200)
    var consumer = try Given.consumer(of: "q", on: endpoint, prefetch: 20)
    var bodies: [UInt8] = []
    while bodies.count < 200 {
      let taken = try consumer.take(limit: 7, within: .milliseconds(100))
      for delivery in taken { try consumer.acknowledge(delivery.deliveryTag) }
      bodies += taken.map { $0.body[0] }
      if taken.isEmpty, consumer.prefetch == nil { try consumer.consume(prefetch: 20) }
      if bodies.count.isMultiple(of: 14) { try consumer.pause() }
    }
    #expect(bodies.sorted() == (0..<200).map { UInt8($0) })
    #expect(try consumer.take(limit: 10, within: .milliseconds(50)).isEmpty)
    consumer.close()
  }

  @Test("What arrives during service is kept for the next batch")
  func service() throws {
    let endpoint = try filled(5)
    var consumer = try Given.consumer(of: "q", on: endpoint)
    let deadline = ContinuousClock.now.advanced(by: Given.patience)
    while !consumer.hasBufferedInput, .now < deadline { try consumer.service() }
    #expect(try consumer.takeAll(5).map { $0.body[0] } == [0, 1, 2, 3, 4])
    consumer.close()
  }

  @Test(
    "A consumer whose queue is deleted gets an error that says so",
    arguments: ["quorum", "classic"])
  func queueDeleted(kind: String) throws {
    let endpoint = try filled(1, kind: kind)
    var consumer = try Given.consumer(of: "q", on: endpoint)
    _ = try consumer.takeAll(1)
    var owner = try Given.connection(to: endpoint)
    try owner.deleteQueue("q")
    owner.close()
    let outcome = Result { () throws(AMQPError) in
      try consumer.take(limit: 1, within: Given.patience)
    }
    let error = #expect(throws: AMQPError.self) { try outcome.get() }
    #expect(error?.code == .consumerCancelled)
    #expect(error?.isRetriable == true)
  }

  @Test("A message over the size limit is dead-lettered unchanged, and the next is delivered")
  func unreadable() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("dead", on: endpoint)
    try Given.queue(
      "q", on: endpoint,
      arguments: [
        Header("x-dead-letter-exchange", .string("")),
        Header("x-dead-letter-routing-key", .string("dead")),
      ])
    let size = 16 << 20 + 1
    let large = Given.message(to: "q", [UInt8](repeating: 7, count: size))
    try Given.publish([large, Given.message(to: "q", [2])], to: endpoint)

    var consumer = try Given.consumer(of: "q", on: endpoint)
    #expect(try consumer.takeAll(1).map(\.body) == [[2]])
    let reasons = consumer.takeUnreadable()
    #expect(reasons.count == 1)
    #expect(reasons.first?.contains("at most 16777216 bytes") == true)
    #expect(consumer.takeUnreadable().isEmpty)
    consumer.close()

    var connection = try Given.connection(to: endpoint)
    let deadline = ContinuousClock.now.advanced(by: Given.patience)
    var dead = 0
    while dead == 0, .now < deadline {
      dead = try connection.declareQueue(.init(name: "dead", passive: true)).messageCount
    }
    #expect(dead == 1)
    connection.close()
  }

  @Test("Of a lossy queue nothing is received twice, and nothing while it is left alone")
  func lossy() throws {
    let endpoint = try filled(1)
    try Given.queue("lossy", on: endpoint)
    try Given.publish((10...12).map { Given.message(to: "lossy", [$0]) }, to: endpoint)
    var consumer = try Consumer(
      to: endpoint, queue: "q", prefetch: nil, name: "test", lossyQueue: "lossy",
      timeouts: .patient)
    try consumer.consume(prefetch: 10, isAlone: true)
    #expect(try consumer.takeAll(1).map(\.body) == [[0]])
    #expect(try consumer.isAtEnd() && consumer.take(limit: 9, within: .milliseconds(100)).isEmpty)
    try consumer.consume(prefetch: 10)
    #expect(try Set(consumer.takeAll(3).map(\.body)) == [[10], [11], [12]])
    // What is not acknowledged returns to both queues.
    try consumer.giveBackAll()
    consumer.close()

    var next = try Consumer(
      to: endpoint, queue: "q", prefetch: 10, name: "test", lossyQueue: "lossy",
      timeouts: .patient)
    try next.consume(prefetch: 10)
    try Given.publish([Given.message(to: "lossy", [13])], to: endpoint)
    let taken = try next.takeAll(2)
    #expect(Set(taken.map(\.body)) == [[0], [13]])
    try next.acknowledge(through: try #require(taken.map(\.deliveryTag).max()))
    next.close()
    try waitForEmpty("lossy", on: endpoint)
  }

  /// Waits until a queue has no message, ready or not.
  private func waitForEmpty(_ queue: String, on endpoint: AMQPEndpoint) throws {
    var connection = try Given.connection(to: endpoint)
    let deadline = ContinuousClock.now.advanced(by: Given.patience)
    var count = 1
    while count > 0, .now < deadline {
      count = try connection.declareQueue(.init(name: queue, passive: true)).messageCount
    }
    #expect(count == 0)
    connection.close()
  }

  @Test("A missing queue is named, with what to do about it")
  func missingQueue() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    let error = #expect(throws: AMQPError.self) {
      _ = try Consumer(to: endpoint, queue: "absent", prefetch: 1, name: "test", timeouts: .patient)
    }
    #expect(error?.code == .notFound)
    #expect(error?.isRetriable == false)
    #expect(error?.description.contains("'absent'") == true)
    #expect(error?.description.contains("livery topology apply") == true)
  }
}
