import Fleet
import Messages
import Rides

extension Command {
  static let bench = Command(
    name: "bench",
    summary: "measures the running fleet under a bounded load",
    notes: [
      "Requests are random trips in the first service area. The first 5 % warm up and are not",
      "counted. With --rate a latency counts from when its request was due. One vehicle of each",
      "product comes on duty for the time of the bench, so that there is something to list; rides",
      "that are booked stay in the store.",
    ],
    options: [
      OptionRow("--requests", "N", .integer(1...10_000_000), "20000 if not given"),
      OptionRow("--window", "N", .integer(1...100_000), "requests in flight at a time; 256"),
      OptionRow("--rate", "N", .number(0.1...1_000_000), "requests a second; as many as it goes"),
      OptionRow(
        "--kind", "KIND", .choice(BenchLoad.RequestKind.allCases.map(\.rawValue)),
        "what to ask; list if not given"),
      OptionRow(
        "--worker-pid", "PID", .integer(1...4_194_304), repeats: true,
        "measure the CPU and memory of this process too; several add up"),
      OptionRow("--seed", "N", .integer(0...Int.max), "1 if not given"),
      OptionRow("--json", "as one JSON object"),
    ],
    example: "livery bench --requests 50000 --worker-pid \"$(pgrep list-options)\"",
    settings: [.amqpURL, .catalogue],
    endings: [
      Ending(.success, "every request was answered"),
      Ending(.failure, "requests were lost or returned, or the fleet is not ready for this kind"),
      Ending(.data, "the catalogue is wrong"),
      .brokerAway, .brokerDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let bench = try Bench(arguments, context)
    let result = try bench.run()
    context.output.result(arguments, json: result.json, lines: result.lines)
    return result.lost == 0 && result.ledger.returned == 0 ? .success : .failure
  }
}

/// A bench from its vehicles' arrival to its result.
struct Bench: ~Copyable {
  private var driver: BenchDriver
  private let load: BenchLoad
  private let probe: BenchLoad
  private var vehicles: BenchVehicles
  private let pids: [Int]
  private let pace: Pace
  private let total: Int
  private let stopSignal: StopSignal

  init(_ arguments: Arguments, _ context: ToolContext) throws(ToolError) {
    let (configuration, catalogue) = try context.catalogue()
    let area = try catalogue.firstArea()
    let pids = arguments.integers("--worker-pid")
    guard pids.isEmpty || ProcessUsage.of(pids) != nil else {
      throw ToolError(.usage, "--worker-pid: expected running processes, got \(pids)")
    }
    let driver = try BenchDriver(
      window: arguments.integer("--window") ?? 256, configuration, context.stopSignal)
    self.driver = driver
    self.pids = pids
    let seed = UInt64(arguments.integer("--seed") ?? 1)
    let kind = arguments.text("--kind").flatMap(BenchLoad.RequestKind.init(rawValue:)) ?? .list
    let run = RunIdentifier.random()
    load = BenchLoad(kind, in: catalogue, area: area, run: run, seed: seed)
    probe = BenchLoad(.list, in: catalogue, area: area, run: run, seed: seed)
    vehicles = BenchVehicles(in: area, seed: seed)
    pace = Pace(arguments.number("--rate"))
    total = arguments.integer("--requests") ?? 20_000
    stopSignal = context.stopSignal
  }

  consuming func run() throws(ToolError) -> BenchResult {
    try prepare()
    var ledger = BenchLedger(total: total)
    var before: ProcessUsage?
    try driver.run(load, &ledger, pace: pace) { [pids] in before = ProcessUsage.of(pids) }
    let after = ProcessUsage.of(pids)
    for message in vehicles.leave(at: WallClock.now()) { try driver.publish(message) }
    driver.close()
    var result = BenchResult(kind: load.kind, ledger: ledger)
    if !pids.isEmpty, let before, let after, !ledger.latencies.isEmpty {
      result.cpuMicrosecondsPerRequest =
        (after.cpuMicroseconds - before.cpuMicroseconds) / Double(ledger.latencies.count)
      result.residentBytes = after.residentBytes
    }
    return result
  }

  /// Brings vehicles on duty, waits until options are listed, and books the rides that are queried
  /// later.
  private mutating func prepare() throws(ToolError) {
    for message in vehicles.arrive(at: WallClock.now()) { try driver.publish(message) }
    let queue = driver.replyQueue
    let deadline = ContinuousClock.now + .seconds(15)
    var answer: ResponseSummary?
    while answer?.code != "success" {
      guard ContinuousClock.now < deadline, !stopSignal.isStopped else {
        let came = answer.map { "\($0.code ?? "no code"): \($0.detail)" } ?? "no answer"
        throw ToolError(.failure, "expected ride options to be listed within 15 s, got \(came)")
      }
      answer = try driver.ask([probe.publication(0, replyTo: queue)])[0]
      if answer?.code != "success" { _ = stopSignal.wait(for: .milliseconds(200)) }
    }
    let bookings = load.preparations(replyTo: queue)
    let answers = try driver.ask(bookings)
    guard answers.count == bookings.count, !answers.values.contains(where: \.isFailure) else {
      let reason = answers.values.first { $0.isFailure }?.detail ?? "no answer"
      throw ToolError(.failure, "expected rides to ask for to be booked, got \(reason)")
    }
  }
}
