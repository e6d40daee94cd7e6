import Fleet
import Messages
import Replay
import RideStore
import Rides

/// `livery replay --local`: replays a recording in this process, compares and reports.
struct LocalReplayRun: ~Copyable {
  private let request: ReplayRequest
  private let output: Output
  private let clock: @Sendable () -> Instant
  private let stopSignal: StopSignal
  private var source: RecordingSource
  private let preview: RecordingPreview
  private var late = LateRequests()
  private var earlier: EarlierState
  private let fleets: LocalFleets
  private var first: LocalReplay?
  /// On the catalogue of `--against`.
  private var second: LocalReplay?
  private var comparison: Comparison
  private let comparable: ComparableOutputs
  private var accepted: OutcomeWriter?
  private var progress: ReplayProgress
  /// The requests that were replayed, where not all are: what others caused is not expected.
  private var replayed: Set<Int> = []
  /// Whether the recording has outputs to compare a replay with.
  private var hasExpected = false
  private var filtered = 0
  private var uncompared = 0

  /// Runs the replay; the exit code shows whether all outputs are equal.
  static func run(
    _ request: ReplayRequest, _ context: ToolContext
  ) throws(ToolError) -> ExitCode {
    let source = try RecordingSource(
      request.path, isStrict: request.isStrict, partial: request.isPartial, context.output)
    let fleets = try LocalFleets(request, source.header, context)
    let preview = try RecordingPreview(
      request.path, source.header, isPartial: request.isPartial,
      withStartCodes: fleets.asksForStartCodes)
    fleets.take(preview.startCodes)
    let accepted = try request.accepted.map { (path) throws(ToolError) in
      try OutcomeWriter(path, fleets.header(source.header))
    }
    var run = LocalReplayRun(request, context, source, preview, fleets, accepted)
    return try run.run()
  }

  /// More than five parameters: what was made of the request, one after another.
  private init(
    _ request: ReplayRequest, _ context: ToolContext, _ source: consuming RecordingSource,
    _ preview: RecordingPreview, _ fleets: LocalFleets, _ accepted: consuming OutcomeWriter?
  ) {
    self.preview = preview
    self.request = request
    output = context.output
    clock = context.clock
    stopSignal = context.stopSignal
    progress = ReplayProgress(total: source.count)
    self.source = source
    self.fleets = fleets
    self.accepted = accepted
    let header = self.source.header
    earlier = EarlierState(
      hasState: header.stateAt != nil || header.hasOutcomes || request.storeCopy != nil)
    comparable = ComparableOutputs(header, preview.answered)
    let tolerance = request.verifies ? comparable.timeToleranceMicroseconds : 0
    comparison = Comparison(
      rules: request.comparison.rules(timeTolerance: tolerance),
      samples: request.comparison.samples)
  }

  private mutating func run() throws(ToolError) -> ExitCode {
    while !stopSignal.isStopped, let message = try source.next() {
      // What the last request has caused follows it.
      if message.kind == .request, progress.requests >= request.limit { break }
      progress.count(1)
      if message.kind == .request {
        try take(message)
      } else if message.kind == .state {
        try accepted?.write(message)
      } else {
        expect(message)
      }
    }
    while let message = late.next(until: nil) { try replay(message) }
    progress.end()
    guard let first else { throw ToolError(.data, "\(request.path): it holds no request") }
    if request.verifies, !hasExpected {
      throw ToolError(
        .data, "\(request.path): it holds no outcome to compare with; --accept makes one")
    }
    try finishBooks(first)
    try accepted?.finish()
    return try report(first)
  }

  /// Replays a request when it was handled, after those that were handled before.
  private mutating func take(_ message: RecordedMessage) throws(ToolError) {
    while let earlier = late.next(until: message.at) { try replay(earlier) }
    guard request.filter.accepts(message) else {
      filtered += 1
      return
    }
    progress.countRequest()
    if isPart { replayed.insert(message.number) }
    let handled = preview.handled(message)
    guard handled > message.at else { return try replay(message) }
    late.add(message, until: handled)
  }

  private mutating func replay(_ message: RecordedMessage) throws(ToolError) {
    let replay = try begun(first, fleets.first, at: message.at)
    first = replay
    let step = try ToolError.mapped(store: try replay.replay(message))
    try compare(step.before)
    try accepted?.write(message)
    try compare(step.outputs)
    earlier.replayed(message, step.outputs)
    if step.skipped == .unknownType { try reportUnknown(message) }
    try replayAgainst(message)
    if fleets.isTorn { throw ToolError(.failure, "line \(source.line): the store is half written") }
  }

