import AMQP
import Fleet
import Glibc
import Messages
import Rides

/// A copy of a publication, and when it was received.
struct ReceivedCopy {
  let delivery: Delivery
  let at: Instant
}

/// Copies of the publications to exchanges, in an exclusive queue, so that the workers are not
/// affected.
///
/// The queue is bounded: when this process is too slow, the broker drops the oldest copies from it,
/// and never blocks a publisher. Dropped copies go to a second queue, whose deliveries are counted.
struct RecordingTap: ~Copyable {
  /// The most bytes of bodies that wait in the queue.
  static let queueLimit: Int64 = 256 << 20
  /// The most dropped messages that wait to be counted.
  private static let droppedLimit: Int64 = 100_000

  private static let copiesTag = "copies"
  private static let droppedTag = "dropped"

  private var connection: AMQPConnection
  private let queue: String
  /// How many messages were dropped.
  private(set) var dropped = 0
  /// Whether dropped messages are counted.
  let countsDropped: Bool

  /// Connects and binds; copies arrive from now on.
  init(_ configuration: Configuration, _ sources: [Topology.Binding]) throws(ToolError) {
    var connection = try BrokerLinks.connection(configuration, role: "record")
    let dropped = Self.droppedQueue(&connection)
    if dropped == nil {
      // What was refused has closed the channel.
      connection = try BrokerLinks.connection(configuration, role: "record")
    }
    let queue = try Self.open(&connection, sources, dropped: dropped)
    self.connection = connection
    self.queue = queue
    countsDropped = dropped != nil
  }

  /// A queue for dropped copies; nil if the user may not declare a queue that dead-letters to it.
  private static func droppedQueue(_ connection: inout AMQPConnection) -> String? {
    do throws(AMQPError) {
      let name = try connection.declareQueue(
        queue([Header("x-max-length", .integer(droppedLimit))])
      )
      .name
      _ = try connection.declareQueue(queue(deadLettering(to: name)))
      try connection.consume(queue: name, consumerTag: droppedTag, noAck: true, exclusive: true)
      return name
    } catch {
      return nil
    }
  }

  private static func open(
    _ connection: inout AMQPConnection, _ sources: [Topology.Binding], dropped: String?
  ) throws(ToolError) -> String {
    do throws(AMQPError) {
      let arguments = dropped.map(deadLettering) ?? []
      let name = try connection.declareQueue(
        queue(arguments + [Header("x-max-length-bytes", .integer(queueLimit))])
      ).name
      for source in sources {
        try connection.bind(queue: name, exchange: source.exchange, routingKey: source.routingKey)
      }
      try connection.consume(queue: name, consumerTag: copiesTag, noAck: true, exclusive: true)
      return name
    } catch {
      throw ToolError(error)
    }
  }

  /// A queue that the broker names and that ends with the connection.
  private static func queue(_ arguments: [Header]) -> QueueDeclaration {
    QueueDeclaration(
      name: "", durable: false, exclusive: true, autoDelete: true,
      arguments: [
        Header("x-queue-type", .string("classic")), Header("x-overflow", .string("drop-head")),
      ] + arguments)
  }

  private static func deadLettering(to queue: String) -> [Header] {
    [
      Header("x-dead-letter-exchange", .string(Exchange.default)),
      Header("x-dead-letter-routing-key", .string(queue)),
    ]
  }

  /// The next copy, waited for at most so long; also serves the connection's heartbeats.
  mutating func next(within limit: Duration) throws(ToolError) -> Delivery? {
    while let (delivery, tag) = try connection.nextDelivery(of: queue, within: limit) {
      if tag == Self.copiesTag { return delivery }
      dropped += 1
    }
    return nil
  }

  /// Appends the next copy with the time at which it is received; returns whether one came.
  @discardableResult
  mutating func receive(
    into copies: inout [ReceivedCopy], within limit: Duration, _ context: ToolContext
  ) throws(ToolError) -> Bool {
    guard let delivery = try next(within: limit) else { return false }
    copies.append(ReceivedCopy(delivery: delivery, at: context.clock()))
    return true
  }

  /// Waits until the workers have handled what was published before the copies began, so that each
  /// message is in the copies or in the store; returns how many still wait in the work queues.
  mutating func settle(
    into early: inout [ReceivedCopy], _ configuration: Configuration, _ context: ToolContext
  ) throws(ToolError) -> Int {
    var connection = try BrokerLinks.connection(configuration, role: "record state")
    let end = ContinuousClock.now + .seconds(10)
    var waiting = 0
    repeat {
      // A message that a worker has received is not counted, and handled within this time.
      let pause = ContinuousClock.now + .seconds(1)
      while ContinuousClock.now < pause {
        try receive(into: &early, within: .milliseconds(100), context)
      }
      waiting = try Self.waitingMessages(&connection)
    } while waiting > 0 && ContinuousClock.now < end && !context.stopSignal.isStopped
    connection.close()
    return waiting
  }

  private static func waitingMessages(
    _ connection: inout AMQPConnection
  ) throws(ToolError) -> Int {
    do throws(AMQPError) {
      var count = 0
      for family in QueueFamily.allCases {
        count += try connection.declareQueue(
          QueueDeclaration(name: family.queue, passive: true)
        ).messageCount
      }
      return count
    } catch {
      throw ToolError(error)
    }
  }

  /// The socket, to be polled for input together with `hasBufferedInput`.
  var descriptor: Int32 { connection.descriptor }

