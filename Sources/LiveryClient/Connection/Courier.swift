import AMQP
import Envelope
import LiveryMessages

/// The thread of a client: it alone has the connection, on which it writes requests and reads their
/// answers.
struct Courier: ~Copyable {
  private typealias Moment = ContinuousClock.Instant

  private let mailbox: Mailbox
  private let options: RideClientOptions
  private var attempts: ConnectionAttempts
  private var traffic: Traffic
  private var isBlocked = false

  /// How many events are read before messages are written again.
  private static let burst = 64
  /// Short, since during a login and a write no deadline of a call is noticed.
  private static let timeouts = AMQPTimeouts(
    login: .seconds(5), answer: .seconds(5), write: .seconds(5))

  private init(_ endpoints: [AMQPEndpoint], _ mailbox: Mailbox, _ options: RideClientOptions) {
    self.mailbox = mailbox
    self.options = options
    attempts = ConnectionAttempts(endpoints)
    traffic = Traffic(window: options.window, report: options.report)
  }

  /// Starts the thread, which ends when the mailbox is closed.
  static func start(
    _ endpoints: [AMQPEndpoint], _ mailbox: Mailbox, _ options: RideClientOptions
  ) throws(RideClientError) {
    try BrokerThread.start {
      var courier = Courier(endpoints, mailbox, options)
      courier.run()
      mailbox.ended()
    }
  }

  private mutating func run() {
    while !mailbox.isClosed {
      do throws(AMQPError) { try serve() } catch { lost(error) }
    }
    takeMail()
    traffic.failAll(.closed, at: .now)
  }

  /// Opens a connection and serves it until the client is closed.
  private mutating func serve() throws(AMQPError) {
    var connection = try AMQPConnection(
      to: attempts.endpoint, name: options.name, timeouts: Self.timeouts)
    let queue = try connection.declareAnswerQueue()
    try connection.selectConfirms()
    isBlocked = false
    attempts.opened()
    traffic.connected(replyTo: queue)
    options.report(.connected("\(connection.endpoint)"))
    while true {
      takeMail()
      if mailbox.isClosed { return connection.close() }
      try write(to: &connection)
      guard try !read(from: &connection), !connection.hasBufferedInput else { continue }
      if traffic.hasDue, !isBlocked { continue }
      pause(atMost: .seconds(1), for: connection.descriptor)
    }
  }

  private mutating func takeMail() {
    let now = ContinuousClock.now
    for letter in mailbox.take() {
      switch letter {
      case .order(let order): traffic.add(order, at: now)
      case .withdrawal(let number): traffic.withdraw(number, at: now)
      }
    }
    traffic.passTime(to: now)
  }

  private mutating func write(to connection: inout AMQPConnection) throws(AMQPError) {
    let now = ContinuousClock.now
    while !isBlocked, let (number, message) = traffic.nextToWrite(at: now) {
      do throws(AMQPError) {
        try connection.enqueue(message)
        traffic.wrote(number)
      } catch {
        guard error.code == .unsendableMessage else { throw error }
        traffic.isUnsendable(number, error.detail, at: now)
      }
      // Before more is written, alarms must be known.
      if connection.hasMuchUnsent { break }
    }
    try connection.flush()
    guard traffic.isUnconfirmed else { return }
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
      default: traffic.handle(event, at: .now)
      }
    }
    return true
  }

  private func pause(atMost limit: Duration, for descriptors: Int32...) {
    guard mailbox.mayWait() else { return }
    let next = traffic.nextTime.map { $0 - .now } ?? limit
    BrokerThread.wait(for: descriptors + [mailbox.descriptor], atMost: min(limit, next))
  }

  /// Waits after a lost connection; what no retry can help is an error to all who wait.
  private mutating func lost(_ error: AMQPError) {
    options.report(.disconnected("\(error)"))
    traffic.disconnected(at: .now)
    let (wait, isFinal) = attempts.failed(isRetriable: error.isRetriable)
    if isFinal { traffic.failAll(.broker("\(error)"), at: .now) }
    let end = ContinuousClock.now + wait
    while !mailbox.isClosed, ContinuousClock.now < end {
      pause(atMost: end - .now)
      takeMail()
    }
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

extension QueueDeclaration {
  /// A queue of one connection; a virtual host may make queues quorum queues by default, which
  /// cannot be exclusive.
  static var ownQueue: QueueDeclaration {
    QueueDeclaration(
      name: "", durable: false, exclusive: true, autoDelete: true,
      arguments: [Header("x-queue-type", .string("classic"))])
  }
}
