import AMQP
import BrokerFixture
import Messages
import Testing

@Suite("Broker: publisher", .blocking)
struct PublisherTests {
  @Test("Two thousand messages are confirmed through a window of 500")
  func window() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint)
    var publisher = try Publisher(to: endpoint, name: "test", window: 500, timeouts: .patient)
    let batch = (0..<2000).map { Given.message(to: "q", [UInt8(truncatingIfNeeded: $0)]) }
    let report = try publisher.publish(batch, within: Given.patience)
    #expect(report == PublishReport(count: 2000))
    let isIdle = publisher.isIdle
    #expect(isIdle)
    // A second batch goes on with the tags of the first.
    #expect(try publisher.publish([batch[0]], within: Given.patience).count == 1)
    publisher.close()

    var connection = try Given.connection(to: endpoint)
    #expect(try connection.declareQueue(.init(name: "q", passive: true)).messageCount == 2001)
    #expect(try connection.purgeQueue("q") == 2001)
    connection.close()
  }

  @Test("Mandatory messages that reach no queue are reported by their index in the batch")
  func returned() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint)
    var publisher = try Publisher(to: endpoint, name: "test", timeouts: .patient)
    let batch = [
      Given.message(to: "q"), Given.message(to: "gone", [2]), Given.message(to: "q"),
      Given.message(to: "gone", []),
    ]
    let report = try publisher.publish(batch, within: Given.patience)
    #expect(
      report.failures
        == [1, 3].map { PublishFailure(index: $0, kind: .returned, reason: "312 NO_ROUTE") })
    publisher.close()
  }

  @Test("A batch without messages is settled without the broker")
  func empty() throws {
    var publisher = try Publisher(
      to: TestBroker.leaseVirtualHost(), name: "test", timeouts: .patient)
    publisher.begin([])
    #expect(try publisher.advance(within: .zero) == .settled(PublishReport(count: 0)))
    publisher.close()
  }

  @Test("A message that a full queue refuses, or that AMQP cannot carry, does not keep the others")
  func failures() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue(
      "full", on: endpoint, kind: "classic",
      arguments: [
        Header("x-max-length", .integer(1)), Header("x-overflow", .string("reject-publish")),
      ])
    try Given.queue("q", on: endpoint)
    try Given.publish([Given.message(to: "full")], to: endpoint)
    var long = Given.message(to: "q")
    long.properties.correlationID = String(repeating: "x", count: 256)
    var heavy = Given.message(to: "q")
    heavy.properties.headers = [Header("h", .string(String(repeating: "x", count: 140_000)))]

    var publisher = try Publisher(to: endpoint, name: "test", timeouts: .patient)
    let batch = [Given.message(to: "full"), long, Given.message(to: "q"), heavy]
    let report = try publisher.publish(batch, within: Given.patience)
    #expect(report.failures.map(\.index) == [0, 1, 3])
    #expect(report.failures.map(\.kind) == [.refused, .unsendable, .unsendable])
    #expect(try publisher.publish([Given.message(to: "q")], within: Given.patience).failures == [])
    publisher.close()
  }

  @Test("Publishing to an exchange that is missing is error 404")
  func missingExchange() throws {
    var publisher = try Publisher(
      to: TestBroker.leaseVirtualHost(), name: "test", timeouts: .patient)
    var message = Given.message(to: "q")
    message.exchange = "nowhere"
    let outcome = Result { () throws(AMQPError) in
      try publisher.publish([message], within: Given.patience)
    }
    let error = #expect(throws: AMQPError.self) { try outcome.get() }
    #expect(error?.code == .notFound)
    #expect(error?.isRetriable == false)
    // The connection is of no more use, and says why.
    let again = Result { () throws(AMQPError) in try publisher.service() }
    let sameError = #expect(throws: AMQPError.self) { try again.get() }
    #expect(sameError == error)
  }
}
