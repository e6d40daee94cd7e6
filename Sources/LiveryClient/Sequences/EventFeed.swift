import AMQP
import Envelope
import LiveryMessages
import Synchronization

/// Where events come from.
enum EventQueue: Hashable, Sendable {
  /// A queue of this connection, bound with a pattern; what comes without a connection is lost.
  case own(pattern: String)
  /// A durable queue of this name, bound with a pattern; what is not acknowledged comes again.
  case kept(String, pattern: String)
  /// A queue of the fleet, which several may consume.
  case shared(String)

  /// How many events may be unacknowledged: of a shared queue one, so that each reader has work,
  /// and a crash counts as a delivery of no other.
  var prefetch: UInt16 { isShared ? 1 : 64 }

  /// What a caller has named, and what it is.
  var texts: [(text: String, what: String)] {
    switch self {
    case .own(let pattern): [(pattern, "pattern")]
    case .kept(let queue, let pattern): [(queue, "name of a queue"), (pattern, "pattern")]
    case .shared: []
    }
  }

  /// Whether it is a queue of the fleet.
  var isShared: Bool {
    if case .shared = self { true } else { false }
  }
}

/// A connection that consumes events for one iteration, on a thread of its own: if the login may
/// not consume, the broker closes this connection alone.
struct EventFeed<Event: RideEvent>: ~Copyable {
  private let mailbox: Mailbox
  private let options: RideClientOptions
  private let queue: EventQueue
  private let tap: Tap<Event>
  private let asked: Asked
  private var attempts: ConnectionAttempts
  private var acknowledgments = Acknowledgments()
  /// Whether no more events are taken, since one cannot be read; those before it are still read.
  private var isStopped = false

  private init(
    _ endpoints: [AMQPEndpoint], _ options: RideClientOptions, _ queue: EventQueue, _ asked: Asked,
    _ tap: Tap<Event>
  ) {
    mailbox = asked.mailbox
    self.options = options
    self.queue = queue
    self.tap = tap
    self.asked = asked
    attempts = ConnectionAttempts(endpoints)
  }

  /// Starts to consume, or throws `exhausted`; an event is acknowledged when the one after it is
  /// asked for.
  static func start(
    _ endpoints: [AMQPEndpoint], _ options: RideClientOptions, _ queue: EventQueue,
    in feeds: OpenFeeds
  ) throws(RideClientError) -> Source<Event> {
    // Those of a lost connection may still be there.
    let tap = Tap<Event>(capacity: 2 * Int(queue.prefetch))
    let asked = Asked(try Mailbox())
    // What was not read is not acknowledged.
    try feeds.start(asked.mailbox, onClose: { tap.end(dropsRest: true) }) {
      var feed = EventFeed(endpoints, options, queue, asked, tap)
      feed.run()
    }
    let every = Int(queue.prefetch + 1) / 2
    return Source(
      tap, onNext: { asked.next(isDrained: tap.isEmpty, every: every) },
      onEnd: { asked.mailbox.close() })
  }

  private mutating func run() {
    while !mailbox.isClosed {
      do throws(AMQPError) { try serve() } catch { lost(error) }
    }
  }

  private mutating func serve() throws(AMQPError) {
    var connection = try AMQPConnection(
      to: attempts.endpoint, name: options.name, timeouts: .client)
    if mailbox.isClosed { return connection.close() }
    try connection.consume(from: queue, exchange: Event.exchange, prefetch: queue.prefetch)
    acknowledgments = Acknowledgments(
      after: tap.keep(newest: comesAgain ? 0 : Int(queue.prefetch)))
    attempts.opened()
    mailbox.work()
    options.report(.connected("\(connection.endpoint)"))
    while true {
      _ = mailbox.take()
      // Read before what was asked for: what is asked for later comes again.
      let isClosed = mailbox.isClosed
      if let tag = acknowledgments.due(asked: asked.count) {
        try connection.acknowledge(tag, multiple: true)
      }
      if isClosed { return connection.close() }
      while !isStopped, let event = try connection.next(within: .zero) {
        try handle(event, on: &connection)
      }
      // Nothing else sends heartbeats where nothing is read.
      if isStopped { try connection.beat() }
      guard isStopped || !connection.hasBufferedInput else { continue }
      BrokerThread.wait(
        for: isStopped ? [mailbox.descriptor] : [connection.descriptor, mailbox.descriptor],
        atMost: .seconds(1))
    }
  }

