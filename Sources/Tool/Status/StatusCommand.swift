import Fleet
import Hosts
import Synchronization

extension Command {
  static let status = Command(
    name: "status",
    summary: "asks workers over their probes how they are",
    notes: [
      "It asks /readyz, /livez and /metrics of each address, all at once, and prints one table.",
      "An address is HOST:PORT, [IPv6]:PORT or a URL of http. Without any, those of --file are",
      "asked, else those of LIVERY_STATUS_WORKERS. A line of the file is an address, # begins a",
      "comment. Of a name with several addresses, as of a headless service, each is asked.",
      "REQ/S counts handled messages between two looks at /metrics, OLDEST is the age of the",
      "oldest unanswered request. SINCE is when the first missing part became missing.",
    ],
    operand: Operand(
      name: "ADDRESS", summary: "where a worker's probes are, such as 10.0.0.7:8080",
      count: 0...1_000),
    options: [
      OptionRow("--file", "FILE", .text, "the file with addresses, - for standard input"),
      OptionRow("--timeout", "SECONDS", .number(0.1...60), "how long a worker may take; default 3"),
      OptionRow(
        "--sample", "SECONDS", .number(0...60),
        "the time between two looks at /metrics; default 1, 0 for one look"),
      OptionRow("--json", "each worker as one JSON line"),
    ],
    example: "livery status 10.0.0.7:8080 10.0.0.8:8080 [2001:db8::1]:8080",
    settings: [.statusWorkers],
    endings: [
      Ending(.success, "all workers are ready, and no loop of theirs is stuck"),
      Ending(.failure, "some are not, or were not reached"),
      Ending(.noneReachable, "none was reached"),
      Ending(.data, "the file cannot be read, or a line of it is no address"),
      .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let targets = try StatusTargets.of(arguments, context)
    let inquiry = StatusInquiry(
      timeout: arguments.seconds("--timeout") ?? .seconds(3),
      sample: arguments.seconds("--sample") ?? .seconds(1))
    let statuses = inquiry.statuses(of: targets)
    if arguments.has("--json") {
      for status in statuses { context.output.line(json: StatusTable.json(status)) }
    } else {
      for line in StatusTable.lines(statuses) { context.output.line(styled: line) }
      let count = statuses.count(where: \.isWell)
      context.output.line("\(count) of \(statuses.count) workers are ready")
    }
    if statuses.allSatisfy({ $0.failure != nil }) { return .noneReachable }
    return statuses.allSatisfy(\.isWell) ? .success : .failure
  }
}

/// Asks all workers at once, each on its own thread and within the time limit.
package struct StatusInquiry: Sendable {
  let timeout: Duration
  /// The time between two readings of the metrics; zero for one reading.
  let sample: Duration

  package init(timeout: Duration, sample: Duration = .zero) {
    self.timeout = timeout
    self.sample = sample
  }

  /// The statuses in the order of the targets, of a name with several addresses one for each.
  ///
  /// A name server that does not answer is not waited for: its thread ends with the process.
  package func statuses(of targets: [ProbeTarget]) -> [WorkerStatus] {
    let end = ContinuousClock.now + timeout
    let targets = targets.flatMap { $0.all(by: .system, within: max(.zero, end - .now)) }
    let answers = StatusAnswers(targets)
    for (place, target) in targets.enumerated() {
      Thread { answers.put(ask(target), at: place) }.detach()
    }
    return answers.wait(for: timeout + sample + .milliseconds(500))
  }

  private func ask(_ target: ProbeTarget) -> WorkerStatus {
    var status = WorkerStatus(of: target)
    do throws(ProbeFailure) {
      let end = ContinuousClock.now + timeout
      try status.readReadiness(try HTTPPage.get("/readyz", from: target, until: end))
      try status.readLiveness(try HTTPPage.get("/livez", from: target, until: end))
      // Without figures it is known all the same whether the worker is ready.
      try? addFigures(to: &status, until: end)
    } catch {
      status.failure = "\(error)"
    }
    return status
  }

  /// Adds the figures of a worker that has metrics.
  private func addFigures(
    to status: inout WorkerStatus, until end: ContinuousClock.Instant
  ) throws(ProbeFailure) {
    let start = ContinuousClock.now
    guard let first = try figures(of: status.target, until: end) else { return }
    status.figures = first
    guard sample > .zero else { return }
    _ = StopSignal().wait(for: sample)
    guard let second = try figures(of: status.target, until: end + sample) else { return }
    status.figures = second
    guard let before = first.requests, let now = second.requests, now >= before else { return }
    status.requestsPerSecond = (now - before) / (ContinuousClock.now - start).inSeconds
  }

  private func figures(
    of target: ProbeTarget, until end: ContinuousClock.Instant
  ) throws(ProbeFailure) -> MetricScan? {
    let page = try HTTPPage.get("/metrics", from: target, until: end)
    return page.status == 200 ? MetricScan(String(decoding: page.body, as: UTF8.self)) : nil
  }
}

/// The answers received so far.
private final class StatusAnswers: Sendable {
  private let statuses: Mutex<(all: [WorkerStatus], open: Int)>
  private let finished = StopSignal()

  init(_ targets: [ProbeTarget]) {
    let silent = targets.map { target in
      var status = WorkerStatus(of: target)
      status.failure = "no answer in time"
      return status
    }
    statuses = Mutex((silent, targets.count))
  }

  func put(_ status: WorkerStatus, at place: Int) {
    let open = statuses.withLock {
      $0.all[place] = status
      $0.open -= 1
      return $0.open
    }
    if open == 0 { finished.stop() }
  }

  func wait(for limit: Duration) -> [WorkerStatus] {
    _ = finished.wait(for: limit)
    return statuses.withLock(\.all)
  }
}
