import AMQP
import Fleet
import Messages
import Replay
import RideHandlers
import Rides

/// One replay of a recording on a broker: sends requests, and collects what the fleet publishes.
struct BrokerPass: ~Copyable {
  /// What a pass has found.
  struct Outcome {
    var outputs: [ReplayOutput] = []
    /// When each of them arrived.
    var cameAt: [Instant] = []
    var sent = 0
    var returned = 0
    var unanswered = 0
    var latencies: [Duration] = []
    var elapsed = Duration.zero
    /// The moments of the pass that correspond to recorded ones.
    var schedule: ReplaySchedule
    /// When each request was sent.
    var sentAt: [Int: Instant] = [:]
  }

  /// How long the fleet may be silent at the end before the pass ends.
  private static let silence = Duration.seconds(2)

  private let request: ReplayRequest
  private let stopSignal: StopSignal
  private let clock: @Sendable () -> Instant
  /// The requests that were answered when they were recorded; nil where that is not known.
  private let answered: Set<Int>?
  private var publisher: Publisher
  private var feed: BrokerOutputs
  private var rewrite: MessageRewrite
  private let schedule: ReplaySchedule
  private var flight = ReplayFlight()
  private var names = OutputNames()
  private var awaited = AwaitedEvents()
  private var result: Outcome
  private var progress: ReplayProgress
  private let start = ContinuousClock.now

  init(
    _ request: ReplayRequest, _ context: ToolContext, rewrite: MessageRewrite,
    contents: RecordingContents
  ) throws(ToolError) {
    let configuration = try context.configuration()
    let publisher = try BrokerLinks.publisher(configuration, role: "replay")
    let feed = try BrokerOutputs(configuration)
    self.request = request
    stopSignal = context.stopSignal
    clock = context.clock
    answered = contents.answered
    self.publisher = publisher
    self.feed = feed
    self.rewrite = rewrite
    let schedule = ReplaySchedule(request.pace, first: contents.first, start: context.clock())
    self.schedule = schedule
    result = Outcome(schedule: schedule)
    progress = ReplayProgress(total: contents.count)
  }

  /// Sends every request of the recording and waits for the results.
  consuming func run(_ source: consuming RecordingSource) throws(ToolError) -> Outcome {
    while !stopSignal.isStopped, result.sent < request.limit, let message = try source.next() {
      progress.count(1)
      guard message.kind == .request else {
        awaited.expect(message)
        continue
      }
      guard request.filter.accepts(message) else { continue }
      try waitForTurn(of: message)
      try send(message)
    }
    try waitForTheRest()
    progress.end()
    result.unanswered = flight.unanswered + flight.count
    result.latencies = flight.latencies
    result.elapsed = .now - start
    feed.close()
    publisher.close()
    return result
  }

  /// Waits until a message is due, and until the events that it depends on have arrived.
  private mutating func waitForTurn(of message: RecordedMessage) throws(ToolError) {
    let due = start + schedule.due(message.at, index: result.sent)
    let parties = message.parties
    let end = max(due, .now) + request.pace.timeout
    while !stopSignal.isStopped {
      try receive()
      let now = ContinuousClock.now
      let isFree = flight.count < request.pace.window && flight.admits(parties)
      if now >= due, isFree && awaited.isMet(by: parties) || now >= end { return }
      let rest = now < due ? due - now : .milliseconds(50)
      feed.wait(with: [stopSignal.descriptor], for: min(rest, .milliseconds(200)))
    }
  }

  private mutating func send(_ message: RecordedMessage) throws(ToolError) {
    let moment = schedule.moment(message.at, index: result.sent)
    let parties = message.parties
    var today = rewrite.rewrite(
      message, shift: moment.microseconds - message.at.microseconds)
    // An address that the fleet refuses is refused again.
    let answers =
      today.properties.replyTo.map {
        ReplyAddress.isAllowed($0, for: Role(exchange: message.exchange) ?? .riders, user: nil)
      } ?? false
    // An observer is known by its correlation id, which its last message has again.
    let name = message.properties.correlationID.map { $0.utf8.count > 200 ? "" : $0 } ?? ""
    today.properties.correlationID = "livery-replay/\(name.isEmpty ? "\(message.number)" : name)"
    if answers { today.properties.replyTo = feed.address }
    today.properties.userID = nil
    today.properties.headers.append(Header("livery-replay", .string(request.pace.name)))
    names.record(message.number, correlationID: today.properties.correlationID)
    result.sent += 1
    result.sentAt[message.number] = clock()
    progress.countRequest()
    if answers, answered?.contains(message.number) ?? true {
      flight.begin(message.number, parties, at: .now)
    }
    try publish(
      Publication(
        exchange: message.exchange, routingKey: message.routingKey, mandatory: true,
        properties: today.properties, body: today.body), message.number)
  }

  private mutating func publish(_ publication: Publication, _ number: Int) throws(ToolError) {
    do throws(AMQPError) {
      publisher.begin([publication])
      while true {
        if case .settled(let report) = try publisher.advance(within: .milliseconds(100)) {
          guard report.failures.isEmpty else { return lose(number) }
          return
        }
      }
    } catch {
      throw ToolError(error)
    }
  }

  private mutating func lose(_ number: Int) {
    result.returned += 1
    flight.answered(number, at: .now)
  }

  /// Receives the fleet's publications.
  private mutating func receive() throws(ToolError) {
    for publication in try feed.receive() {
      var publication = publication
      publication.body = rewrite.restored(publication.body)
      publication.properties.messageID = publication.properties.messageID.map {
        String(decoding: rewrite.restored(Array($0.utf8)), as: UTF8.self)
      }
      guard var output = names.output(publication, cause: nil, base: schedule.start) else {
        continue
      }
      if output.kind == .response || output.kind == .deadLetter {
        output.cause = output.key.split(separator: "/").first.flatMap { Int($0) }
      }
      if output.kind == .response, let cause = output.cause { flight.answered(cause, at: .now) }
      awaited.meet(output)
      result.outputs.append(output)
      result.cameAt.append(clock())
    }
    flight.giveUp(after: request.pace.timeout, at: .now)
    // Between two messages may lie minutes, and the broker expects heartbeats.
    try ToolError.mapped(broker: try publisher.service())
  }

  /// Waits until all requests are answered and every recorded event has arrived, or the fleet is
  /// silent.
  private mutating func waitForTheRest() throws(ToolError) {
    var last = ContinuousClock.now
    while !stopSignal.isStopped {
      let before = result.outputs.count
      try receive()
      if result.outputs.count > before { last = .now }
      let limit = flight.count > 0 || !awaited.isMet ? request.pace.timeout : Self.silence
      if .now - last > limit { return }
      feed.wait(with: [stopSignal.descriptor], for: .milliseconds(100))
    }
  }
}
