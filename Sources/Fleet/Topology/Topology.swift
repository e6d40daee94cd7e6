package import AMQP
import Messages

/// What the fleet needs on a broker: its exchanges, its queues and the bindings between them.
///
/// The arguments mean the same on RabbitMQ 3.10 to 4.3. One owner declares them (`livery topology
/// apply`); workers only look whether they are there, so that a changed argument cannot stop a
/// roll-out.
package struct Topology: Sendable {
  /// The queue types of RabbitMQ that the work queues can have.
  package enum QueueType: String, Sendable, CaseIterable {
    /// Replicated and durable; the default.
    case quorum
    /// For measurements on one node.
    case classic
  }

  /// A queue and what leads to it.
  package struct BoundQueue: Sendable {
    package var declaration: QueueDeclaration
    package var bindings: [Binding]
  }

  /// An exchange and a routing key that lead to a queue.
  package struct Binding: Hashable, Sendable {
    package var exchange: String
    package var routingKey: String

    package init(exchange: String, routingKey: String) {
      self.exchange = exchange
      self.routingKey = routingKey
    }
  }

  /// How often a message is delivered before it becomes a dead letter.
  package static let deliveryLimit: Int64 = 20
  /// How often a dead letter is delivered: as often as anybody looks.
  ///
  /// A quorum queue without a limit has 20 from RabbitMQ 4.0 on, and what is returned more often is
  /// lost. −1 is no limit there and one of nothing on 3.10; a large number is the same on both.
  package static let deadLetterDeliveryLimit: Int64 = 1_000_000_000
  /// The most messages that a queue holds; past it publications are refused, not dropped.
  package static let maximumLength: Int64 = 1_000_000

  /// The most positions that wait, and for how many milliseconds: the oldest are dropped, since
  /// newer ones of the same vehicles follow.
  package static let mostPositions: Int64 = 20_000
  package static let positionLifetime: Int64 = 30_000

  /// The exchange that marks a virtual host as one for replays; nothing is published to it.
  package static let replayMark = "livery.replays"

  /// The type of all queues.
  package let queueType: QueueType

  package init(queueType: QueueType = .quorum) { self.queueType = queueType }

  /// The exchanges, all of them durable.
  package var exchanges: [ExchangeDeclaration] {
    Role.allCases.map { ExchangeDeclaration(name: $0.exchange, kind: "direct", durable: true) } + [
      ExchangeDeclaration(name: Exchange.events, kind: "topic", durable: true),
      ExchangeDeclaration(name: Exchange.payments, kind: "topic", durable: true),
      ExchangeDeclaration(name: Exchange.vehicles, kind: "topic", durable: true),
      ExchangeDeclaration(name: Exchange.help, kind: "topic", durable: true),
      ExchangeDeclaration(name: Exchange.deadLetters, kind: "direct", durable: true),
    ]
  }

  /// The work queues and their dead-letter queues; each dead-letter queue before the work queue
  /// that needs it.
  package var queues: [BoundQueue] {
    QueueFamily.allCases.flatMap { family in
      pair(
        family.queue, Self.bindings { $0.queue == family.queue },
        deadLetters: family.deadLetterQueue, key: family.deadLetterKey)
    } + [positions]
      // Commands of every kind to the payment system, which consumes them from here.
      + pair(
        Exchange.paymentQueue, [Binding(exchange: Exchange.payments, routingKey: "#")],
        deadLetters: Exchange.paymentDeadLetterQueue, key: Exchange.paymentDeadLetterKey) + [help]
  }

  /// The positions that may be lost.
  private var positions: BoundQueue {
    BoundQueue(
      declaration: QueueDeclaration(
        name: QueueFamily.positionQueue, durable: true, arguments: positionArguments),
      bindings: Self.bindings { $0.queue == QueueFamily.positionQueue })
  }

  /// All calls for help, which wait here for the operator's system, however often it returns them.
  private var help: BoundQueue {
    BoundQueue(
      declaration: QueueDeclaration(
        name: Exchange.help, durable: true, arguments: deadLetterArguments + bounds),
      bindings: [Binding(exchange: Exchange.help, routingKey: "#")])
  }

  /// A queue of dead letters, to which a routing key leads, and the queue that needs it.
  private func pair(
    _ queue: String, _ bindings: [Binding], deadLetters: String, key: String
  ) -> [BoundQueue] {
    [
      BoundQueue(
        declaration: QueueDeclaration(
          name: deadLetters, durable: true, arguments: deadLetterArguments),
        bindings: [Binding(exchange: Exchange.deadLetters, routingKey: key)]),
      BoundQueue(
        declaration: QueueDeclaration(
          name: queue, durable: true, arguments: workArguments(deadLetterKey: key)),
        bindings: bindings),
    ]
  }

  /// The queues of dead letters that the worker of a family moves into the store.
  static func deadLetterQueues(of family: QueueFamily) -> [String] {
    // Only the dispatch worker consumes the dead letters of payment commands.
    [family.deadLetterQueue] + (family == .dispatch ? [Exchange.paymentDeadLetterQueue] : [])
  }

  /// The bindings of a work queue: from the exchange of each role, the types that it carries.
  private static func bindings(where isCarried: (MessageType) -> Bool) -> [Binding] {
    Role.allCases.flatMap { role in
      role.types.filter(isCarried).map {
        Binding(exchange: role.exchange, routingKey: $0.rawValue)
      }
    }
  }

  /// Declares everything; what exists with the same arguments stays as it is, other arguments are
  /// an error that names the queue.
  ///
  /// - Parameter former: Queues that keep the declaration of an earlier version.
  package func apply(
    on connection: inout AMQPConnection, keeping former: Set<String> = []
  ) throws(AMQPError) {
    for exchange in exchanges { try connection.declareExchange(exchange) }
    for queue in queues {
      if !former.contains(queue.declaration.name) {
        _ = try connection.declareQueue(queue.declaration)
      }
      for binding in queue.bindings {
        try connection.bind(
          queue: queue.declaration.name, exchange: binding.exchange,
          routingKey: binding.routingKey)
      }
    }
  }

  /// The queues of dead letters, as earlier versions declared them: without a limit of deliveries,
  /// so that RabbitMQ 4 has one of its own.
  package var formerQueues: [QueueDeclaration] {
    let limit = Header("x-delivery-limit", .integer(Self.deadLetterDeliveryLimit))
    return queues.map(\.declaration).filter { $0.arguments.last == limit }.map {
      var former = $0
      former.arguments.removeAll { $0 == limit }
      return former
    }
  }

  /// Whether a queue exists with exactly these arguments, which cannot change.
  ///
  /// If not, the broker closes the channel, and the connection cannot be used again.
  package static func exists(
    _ queue: QueueDeclaration, on connection: inout AMQPConnection
  ) throws(AMQPError) -> Bool {
    var named = queue
    named.passive = true
    do throws(AMQPError) {
      // Else it would be declared.
      _ = try connection.declareQueue(named)
      _ = try connection.declareQueue(queue)
      return true
    } catch {
      guard [.notFound, .preconditionFailed].contains(error.code) else { throw error }
      return false
    }
  }

  /// Whether the exchange is still there that all producers shared before each role had its own.
  ///
  /// If it does not exist, the broker closes the channel, and the connection cannot be used again.
  package static func hasFormerExchange(
    on connection: inout AMQPConnection
  ) throws(AMQPError) -> Bool {
    do throws(AMQPError) {
      try connection.declareExchange(
        ExchangeDeclaration(name: Exchange.formerRequests, kind: "direct", passive: true))
      return true
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }

  /// Deletes that exchange with its bindings, at once: a producer that still publishes to it gets
  /// an error, and no message is lost in between.
  package static func deleteFormerExchange(
    on connection: inout AMQPConnection
  ) throws(AMQPError) {
    try connection.deleteExchange(Exchange.formerRequests)
  }

  private var deadLetterArguments: [Header] {
    let type = Header("x-queue-type", .string(queueType.rawValue))
    guard queueType == .quorum else { return [type] }
    return [type, Header("x-delivery-limit", .integer(Self.deadLetterDeliveryLimit))]
  }

  private var positionArguments: [Header] {
    [
      Header("x-queue-type", .string(queueType.rawValue)),
      Header("x-overflow", .string("drop-head")),
      Header("x-max-length", .integer(Self.mostPositions)),
      Header("x-message-ttl", .integer(Self.positionLifetime)),
    ]
  }

  private var bounds: [Header] {
    [
      Header("x-overflow", .string("reject-publish")),
      Header("x-max-length", .integer(Self.maximumLength)),
    ]
  }

  private func workArguments(deadLetterKey: String) -> [Header] {
    var arguments =
      [
        Header("x-queue-type", .string(queueType.rawValue)),
        Header("x-dead-letter-exchange", .string(Exchange.deadLetters)),
        Header("x-dead-letter-routing-key", .string(deadLetterKey)),
      ] + bounds
    if queueType == .quorum {
      // Both belong to quorum queues alone.
      arguments.append(Header("x-dead-letter-strategy", .string("at-least-once")))
      arguments.append(Header("x-delivery-limit", .integer(Self.deliveryLimit)))
    }
    return arguments
  }
}