  private mutating func handle(
    _ event: AMQPEvent, on connection: inout AMQPConnection
  ) throws(AMQPError) {
    switch event {
    case .delivery(let delivery, _):
      do throws(DecodingFailure) {
        let type = delivery.properties.type ?? ""
        let element = try Event(type: type, body: delivery.body)
        // Who takes no more is to hold no more.
        guard tap.put(element) else { return mailbox.close() }
        acknowledgments.add(delivery.deliveryTag)
      } catch {
        let identifier = delivery.properties.messageID
        try refuse(delivery.deliveryTag, identifier, error, on: &connection)
      }
    case .unreadable(let tag, _, let reason):
      try refuse(tag, nil, DecodingFailure(.malformed, "\(reason)"), on: &connection)
    case .consumerCancelled:
      throw AMQPError(
        code: .consumerCancelled, operation: "receive events", detail: "their queue is gone")
    default: break
    }
  }

  /// Rejects an event of another type, which this reader drops, and a command, which becomes a dead
  /// letter; an event of a kept queue that cannot be read stays there.
  private mutating func refuse(
    _ tag: UInt64, _ identifier: String?, _ failure: DecodingFailure,
    on connection: inout AMQPConnection
  ) throws(AMQPError) {
    if failure.kind != .otherType || queue.isShared {
      options.report(.unreadable(messageIdentifier: identifier, failure))
      if case .kept = queue {
        isStopped = true
        return tap.end(.unreadable(identifier: nil, failure))
      }
    }
    try connection.reject(tag, requeue: false)
  }

  /// Whether what was not acknowledged on a lost connection comes again on the next one.
  private var comesAgain: Bool {
    if case .own = queue { false } else { true }
  }

  /// Waits after a lost connection; what no retry can help ends the events.
  private mutating func lost(_ error: AMQPError) {
    mailbox.rest()
    guard !mailbox.isClosed else { return }
    options.report(.disconnected("\(error)"))
    // What could still be acknowledged comes again.
    guard !isStopped else { return mailbox.close() }
    let (pause, isFinal) = attempts.failed(isRetriable: error.isRetriable)
    guard !isFinal else {
      tap.end(
        .broker(identifier: nil, reason: "\(error)", mayBeCarriedOut: false),
        dropsRest: comesAgain)
      return mailbox.close()
    }
    let end = ContinuousClock.now + pause
    while !mailbox.isClosed, ContinuousClock.now < end {
      BrokerThread.wait(for: [mailbox.descriptor], atMost: end - .now)
      _ = mailbox.take()
    }
  }
}

/// How many events a reader has asked for: all but the last one are done with.
final class Asked: Sendable {
  let mailbox: Mailbox
  private let total = Atomic<Int>(0)

  init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  var count: Int { total.load(ordering: .acquiring) }

  /// The reader asks for one more; wakes the thread now and then, and when all are done.
  func next(isDrained: Bool, every: Int) {
    let count = total.add(1, ordering: .acquiringAndReleasing).newValue
    if isDrained || count % every == 0 { mailbox.wake() }
  }
}

/// Which deliveries of one connection are to be acknowledged.
struct Acknowledgments: Hashable, Sendable {
  /// How many elements were taken of connections before.
  private var done: Int
  private var open: [UInt64] = []

  init(after taken: Int = 0) { done = taken }

  /// A delivery is put in.
  mutating func add(_ tag: UInt64) { open.append(tag) }

  /// The last delivery that is done with, all before it too; nil where none is since the last time.
  mutating func due(asked: Int) -> UInt64? {
    let count = min(max(0, asked - 1 - done), open.count)
    guard count > 0 else { return nil }
    defer { open.removeFirst(count) }
    done += count
    return open[count - 1]
  }
}

extension AMQPConnection {
  /// Consumes from a queue, which it declares and binds unless it is the fleet's.
  fileprivate mutating func consume(
    from queue: EventQueue, exchange: String, prefetch: UInt16
  ) throws(AMQPError) {
    let name: String
    switch queue {
    case .shared(let shared): name = shared
    case .kept(let kept, let pattern):
      name = try declareQueue(QueueDeclaration(name: kept)).name
      try bind(queue: name, exchange: exchange, routingKey: pattern)
    case .own(let pattern):
      name = try declareQueue(.ownQueue).name
      try bind(queue: name, exchange: exchange, routingKey: pattern)
    }
    try qualityOfService(prefetch: prefetch)
    try consume(queue: name, consumerTag: "events")
  }
}
