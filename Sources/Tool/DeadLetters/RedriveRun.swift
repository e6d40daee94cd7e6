import AMQP
package import Fleet
import JSON
import Messages
import RideStore
package import Rides
import Synchronization

/// Sends dead letters again, on one thread: publishes, waits for the broker's confirm, marks the
/// rows, and waits for what becomes of them.
///
/// A run that is killed leaves each letter in one state: `dead` where it was not marked, so that it
/// is at worst sent once more and recognized as a repeat, or `sent`.
package struct RedriveRun: ~Copyable {
  private let candidates: [RedriveCandidate]
  private let limits: RedriveLimits
  private let store: LetterStore
  private let report: any RedriveReporting
  private let control: RedriveControl
  private let clock: @Sendable () -> Instant
  private var publisher: Publisher
  private var replies: ReplyQueue
  private(set) var machine: RedriveMachine
  /// The letters under way, by name, each with the end of its time.
  private var underWay: [DeadLetterIdentifier: (index: Int, end: ContinuousClock.Instant)] = [:]
  private var published = 0
  /// When what was published began, without the time of pauses.
  private var start = ContinuousClock.now
  private var nextLook = ContinuousClock.now
  /// How often the rows of letters under way are looked at.
  private static let lookInterval = Duration.milliseconds(250)

  /// Connects to the broker of the configuration.
  ///
  /// More than five parameters: what it sends, how, and all that it works with.
  package init(
    _ candidates: [RedriveCandidate], limits: RedriveLimits, store: LetterStore,
    report: any RedriveReporting, by configuration: Configuration, under control: RedriveControl,
    clock: @escaping @Sendable () -> Instant
  ) throws(ToolError) {
    let publisher = try BrokerLinks.publisher(configuration, role: "redrive")
    replies = try ReplyQueue(configuration, role: "redrive replies")
    self.publisher = publisher
    self.candidates = candidates
    self.limits = limits
    self.store = store
    self.report = report
    self.control = control
    self.clock = clock
    machine = RedriveMachine(
      lineages: candidates.map(\.letter.lineage), ramp: limits.ramp,
      failureLimit: limits.failureLimit)
  }

  /// Sends all; returns how it went.
  @discardableResult
  package mutating func run() throws(ToolError) -> RedriveMachine {
    start = .now
    while true {
      if control.isStopped { machine.stop() }
      switch machine.next(allowance: control.isPaused ? 0 : allowance) {
      case .publish(let letters): try publish(letters)
      case .wait:
        let (begun, wasPaused) = (ContinuousClock.now, control.isPaused)
        try wait()
        if wasPaused { start += .now - begun }
      case .finish(let end):
        report.end(end, machine, candidates)
        return machine
      }
    }
  }

  /// The letters that the pace allows now.
  private var allowance: Int { max(0, limits.pace.allowance(after: .now - start) - published) }

  private mutating func publish(_ letters: [Int]) throws(ToolError) {
    let letters = try current(letters)
    guard !letters.isEmpty else { return }
    published += letters.count
    let messages = letters.compactMap { [candidates, replies = replies.name] index in
      candidates[index].route.publication(
        of: candidates[index].letter, properties: candidates[index].properties, replyTo: replies)
    }
    precondition(messages.count == letters.count, "a route publishes what it was chosen for")
    let failures = try ToolError.mapped(
      broker: try publisher.publish(messages, within: .seconds(30)).failures)
    report.step(machine.step, of: letters.count)
    let failed = Dictionary(failures.map { ($0.index, $0) }) { first, _ in first }
    try mark(letters.indices.filter { failed[$0] == nil }.map { letters[$0] })
    for (place, failure) in failed {
      record(letters[place], .failed("\(failure.kind.rawValue): \(failure.reason)"))
    }
  }

  /// Those of the letters that are as they were when they were chosen; the others are skipped.
  private mutating func current(_ letters: [Int]) throws(ToolError) -> [Int] {
    let rows = try store.letters(letters.map { candidates[$0].letter.identifier })
    for index in letters {
      let row = rows[candidates[index].letter.identifier]
      // What follows a changed one in its lineage waits for what becomes of that.
      if !candidates[index].isCurrent(row) { record(index, .skipped, holdsBack: row != nil) }
    }
    return letters.filter { machine.fates[$0] != .skipped }
  }

  /// Marks letters as sent, unless their death was stored meanwhile.
  private mutating func mark(_ letters: [Int]) throws(ToolError) {
    let counts = Dictionary(
      uniqueKeysWithValues: letters.map { [candidates] in
        (candidates[$0].letter.identifier, candidates[$0].count)
      })
    let now = clock()
    try store.change(counts.keys.sorted()) { letter in
      guard let count = counts[letter.identifier], letter.redrives < count else { return }
      (letter.state, letter.redrives, letter.redrivenAt) = (.sent, count, now)
    }
    let end = ContinuousClock.now + limits.timeout
    for index in letters { underWay[candidates[index].letter.identifier] = (index, end) }
  }

  private mutating func wait() throws(ToolError) {
    try ToolError.mapped(broker: try publisher.service())
    if let delivery = try replies.next(within: .milliseconds(50)) {
      try handle(delivery)
      while let next = try replies.next(within: .zero) { try handle(next) }
    }
    guard ContinuousClock.now >= nextLook else { return }
    nextLook = .now + Self.lookInterval
    try look()
  }

  /// Handles an answer: its code decides what became of the letter.
  private mutating func handle(_ delivery: Delivery) throws(ToolError) {
    let name = DeadLetterIdentifier(delivery.properties.correlationID ?? "")
    guard let (index, _) = underWay[name] else { return }
    let answer = LetterAnswer(body: delivery.body)
    let count = candidates[index].count
    try store.change([name]) { letter in
      // A worker that refuses the message itself has stored that, too.
      guard letter.redrives == count, letter.state == .sent else { return }
      letter.state = answer.failure == nil ? .redriven : .dead
      guard let failure = answer.failure else { return }
      letter.fault.reason = failure.reason
      letter.fault.message = failure.message
      letter.fault.path = failure.path
    }
    record(index, answer.failure.map { .failed($0.reason) } ?? .handled)
  }

  /// Looks for letters that have died again, and for those whose time has passed.
  private mutating func look() throws(ToolError) {
    guard !underWay.isEmpty else { return }
    let rows = try store.letters(underWay.keys.sorted())
    for (name, (index, end)) in underWay {
      let row = rows[name]
      if let row, row.state == .dead, row.redrives == candidates[index].count {
        record(index, .failed(row.fault.reason))
      } else if ContinuousClock.now >= end {
        try giveUpWaiting(for: index)
      } else if !candidates[index].route.isAnswered {
        try lookForOutcome(of: index)
      }
    }
  }

  /// The fleet sends no answer to its own commands; a stored outcome shows that one was handled.
  private mutating func lookForOutcome(of index: Int) throws(ToolError) {
    let letter = candidates[index].letter
    guard let key = letter.outcomeKey else { return }
    let outcomes = try ToolError.mapped(store: try store.store.outcomes([key]))
    guard outcomes[key] != nil else { return }
    try store.change([letter.identifier]) { if $0.state == .sent { $0.state = .redriven } }
    record(index, .handled)
  }

  /// Its outcome is not known: that is no success, and what follows in its lineage waits, unless no
  /// answer was to be expected.
  private mutating func giveUpWaiting(for index: Int) throws(ToolError) {
    if candidates[index].route.isAnswered || candidates[index].letter.outcomeKey != nil {
      record(index, .unknown)
    } else {
      record(index, .unknown, holdsBack: false)
    }
  }

  private mutating func record(
    _ index: Int, _ fate: RedriveMachine.Fate, holdsBack: Bool = true
  ) {
    underWay[candidates[index].letter.identifier] = nil
    machine.record(index, fate, holdsBack: holdsBack)
    report.outcome(of: candidates[index].letter, fate)
  }

  /// Closes the connections.
  package consuming func close() {
    replies.close()
    publisher.close()
  }
}

