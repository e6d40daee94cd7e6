import AMQP
import BrokerFixture
import Envelope
import Foundation
import LiveryMessages
import MachineFixture
import Synchronization
import Testing

/// Takes the requests of a role on a broker, in place of a fleet, and answers as a test says.
final class StandInFleet: Sendable {
  /// The bodies of the answers to a request, of which this is the copy with that number, from 1.
  typealias Answering = @Sendable (_ request: Delivery, _ copy: Int) -> [String]

  private struct State {
    var requests: [Delivery] = []
    var waiters: [(count: Int, waiter: CheckedContinuation<Void, Never>)] = []
    var hasEnded = false
  }

  let endpoint: AMQPEndpoint
  private let state = Mutex(State())

  /// Declares the exchange of riders with one queue, and answers what comes there.
  init(on endpoint: AMQPEndpoint, answering: @escaping Answering) throws {
    self.endpoint = endpoint
    var connection = try AMQPConnection(to: endpoint, name: "declare", timeouts: .patient)
    try connection.declareExchange(
      ExchangeDeclaration(name: Self.exchange, kind: "direct"))
    for topics in ["livery.events", "livery.vehicles"] {
      try connection.declareExchange(ExchangeDeclaration(name: topics, kind: "topic"))
    }
    _ = try connection.declareQueue(QueueDeclaration(name: "requests"))
    for type in ["sos.handle", "get-ride-status.start-updates", "get-ride-status.stop-updates"] {
      try connection.bind(queue: "requests", exchange: Self.exchange, routingKey: type)
    }
    connection.close()
    Thread.detachNewThread { [self] in
      // After a lost connection it goes on.
      while !state.withLock(\.hasEnded) { try? serve(answering) }
    }
  }

  static let exchange = "livery.requests.riders"

  /// The URL with its password.
  var url: String { Self.url(of: endpoint) }

  static func url(of endpoint: AMQPEndpoint) -> String {
    let path = PercentEncoding.encode(endpoint.virtualHost)
    return "amqp://\(endpoint.user):\(endpoint.password)@\(endpoint.host):\(endpoint.port)/\(path)"
  }

  /// All requests so far.
  var requests: [Delivery] { state.withLock(\.requests) }

  /// Waits for so many requests.
  func has(_ count: Int) async {
    await withCheckedContinuation { waiter in
      let isThere = state.withLock { state in
        if state.requests.count < count { state.waiters.append((count, waiter)) }
        return state.requests.count >= count
      }
      if isThere { waiter.resume() }
    }
  }

  /// Publishes an event; whether a queue took it.
  func publish(
    _ event: String, as key: String, to exchange: String = "livery.events",
    type: String = "livery.ride.status-changed.v1"
  ) throws -> Bool {
    var publisher = try Publisher(to: endpoint, name: "events", timeouts: .patient)
    let message = Publication(
      exchange: exchange, routingKey: key, mandatory: true,
      properties: MessageProperties(type: type), body: Array(event.utf8))
    let report = try publisher.publish([message], within: Patience.limit)
    publisher.close()
    return report.failures.isEmpty
  }

  /// Publishes commands to a payment system with these keys.
  func command(_ keys: [String]) throws {
    var connection = try AMQPConnection(to: endpoint, name: "declare", timeouts: .patient)
    _ = try connection.declareQueue(QueueDeclaration(name: PaymentCommand.exchange))
    connection.close()
    var publisher = try Publisher(to: endpoint, name: "commands", timeouts: .patient)
    let messages = keys.map { key in
      let command = PaymentCommand(
        key: key, operation: .void, rideIdentifier: "ride-1",
        paymentMethod: PaymentMethod(type: .applePay))
      return Publication(
        exchange: "", routingKey: PaymentCommand.exchange, mandatory: true,
        properties: MessageProperties(type: "payment.void"), body: command.body())
    }
    #expect(try publisher.publish(messages, within: Patience.limit).failures.isEmpty)
    publisher.close()
  }

  func end() { state.withLock { $0.hasEnded = true } }

  private func serve(_ answering: Answering) throws {
    var connection = try AMQPConnection(to: endpoint, name: "fleet", timeouts: .patient)
    try connection.consume(queue: "requests", consumerTag: "fleet")
    while !state.withLock(\.hasEnded) {
      guard case .delivery(let request, _) = try connection.next(within: .milliseconds(100)) else {
        continue
      }
      let (copy, waiters) = state.withLock { state in
        state.requests.append(request)
        let due = state.waiters.filter { $0.count <= state.requests.count }
        state.waiters.removeAll { $0.count <= state.requests.count }
        let id = request.properties.messageID
        return (state.requests.count { $0.properties.messageID == id }, due)
      }
      for each in waiters { each.waiter.resume() }
      for body in answering(request, copy) { try connection.publish(Self.answer(request, body)) }
      try connection.acknowledge(request.deliveryTag, multiple: false)
    }
    connection.close()
  }

  private static func answer(_ request: Delivery, _ body: String) -> Publication {
    Publication(
      exchange: "", routingKey: request.properties.replyTo ?? "", mandatory: false,
      properties: MessageProperties(
        contentType: "application/json", correlationID: request.properties.correlationID,
        type: "\(request.routingKey).response"), body: Array(body.utf8))
  }
}

/// What a client has reported.
final class Reports: Sendable {
  private let all = Mutex<[String]>([])

  func add(_ report: String) { all.withLock { $0.append(report) } }

  var count: Int { all.withLock(\.count) }

  func have(_ text: String) -> Bool { all.withLock { $0.contains { $0.contains(text) } } }
}