  private mutating func replayAgainst(_ message: RecordedMessage) throws(ToolError) {
    guard let parts = fleets.second else { return }
    let replay = try begun(second, parts, at: message.at)
    second = replay
    let step = try ToolError.mapped(store: try replay.replay(fleets.requoted(message)))
    for output in step.before + step.outputs { comparison.meet(output) }
    fleets.learn(step.outputs)
  }

  private func begun(
    _ replay: LocalReplay?, _ parts: LocalFleet.Parts, at start: Instant
  ) throws(ToolError) -> LocalReplay {
    if let replay { return replay }
    let state = request.storeCopy == nil ? preview.state : nil
    let beginning = state == nil ? start : source.header.stateAt ?? start
    return try ToolError.mapped(
      store: try LocalReplay(parts, at: min(start, beginning), from: state))
  }

  private func reportUnknown(_ message: RecordedMessage) throws(ToolError) {
    let text = "\(request.path):\(source.line): no queue takes the type '\(message.routingKey)'"
    if request.isStrict { throw ToolError(.data, text) }
    output.error(text)
  }

  /// Compares the outputs, and writes them if they are accepted.
  private mutating func compare(_ outputs: [ReplayOutput]) throws(ToolError) {
    for output in outputs {
      if request.verifies {
        if comparable.contains(output) { comparison.meet(output) } else { uncompared += 1 }
      }
      if fleets.second != nil { comparison.expect(output) }
    }
    try accepted?.write(outputs)
  }

  /// Whether not every request of the recording is replayed.
  private var isPart: Bool { !request.filter.acceptsAll || request.limit < .max }

  private mutating func expect(_ message: RecordedMessage) {
    guard let recorded = RecordedOutput.output(message) else { return }
    earlier.recorded(recorded)
    guard request.verifies else { return }
    guard !isPart || recorded.cause.map(replayed.contains) ?? false else {
      uncompared += 1
      return
    }
    hasExpected = true
    comparison.expect(recorded)
  }
}

// The end of a replay.
extension LocalReplayRun {
  private mutating func finishBooks(_ first: LocalReplay) throws(ToolError) {
    let books = try ToolError.mapped(store: try first.books())
    if !isPart { try compare(books) }
    guard let second else { return }
    let others = try ToolError.mapped(store: try second.books())
    for output in others where !isPart { comparison.meet(output) }
  }

  private mutating func report(_ first: LocalReplay) throws(ToolError) -> ExitCode {
    output.line(progress.summary(of: first.handled))
    for reason in LocalReplay.Skipped.allCases {
      guard let count = first.skipped[reason] else { continue }
      output.line("\(count) messages skipped: \(reason.rawValue)")
    }
    if filtered > 0 { output.line("\(filtered) requests left out by the filter") }
    if uncompared > 0 {
      output.line("\(uncompared) outputs not compared: they were not recorded, or left out")
    }
    if source.unreadable > 0 { output.line("\(source.unreadable) lines are no messages") }
    let holds = report(first.checks, "")
    let holdsToo = second.map { report($0.checks, " with --against") } ?? true
    let compares = request.verifies || fleets.second != nil
    var missing = earlier.missing(knowing: first.rides)
    // What a filter leaves out is no lack of earlier state.
    if isPart { (missing.reports, missing.rides) = (0, 0) }
    // Where nothing is compared, they say nothing wrong.
    if !compares { missing.offers = 0 }
    var isEqual = missing.isEmpty
    if compares {
      var report = comparison.finish()
      report.missing = missing
      isEqual = report.isEqual
      try ReplayReports(report, request, facts, output).write()
    } else if !isEqual {
      output.line(styled: StyledText("the replay lacks earlier state: \(missing.words)", .bad))
    }
    if stopSignal.isStopped { output.error("stopped before the end of the recording") }
    return isEqual && holds && holdsToo && !stopSignal.isStopped ? .success : .failure
  }

  private var facts: [HTMLReport.Fact] {
    let recorded = RecordingFacts(source.header)
    return [
      ("recording", recorded.words),
      ("expected", request.verifies ? recorded.outcome : "a replay on \(fleets.names[0])"),
      ("replayed", fleets.names.last.map { "on \($0)" } ?? ""),
      ("compared", "\(clock().rfc3339), by \(fleets.version)"),
    ]
  }

  private func report(_ checks: PropertyChecks, _ suffix: String) -> Bool {
    for breach in checks.breaches {
      let place = breach.cause.map { "message \($0): " } ?? ""
      output.line(
        styled: "\("broken", .bad)\(suffix): \(place)\(breach.property): \(breach.detail)")
    }
    if checks.count > checks.breaches.count {
      output.line("\(checks.count - checks.breaches.count) more are broken\(suffix)")
    }
    return checks.count == 0
  }
}
