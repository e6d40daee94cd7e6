import AMQP
import Fleet
import Replay
import RideHandlers
import Rides

/// `livery replay` on a broker: sends a recording, compares and reports.
struct BrokerReplay {
  private let request: ReplayRequest
  private let context: ToolContext
  private let configuration: Configuration

  /// Runs the replay; the exit code shows whether all was answered and, if compared, equal.
  static func run(
    _ request: ReplayRequest, _ context: ToolContext
  ) throws(ToolError) -> ExitCode {
    let replay = BrokerReplay(
      request: request, context: context, configuration: try context.configuration())
    try replay.checkMark()
    return try replay.run()
  }

  /// A replay books rides: it runs only where the owner has allowed it.
  private func checkMark() throws(ToolError) {
    var connection = try BrokerLinks.connection(configuration, role: "replay check")
    do throws(AMQPError) {
      try connection.declareExchange(
        ExchangeDeclaration(name: Topology.replayMark, kind: "fanout", passive: true))
    } catch {
      guard error.code == .notFound else { throw ToolError(error) }
      throw ToolError(
        .failure,
        "expected a virtual host for replays: a replay books rides, and this one may serve riders; "
          + "`livery topology apply --replays` marks it")
    }
    connection.close()
  }

  private func run() throws(ToolError) -> ExitCode {
    if try open().header.stateAt != nil {
      context.output.line("the state in the recording is left out: the fleet has its own store")
    }
    let first = try pass(tag: request.pace.rewritesIdentifiers ? Self.newTag() : nil)
    // Answers take time; at another pace the times between messages differ.
    var rules = request.comparison.rules(
      timeTolerance: first.schedule.keepsTimes ? 2_000_000 : 86_400_000_000)
    if request.pace.learnsNoise {
      rules.noise = NoiseProfile(
        learnedFrom: try compare(first, with: try pass(tag: Self.newTag()), rules))
    }
    report(first)
    let isComplete = first.unanswered == 0 && first.returned == 0 && !context.stopSignal.isStopped
    guard request.verifies else { return isComplete ? .success : .failure }
    let (header, outputs) = try recorded()
    guard !outputs.isEmpty else {
      throw ToolError(
        .data,
        "\(request.path): it holds no outcome to compare with; `livery replay --local --accept` "
          + "makes one")
    }
    let report = try compare(outputs, of: header, with: first, rules)
    let recorded = RecordingFacts(header)
    let facts: [HTMLReport.Fact] = [
      ("recording", recorded.words), ("expected", recorded.outcome),
      ("replayed", "on \(configuration.endpoints.map(\.fullDescription).joined(separator: ", "))"),
      ("compared", "\(context.clock().rfc3339), by \(context.version)"),
    ]
    try ReplayReports(report, request, facts, context.output).write()
    return report.isEqual && isComplete ? .success : .failure
  }

  private static func newTag() -> String {
    String((0..<5).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
  }

  private func pass(tag: String?) throws(ToolError) -> BrokerPass.Outcome {
    let contents = try RecordingContents(try open(), request.path)
    let keys = configuration.quoteKeys
    let rewrite = MessageRewrite(
      tag: tag, accepted: RecordingQuotes.tokens(beside: keys),
      sealed: keys.isEmpty ? nil : .signed(by: keys))
    let pass = try BrokerPass(request, context, rewrite: rewrite, contents: contents)
    return try pass.run(try open())
  }

  private func open() throws(ToolError) -> RecordingSource {
    try RecordingSource(
      request.path, isStrict: request.isStrict, partial: request.isPartial, context.output)
  }

  /// The outputs of the recording up to the limit, in the form of a pass; with a filter those of
  /// the requests that it lets through.
  private func recorded() throws(ToolError) -> (RecordingHeader, [ReplayOutput]) {
    var source = try open()
    var outputs: [ReplayOutput] = []
    var requests = 0
    var causes: Set<Int> = []
    while let message = try source.next() {
      if message.kind == .request, request.filter.accepts(message) {
        requests += 1
        if requests > request.limit { break }
        causes.insert(message.number)
      }
      if let cause = message.cause, !causes.contains(cause) { continue }
      // The ledger is in a store that the tool does not know.
      if let output = RecordedOutput.output(message), output.kind != .books {
        outputs.append(output)
      }
    }
    return (source.header, outputs)
  }

  private func compare(
    _ first: BrokerPass.Outcome, with second: BrokerPass.Outcome, _ rules: ComparisonRules
  ) throws(ToolError) -> ComparisonReport {
    var comparison = Comparison(rules: rules, samples: 0)
    for output in first.outputs { comparison.expect(output) }
    for output in second.outputs { comparison.meet(output) }
    return comparison.finish()
  }

  private func compare(
    _ recorded: [ReplayOutput], of header: RecordingHeader, with pass: BrokerPass.Outcome,
    _ rules: ComparisonRules
  ) throws(ToolError) -> ComparisonReport {
    var comparison = Comparison(rules: rules, samples: request.comparison.samples)
    // A repeated message has its events published again; the first one counts.
    var bases: [OutputName: [Instant]] = [:]
    for output in recorded {
      let sent = output.cause.flatMap { pass.sentAt[$0] }
      let base = sent ?? pass.schedule.moment(output.base, index: 0)
      bases[OutputName(output), default: []].append(base)
      comparison.expect(output)
    }
    let answered = Set(recorded.lazy.filter { $0.kind == .response }.compactMap(\.cause))
    let comparable = ComparableOutputs(header, answered)
    // The fleet's timers after the last recorded moment have no counterpart.
    let end = recorded.last.map { pass.schedule.moment($0.base, index: 0) }
    for (var output, cameAt) in zip(pass.outputs, pass.cameAt) where comparable.contains(output) {
      let name = OutputName(output)
      if let base = bases[name]?.first {
        output.base = base
        bases[name]?.removeFirst()
      } else if let end, cameAt > end.advanced(bySeconds: 1) {
        continue
      }
      comparison.meet(output)
    }
    return comparison.finish()
  }

  /// What is the same for an output and its counterpart.
  private struct OutputName: Hashable {
    let kind: ReplayOutput.Kind
    let key: String

    init(_ output: ReplayOutput) { (kind, key) = (output.kind, output.key) }
  }

  private func report(_ pass: BrokerPass.Outcome) {
    let seconds = pass.elapsed.inSeconds
    let rate = Int(Double(pass.sent) / max(seconds, 0.001))
    context.output.line(
      "\(pass.sent) messages sent in \(Double(Int(seconds * 10)) / 10) s, \(rate) a second")
    if !pass.latencies.isEmpty {
      let sorted = pass.latencies.sorted()
      let milliseconds = [0.5, 0.9, 0.99, 1].map { share in
        sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))].inSeconds * 1_000
      }.map { "\(Double(Int($0 * 10)) / 10)" }
      context.output.line(
        "\(sorted.count) answers; latency in ms: median \(milliseconds[0]), "
          + "90 % \(milliseconds[1]), 99 % \(milliseconds[2]), longest \(milliseconds[3])")
    }
    if pass.unanswered > 0 { context.output.line("\(pass.unanswered) messages were not answered") }
    if pass.returned > 0 {
      context.output.line("\(pass.returned) messages were returned: no queue takes them")
    }
  }
}
