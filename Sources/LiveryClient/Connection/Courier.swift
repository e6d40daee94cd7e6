import AMQP
import Envelope
import LiveryMessages

/// The thread of a client: it alone has the connection, on which it writes requests and reads their
/// answers.
struct Courier: ~Copyable {
  private typealias Moment = ContinuousClock.Instant

  private let traffic: SharedTraffic
  private let options: RideClientOptions
  private var attempts: ConnectionAttempts
  private var isBlocked = false

  /// How many events are read before messages are written again.
  private static let burst = 64

  private init(_ endpoints: [AMQPEndpoint], _ mailbox: Mailbox, _ options: RideClientOptions) {
    traffic = SharedTraffic(mailbox, options)
    self.options = options
    attempts = ConnectionAttempts(endpoints)
  }

  /// Starts the thread, which ends when the mailbox is closed.
  static func start(
    _ endpoints: [AMQPEndpoint], _ mailbox: Mailbox, _ options: RideClientOptions
  ) throws(RideClientError) {
    try BrokerThread.start {
      var courier = Courier(endpoints, mailbox, options)
      courier.run()
    }
  }

  private mutating func run() {
    while !mailbox.isClosed {
      do throws(AMQPError) { try serve() } catch { lost(error) }
    }
    traffic.end()
  }

  private var mailbox: Mailbox { traffic.mailbox }

  /// Opens a connection and serves it until the client is closed.
  private mutating func serve() throws(AMQPError) {
    let (endpoint, name) = (attempts.endpoint, options.name)
    let opened = try traffic.whileAttended { () throws(AMQPError) in
      try Opened.to(endpoint, name: name)
    }
    let queue = opened.queue
    var connection = opened.connection
    if mailbox.isClosed { return connection.close() }
    isBlocked = false
    attempts.opened()
    traffic.with { $0.connected(replyTo: queue) }
    options.report(.connected("\(connection.endpoint)"))
    while true {
      traffic.takeMail()
      if mailbox.isClosed { return connection.close() }
      try write(to: &connection)
      guard try !read(from: &connection), !connection.hasBufferedInput else { continue }
      if traffic.with(\.hasDue), !isBlocked { continue }
      traffic.pause(atMost: .seconds(1), for: connection.descriptor)
    }
  }

  private mutating func write(to connection: inout AMQPConnection) throws(AMQPError) {
    let now = ContinuousClock.now
    while !isBlocked, let (number, message) = traffic.with({ $0.nextToWrite(at: now) }) {
      do throws(AMQPError) {
        try connection.enqueue(message)
        traffic.with { $0.wrote(number) }
      } catch {
        guard error.code == .unsendableMessage else { throw error }
        traffic.with { $0.isUnsendable(number, error.detail, at: now) }
      }
      // Before more is written, alarms must be known.
      if connection.hasMuchUnsent { break }
    }
    try connection.flush()
    guard traffic.with(\.isUnconfirmed) else { return }
    throw AMQPError(
      code: .timeout, operation: "publish requests",
      detail: "a message was not confirmed while a million others were sent")
  }

  /// Reads what has arrived; false if that is nothing.
  private mutating func read(from connection: inout AMQPConnection) throws(AMQPError) -> Bool {
    for count in 0..<Self.burst {
      guard let event = try connection.next(within: .zero) else { return count > 0 }
      switch event {
      case .blocked(let reason):
        isBlocked = true
        options.report(.blocked(reason))
      case .unblocked:
        isBlocked = false
        options.report(.unblocked)
      case .consumerCancelled:
        throw AMQPError(
          code: .consumerCancelled, operation: "receive answers", detail: "their queue is gone")
      default: traffic.with { $0.handle(event, at: .now) }
      }
    }
    return true
  }

  /// Waits after a lost connection; what no retry can help is an error to all who wait.
  private mutating func lost(_ error: AMQPError) {
    guard !mailbox.isClosed else { return }
    options.report(.disconnected("\(error)"))
    traffic.with { $0.disconnected(at: .now) }
    let (wait, isFinal) = attempts.failed(isRetriable: error.isRetriable)
    if isFinal { traffic.with { $0.failAll(.broker("\(error)"), at: .now) } }
    let end = ContinuousClock.now + wait
    while !mailbox.isClosed, ContinuousClock.now < end {
      traffic.pause(atMost: end - .now)
      traffic.takeMail()
    }
  }
}

/// A connection that is ready for requests, with the queue of their answers.
private struct Opened: ~Copyable {
  let connection: AMQPConnection
  let queue: String

  static func to(_ endpoint: AMQPEndpoint, name: String) throws(AMQPError) -> Opened {
    var connection = try AMQPConnection(to: endpoint, name: name, timeouts: .client)
    let queue = try connection.declareAnswerQueue()
    try connection.selectConfirms()
    return Opened(connection: connection, queue: queue)
  }
}

extension AMQPConnection {
  /// Declares a queue that the broker names and deletes with this connection, its only reader, and
  /// consumes from it.
  fileprivate mutating func declareAnswerQueue() throws(AMQPError) -> String {
    let name = try declareQueue(.ownQueue).name
    try consume(queue: name, consumerTag: "answers", noAck: true, exclusive: true)
    return name
  }
}

extension AMQPTimeouts {
  /// Short, since during a write no deadline of a call is noticed, and `close` waits.
  static let client = AMQPTimeouts(login: .seconds(5), answer: .seconds(5), write: .seconds(5))
}

extension QueueDeclaration {
  /// A queue of one connection; a virtual host may make queues quorum queues by default, which
  /// cannot be exclusive.
  static var ownQueue: QueueDeclaration {
    QueueDeclaration(
      name: "", durable: false, exclusive: true, autoDelete: true,
      arguments: [Header("x-queue-type", .string("classic"))])
  }
}
