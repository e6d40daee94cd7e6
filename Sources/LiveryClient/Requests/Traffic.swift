import AMQP
import Envelope
import LiveryMessages

/// All requests of a client, over one connection after another, without I/O.
struct Traffic {
  typealias Moment = RequestMachine.Moment

  /// An object, since a copy for each event costs more than all else that is done with it.
  private final class Flight {
    let order: Order
    var machine: RequestMachine
    /// Its `correlation_id`, once it has a place in the window, or needs none.
    var correlation: String?
    /// The correlation of the open request that it is about.
    var given: String?
    /// Whether it is in the queue of due requests.
    var isInLine = false

    init(_ order: Order, at now: Moment) {
      self.order = order
      machine = RequestMachine(
        identifier: order.message.identifier, limits: order.limits, at: now)
    }

    /// Whether it takes a place in the window; who follows a ride hardly ever sends.
    var takesPlace: Bool { order.limits.quiet == nil }

    func isDue(at now: Moment) -> Bool {
      correlation != nil && !isInLine && machine.isDue(at: now)
    }
  }

  private let window: Int
  private let report: @Sendable (RideClientReport) -> Void
  /// Those under way, and those that wait for a place in the window.
  private var flights: [Int: Flight] = [:]
  private var numbers: [String: Int] = [:]
  /// A late answer is not to be taken for that to a later request with the same identifier.
  private var unanswered = Unanswered()
  private var waiting = WaitingLine()
  private var underWay = 0
  /// Those that may be due.
  private var due = WaitingLine()
  private var confirms = PublisherConfirms()
  private var replyTo: String?
  /// No time that matters passes before; it may be too early, and late by a millisecond and a
  /// microsecond for each request.
  private(set) var nextTime: Moment?

  init(window: Int, report: @escaping @Sendable (RideClientReport) -> Void) {
    precondition(window > 0, "expected a window of at least 1, got \(window)")
    self.window = window
    self.report = report
  }

  /// How many requests have not ended.
  var count: Int { flights.count }

  /// Whether a message may be written at once.
  var hasDue: Bool { replyTo != nil && !due.isEmpty }

  /// Takes a request over; it waits while the window is full.
  mutating func add(_ order: Order, at now: Moment) {
    let flight = Flight(order, at: now)
    flight.given = order.about.flatMap { flights[$0]?.correlation }
    flights[order.number] = flight
    wait(until: order.limits.deadline?.moment)
    guard flight.takesPlace else { return begin(order.number) }
    waiting.append(order.number)
    fillWindow()
  }

  /// Withdraws a request, whose caller waits no longer.
  mutating func withdraw(_ number: Int, at now: Moment) { react(number, to: .canceled, at: now) }

  /// A connection is open, with a queue for answers.
  mutating func connected(replyTo queue: String) {
    replyTo = queue
    confirms = PublisherConfirms()
    for number in flights.keys.sorted() where flights[number]?.correlation != nil {
      lineUp(number)
    }
  }

  /// The connection is lost: what was written and has no answer is due again.
  mutating func disconnected(at now: Moment) {
    replyTo = nil
    unanswered = Unanswered()
    due = WaitingLine()
    for number in flights.keys.sorted() {
      flights[number]?.isInLine = false
      react(number, to: .connectionLost, at: now)
    }
  }

  /// Ends all requests.
  mutating func failAll(_ failure: RequestMachine.Failure, at now: Moment) {
    for number in flights.keys.sorted() { react(number, to: .failed(failure), at: now) }
  }

  /// The next message to write, with the number of its request.
  mutating func nextToWrite(at now: Moment) -> (number: Int, message: Publication)? {
    guard let replyTo else { return nil }
    while let number = due.popFirst() {
      guard let flight = flights[number] else { continue }
      flight.isInLine = false
      // Also of one that is not due: another thread may have added it later than `now`.
      defer { wait(until: flight.machine.nextTime(after: now)) }
      guard flight.machine.isDue(at: now), flight.order.receiver.claim(),
        case .publish(let attempt) = flight.machine.react(to: .ready, at: now)
      else { continue }
      let message = flight.order.message
      if attempt > 1 {
        report(.repeated(type: message.type, identifier: message.identifier, attempt: attempt))
      }
      return (
        number,
        message.publication(replyTo: replyTo, correlation: flight.correlation ?? message.identifier)
      )
    }
    return nil
  }

  /// The message of a request is written.
  mutating func wrote(_ number: Int) { _ = confirms.published(number) }

  /// Whether the broker has left a message without a confirm for so long that the connection is
  /// replaced: all tags since the oldest unconfirmed one are kept in memory.
  var isUnconfirmed: Bool { confirms.nextTag - confirms.oldestTag > 1 << 20 }

  /// AMQP cannot carry the message of a request.
  mutating func isUnsendable(_ number: Int, _ reason: String, at now: Moment) {
    react(number, to: .unsendable(reason), at: now)
  }

