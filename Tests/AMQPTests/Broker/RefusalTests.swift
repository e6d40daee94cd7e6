import AMQP
import BrokerFixture
import Messages
import Testing

@Suite("Broker: refusals and closes", .blocking)
struct RefusalTests {
  @Test("Wrong credentials are refused permanently, and the password is not shown")
  func wrongPassword() throws {
    var endpoint = try TestBroker.leaseVirtualHost()
    endpoint.password = "s3cret"
    let error = #expect(throws: AMQPError.self) { _ = try Given.connection(to: endpoint) }
    #expect(error?.code == .accessRefused)
    #expect(error?.isRetriable == false)
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test("A missing virtual host is not allowed")
  func missingVirtualHost() throws {
    var endpoint = try TestBroker.leaseVirtualHost()
    endpoint.virtualHost = "none-such"
    let error = #expect(throws: AMQPError.self) { _ = try Given.connection(to: endpoint) }
    #expect(error?.code == .notAllowed)
    #expect(error?.isRetriable == false)
  }

  @Test("A queue that exists with other arguments is a failed precondition")
  func mismatch() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint, kind: "classic")
    let error = #expect(throws: AMQPError.self) { try Given.queue("q", on: endpoint) }
    #expect(error?.code == .preconditionFailed)
    #expect(error?.isRetriable == false)
    #expect(error?.detail.contains("x-queue-type") == true)
  }

  @Test("A connection that the broker's operator closes is lost, and may be made again")
  func forcedClose() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint)
    var consumer = try Given.consumer(of: "q", on: endpoint)
    try TestBroker.control("close_all_connections", "--vhost", endpoint.virtualHost, "maintenance")
    let outcome = Result { () throws(AMQPError) in
      try consumer.take(limit: 1, within: Given.patience)
    }
    let error = #expect(throws: AMQPError.self) { try outcome.get() }
    #expect(error?.code == .connectionForced)
    #expect(error?.isRetriable == true)
    #expect(error?.detail.contains("maintenance") == true)
    try Given.consumer(of: "q", on: endpoint).close()
  }

  @Test("Exchanges are declared, bound, asked for and deleted")
  func topology() throws {
    var connection = try Given.connection(to: TestBroker.leaseVirtualHost())
    try connection.declareExchange(ExchangeDeclaration(name: "e", kind: "topic"))
    let queue = try connection.declareQueue(
      QueueDeclaration(name: "", durable: false, exclusive: true))
    #expect(queue.name.hasPrefix("amq.gen"))
    try connection.bind(queue: queue.name, exchange: "e", routingKey: "ride.#")
    try connection.publish(
      Publication(
        exchange: "e", routingKey: "ride.pickup.1", mandatory: true, properties: .init(), body: []))
    try connection.consume(queue: queue.name, consumerTag: "c", noAck: true)
    let event = try connection.firstEvent { if case .delivery = $0 { true } else { false } }
    guard case .delivery(let delivery, consumerTag: "c") = event else {
      Issue.record("expected a delivery, got \(String(describing: event))")
      return
    }
    #expect(delivery.exchange == "e")
    try connection.declareExchange(ExchangeDeclaration(name: "e", kind: "topic", passive: true))
    try connection.deleteExchange("e")
    let outcome = Result { () throws(AMQPError) in
      try connection.declareExchange(ExchangeDeclaration(name: "e", kind: "topic", passive: true))
    }
    let error = #expect(throws: AMQPError.self) { try outcome.get() }
    #expect(error?.code == .notFound)
  }
}
