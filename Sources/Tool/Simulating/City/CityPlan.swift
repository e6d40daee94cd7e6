import Catalogues
import Fleet
import MemoryStore
import Recordings
import Replay
import RideHandlers
import RideStore
import Rides

/// What a simulated city is made of.
struct CityPlan {
  /// About how many requests are recorded.
  var messages = 10_000
  /// How many vehicles drive, one in each district.
  var vehicles = 40
  var riders = 120
  var seed: UInt64 = 1
  var start = CityPlan.mondayMorning
  var payments = PaymentSystem.builtIn
  var catalogue: Catalogue
  /// Signs the quotes of lists.
  var quotes = RecordingQuotes.tokens(beside: [])

  /// 2026-06-01, eight o'clock in Chicago.
  static let mondayMorning = Instant(seconds: 1_780_318_800)

  init(catalogue: Catalogue) { self.catalogue = catalogue }
}

/// The result of a simulation.
struct CitySummary: Hashable, Sendable {
  var requests = 0
  var outputs = 0
  var ridesEnded = 0
  /// How often a ride got the vehicle of another district; 0 is expected.
  var strays = 0
  /// The violated invariants; none are expected.
  var breaches: [String] = []
  /// Stories that timed out; 0 is expected.
  var abandoned: [String] = []
  var end = CityPlan.mondayMorning
}

/// Simulates a city and writes its recording.
enum CityRun {
  /// Options that mean something only with `--out`, and only without it.
  private static let ofRecordings = ["--messages", "--riders", "--start", "--payments"]
  private static let ofBrokers = ["--pace", "--seconds"]

  /// Refuses the options of a recording where none is made.
  static func refuseOptions(_ arguments: Arguments) throws(ToolError) {
    for name in ofRecordings where arguments.text(name) != nil {
      throw ToolError(.usage, "\(name) needs --out; see `livery simulate --help`")
    }
  }

  /// Simulates a city with the given arguments, and prints the content of the recording.
  static func record(
    to path: String, _ arguments: Arguments, _ context: ToolContext
  ) throws(ToolError) -> ExitCode {
    for name in ofBrokers where arguments.text(name) != nil {
      throw ToolError(.usage, "\(name) does not go with --out; see `livery simulate --help`")
    }
    let (configuration, catalogue) = try context.catalogue()
    var plan = CityPlan(catalogue: catalogue)
    plan.payments = configuration.payments
    // As a local replay opens them.
    let keys = configuration.quoteKeys
    plan.quotes = keys.isEmpty ? RecordingQuotes.tokens(beside: []) : .signed(by: keys)
    plan.read(arguments)
    let header = RecordingHeader(
      startedAt: plan.start, livery: Version.text(commit: context.commit),
      catalogue: "sha256:\(CatalogueSource(path: configuration.catalogue ?? "").digest)",
      isMasked: false,
      hasOutcomes: true, settings: ["LIVERY_PAYMENTS": plan.payments.rawValue])
    let summary = try record(plan, header, to: path) { context.stopSignal.isStopped }
    for line in summary.lines(path) { context.output.line(line) }
    return .success
  }

  /// Simulates a city, writes its recording, and returns the content.
  static func record(
    _ plan: CityPlan, _ header: RecordingHeader, to path: String,
    isStopped: () -> Bool = { false }
  ) throws(ToolError) -> CitySummary {
    let replay = try ToolError.mapped(store: try LocalReplay(plan.parts, at: plan.start))
    let writer = try ToolError.mapped(recording: try RecordingWriter(path: path, header: header))
    return try City(plan, CityRecorder(replay, writer, at: plan.start)).run(isStopped: isStopped)
  }
}

extension CityPlan {
  /// The fleet that receives the city's messages, with its own store.
  var parts: LocalFleet.Parts {
    let database = MemoryDatabase(forOne: true)
    return LocalFleet.Parts(catalogue: catalogue, quotes: quotes, payments: payments) {
      MemoryStore(database)
    }
  }

  fileprivate mutating func read(_ arguments: Arguments) {
    messages = arguments.integer("--messages") ?? messages
    vehicles = arguments.integer("--vehicles") ?? vehicles
    riders = arguments.integer("--riders") ?? 3 * vehicles
    seed = arguments.integer("--seed").map { UInt64($0) } ?? seed
    start = arguments.time("--start") ?? start
    payments =
      arguments.text("--payments").flatMap { PaymentSystem(rawValue: $0) } ?? payments
  }
}

extension CitySummary {
  /// What the command prints.
  fileprivate func lines(_ path: String) -> [String] {
    let first =
      "\(path): \(requests) requests, \(outputs) outputs, \(ridesEnded) rides ended, "
      + "until \(end.rfc3339)"
    var lines = [first]
    if strays > 0 { lines.append("\(strays) rides got the vehicle of another district") }
    if !abandoned.isEmpty {
      let names = Set(abandoned).sorted().joined(separator: ", ")
      lines.append("\(abandoned.count) stories did not go as they should: \(names)")
    }
    return lines + breaches
  }
}