  /// Handles what the broker has sent.
  mutating func handle(_ event: AMQPEvent, at now: Moment) {
    switch event {
    case .delivery(let delivery, _): answered(by: delivery, at: now)
    case .confirmed(let tag, let multiple):
      _ = confirms.settle(tag, multiple: multiple)
    case .refused(let tag, let multiple):
      for number in confirms.refused(tag, multiple: multiple) {
        react(number, to: .turnedAway, at: now)
      }
    case .returned(let message):
      let identifier = message.message.properties.correlationID
      guard let number = identifier.flatMap({ numbers[$0] }) else { return }
      react(number, to: .returned("\(message.replyCode) \(message.replyText)"), at: now)
    case .unreadable(_, _, let reason):
      report(.unreadable(messageIdentifier: nil, DecodingFailure(.malformed, "\(reason)")))
    case .consumerCancelled, .rolledBack, .blocked, .unblocked: break
    }
  }

  private mutating func answered(by delivery: Delivery, at now: Moment) {
    let properties = delivery.properties
    guard let correlation = properties.correlationID, let number = numbers[correlation],
      let flight = flights[number], properties.type == flight.order.message.answerType
    else { return report(.unawaited(messageIdentifier: properties.messageID)) }
    let message = flight.order.message
    let (verdict, refusal) = flight.order.receiver.take(delivery)
    if let refusal {
      report(.refused(type: message.type, identifier: message.identifier, refusal))
    }
    react(number, to: .answered(verdict), at: now)
  }

  /// Lets time pass.
  mutating func passTime(to now: Moment) {
    guard let nextTime, nextTime <= now else { return }
    for number in flights.keys.sorted() { react(number, to: .timePassed, at: now) }
    let earliest = flights.values.compactMap { $0.machine.nextTime(after: now) }.min()
    // All are looked at each time, so the more there are the less often.
    let soonest = now + .milliseconds(1) + .microseconds(flights.count)
    self.nextTime = earliest.map { max($0, soonest) }
  }

  private mutating func react(_ number: Int, to event: RequestMachine.Event, at now: Moment) {
    guard let flight = flights[number] else { return }
    guard case .end(let error) = flight.machine.react(to: event, at: now) else {
      if flight.isDue(at: now) { lineUp(number) }
      return wait(until: flight.machine.nextTime(after: now))
    }
    flights[number] = nil
    if let correlation = flight.correlation {
      if numbers[correlation] == number { numbers[correlation] = nil }
      if flight.machine.mayBeCarriedOut, replyTo != nil { unanswered.insert(correlation) }
      if flight.takesPlace { underWay -= 1 }
    }
    flight.order.receiver.end(error)
    fillWindow()
  }

  /// Without a connection the queue stays empty.
  private mutating func lineUp(_ number: Int) {
    guard replyTo != nil else { return }
    flights[number]?.isInLine = true
    due.append(number)
  }

  private mutating func wait(until moment: Moment?) {
    guard let moment else { return }
    nextTime = nextTime.map { min($0, moment) } ?? moment
  }

  private mutating func fillWindow() {
    while underWay < window, let number = waiting.popFirst() {
      guard flights[number] != nil else { continue }
      underWay += 1
      begin(number)
    }
  }

  /// The `correlation_id` is the identifier, unless an unanswered request has it; a request about
  /// another one has that of the other.
  private mutating func begin(_ number: Int) {
    guard let flight = flights[number] else { return }
    let identifier = flight.order.message.identifier
    let isFree = numbers[identifier] == nil && !unanswered.contains(identifier)
    let correlation = flight.given ?? (isFree ? identifier : OutgoingRequest.newIdentifier())
    numbers[correlation] = number
    flight.correlation = correlation
    lineUp(number)
  }
}

/// The correlations of requests that have ended and may still be answered on this connection: the
/// newest ones, since the memory is bounded.
struct Unanswered: Hashable, Sendable {
  private var correlations: Set<String> = []
  private var line: [String] = []
  private var oldest = 0

  static let capacity = 1 << 16

  func contains(_ correlation: String) -> Bool { correlations.contains(correlation) }

  mutating func insert(_ correlation: String) {
    guard correlations.insert(correlation).inserted else { return }
    guard line.count == Self.capacity else { return line.append(correlation) }
    correlations.remove(line[oldest])
    line[oldest] = correlation
    oldest = (oldest + 1) % Self.capacity
  }
}

/// Numbers in the order in which they came.
struct WaitingLine: Hashable, Sendable {
  private var numbers: [Int] = []
  private var first = 0

  var isEmpty: Bool { first == numbers.count }

  mutating func append(_ number: Int) { numbers.append(number) }

  mutating func popFirst() -> Int? {
    guard first < numbers.count else { return nil }
    defer {
      first += 1
      if first == numbers.count || first >= 1_024 {
        numbers.removeFirst(first)
        first = 0
      }
    }
    return numbers[first]
  }
}
