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

  /// The copies that the broker has not sent yet; those that it has are received before.
  mutating func waiting() throws(ToolError) -> Int {
    do throws(AMQPError) {
      return try connection.declareQueue(QueueDeclaration(name: queue, passive: true)).messageCount
    } catch {
      throw ToolError(error)
    }
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
      Topology.Binding(exchange: Exchange.help, routingKey: "#"),
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