/// The result in an answer to a redriven message.
struct LetterAnswer: Hashable, Sendable {
  /// Why the message was not carried out; nil where it was.
  let failure: Failure?

  struct Failure: Hashable, Sendable {
    let reason: String
    let message: String
    let path: String?
  }

  init(body: [UInt8]) {
    let fields = try? JSONValue(parsing: body, limits: .stored)
    let (code, error) = (fields?["code"]?.string, fields?["error"])
    guard code?.hasPrefix("failure") ?? true else {
      failure = nil
      return
    }
    let reason = error?["reason"]?.string
    failure = Failure(
      reason: ErrorReason(rawValue: reason ?? "")?.headerValue ?? reason ?? code
        ?? "unreadable-answer",
      message: error?["message"]?.string ?? "the answer says no more",
      path: error?["path"]?.string)
  }
}

/// How fast, and how long to wait.
package struct RedriveLimits: Hashable, Sendable {
  var pace: Pace
  package var ramp: [Int]
  package var failureLimit: Int
  /// How long the outcome of a letter is waited for.
  var timeout: Duration

  /// The size of each step where none is chosen.
  package static let usualRamp = [1, 2, 5, 20, 100]

  /// Letters a second, nil for no limit, and what else is not as usual.
  package init(
    rate: Double?, ramp: [Int] = usualRamp, failureLimit: Int = 3,
    timeout: Duration = .seconds(10)
  ) {
    pace = Pace(rate)
    self.ramp = ramp
    self.failureLimit = failureLimit
    self.timeout = timeout
  }
}

/// How others steer a redrive that runs.
package final class RedriveControl: Sendable {
  private let stops = Atomic(false)
  private let pauses = Atomic(false)
  private let stopSignal: StopSignal

  /// A redrive that ends with its process, too.
  package init(endsWith stopSignal: StopSignal) { self.stopSignal = stopSignal }

  /// Whether no further letter is to be sent, for good.
  package var isStopped: Bool { stopSignal.isStopped || stops.load(ordering: .acquiring) }

  /// Whether no further letter is to be sent for now.
  package var isPaused: Bool { pauses.load(ordering: .acquiring) }

  /// Begins no further letter.
  package func stop() { stops.store(true, ordering: .releasing) }

  /// Begins no further letter until it is to go on.
  package func pause(_ pauses: Bool) { self.pauses.store(pauses, ordering: .releasing) }
}