  var hasBufferedInput: Bool { connection.hasBufferedInput }

  consuming func close() { connection.close() }

  /// The default of what is recorded: every message of the contract.
  static var everything: [Topology.Binding] {
    let requests = Role.allCases.flatMap { role in
      role.types.map { Topology.Binding(exchange: role.exchange, routingKey: $0.rawValue) }
    }
    let deadLetters =
      QueueFamily.allCases.map(\.deadLetterKey) + [Exchange.paymentDeadLetterKey]
    return requests + [
      Topology.Binding(exchange: Exchange.events, routingKey: "ride.#"),
      Topology.Binding(exchange: Exchange.payments, routingKey: "#"),
    ] + deadLetters.map { Topology.Binding(exchange: Exchange.deadLetters, routingKey: $0) }
  }

  /// Throws `notFound` unless the work queues exist: while a recorder runs, a message that reaches
  /// no work queue is not returned to its publisher.
  static func checkTopology(_ configuration: Configuration) throws(ToolError) {
    var connection = try BrokerLinks.connection(configuration, role: "record check")
    do throws(AMQPError) {
      for family in QueueFamily.allCases {
        _ = try connection.declareQueue(QueueDeclaration(name: family.queue, passive: true))
      }
    } catch {
      throw ToolError(error)
    }
    connection.close()
  }
}

/// The messages of a queue, copied without removing any: they are received, not acknowledged, and
/// returned to the queue at the end.
///
/// Up to RabbitMQ 4.2 each return counts as one delivery towards `x-delivery-limit`. So the first
/// message is received alone at first, and shows how many looks the queue has had; one behind it
/// may have had more deliveries, from workers that ended without an acknowledgment.
struct QueueCopy: ~Copyable {
  /// With so many deliveries before, a message is left to the workers.
  static let attemptLimit = Int(Topology.deliveryLimit) / 2

  private static let firstTag = "first"
  private static let restTag = "rest"

  private var connection: AMQPConnection
  private let queue: String
  /// The number of messages at the beginning; later ones are not copied.
  private(set) var remaining: Int
  private var first: Delivery?
  /// Whether the messages behind the first are asked for.
  private var hasRest = false

  /// Receives the first message; refuses a queue where it has had half of its deliveries.
  init(_ configuration: Configuration, queue: String) throws(ToolError) {
    var connection = try BrokerLinks.connection(configuration, role: "record queue")
    let count = try Self.count(&connection, queue)
    first = count > 0 ? try Self.first(&connection, queue) : nil
    self.connection = connection
    self.queue = queue
    remaining = count
  }

  private static func count(
    _ connection: inout AMQPConnection, _ queue: String
  ) throws(ToolError) -> Int {
    do throws(AMQPError) {
      return try connection.declareQueue(QueueDeclaration(name: queue, passive: true)).messageCount
    } catch {
      throw ToolError(error)
    }
  }

  private static func first(
    _ connection: inout AMQPConnection, _ queue: String
  ) throws(ToolError) -> Delivery? {
    try consume(&connection, queue, firstTag, prefetch: 1)
    // Only a message that arrives can be refused, so a slow broker has its time.
    let first = try connection.nextDelivery(of: queue, within: .seconds(10))?.delivery
    guard let attempts = first?.attempts, attempts >= attemptLimit else { return first }
    giveBack(&connection, [firstTag])
    throw refusal(queue, attempts)
  }

  private static func refusal(_ queue: String, _ attempts: Int) -> ToolError {
    let left = Int(Topology.deliveryLimit) - attempts - 1
    return ToolError(
      .failure,
      "queue '\(queue)': its first message has had \(attempts) of its \(Topology.deliveryLimit) "
        + "deliveries, so that further looks would make it a dead letter; nothing was recorded; "
        + "before RabbitMQ 4.3 this look counts as one more and "
        + (left < 0 ? "makes it a dead letter" : "leaves \(left)"))
  }

  private static func consume(
    _ connection: inout AMQPConnection, _ queue: String, _ tag: String, prefetch: UInt16
  ) throws(ToolError) {
    do throws(AMQPError) {
      try connection.qualityOfService(prefetch: prefetch)
      try connection.consume(queue: queue, consumerTag: tag)
    } catch {
      throw ToolError(error)
    }
  }

  /// The next message; nil after the last, or if no more arrive: another consumer may have received
  /// them.
  mutating func next(within limit: Duration) throws(ToolError) -> Delivery? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    if !hasRest, remaining > 0 {
      // The consumer of the first may hold no other, even if the first has not arrived yet.
      try Self.consume(&connection, queue, Self.restTag, prefetch: .max)
      hasRest = true
    }
    if let first = first.take() { return first }
    return try connection.nextDelivery(of: queue, within: limit)?.delivery
  }

  /// RabbitMQ 4.3 counts no delivery that is given back, but those of a connection that ends.
  private static func giveBack(_ connection: inout AMQPConnection, _ tags: [String]) {
    do throws(AMQPError) {
      for tag in tags { try connection.cancel(consumerTag: tag) }
      try connection.negativelyAcknowledge(0, multiple: true, requeue: true)
    } catch {
      // The connection has ended, and the broker returns them.
    }
  }

  /// Returns all messages to the queue.
  consuming func close() {
    Self.giveBack(&connection, [Self.firstTag, Self.restTag])
    connection.close()
  }
}
