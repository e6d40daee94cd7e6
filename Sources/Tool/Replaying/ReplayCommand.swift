import Fleet
import Replay

extension Command {
  static let replay = Command(
    name: "replay",
    summary: "replays a recording and compares what comes out",
    notes: [
      "With --local the lanes and handlers of the workers run in this process, over a store in",
      "memory and with the recorded times; it needs LIVERY_CATALOGUE, no broker and no database.",
      "Without it the messages are sent to the broker of LIVERY_AMQP_URL, whose fleet answers.",
      "--verify compares responses, events, payment commands, dead letters and books with those of",
      "the recording. --against B compares with a replay on another catalogue instead.",
      "--accept OUT writes the recording with the outcome of this replay.",
      "A recording that is cut off or was changed is refused.",
    ],
    operand: Operand(name: "FILE", summary: "the recording"),
    options: [
      OptionRow("--local", "in this process, without a broker"),
      OptionRow("--verify", "compare the outcome with the recorded one"),
      OptionRow("--accept", "OUT", .text, "write the recording with this outcome"),
      OptionRow("--catalogue", "PATH", .text, "in the place of LIVERY_CATALOGUE"),
      OptionRow("--against", "PATH", .text, "compare with a replay on this catalogue"),
      OptionRow("--store", "PATH", .text, "replay over a copy of this SQLite file"),
    ] + ReplayFilter.options + ComparisonOptions.options + ReplayPace.options + [
      OptionRow("--limit", "N", .integer(1...Int.max), "only the first messages"),
      OptionRow("--strict", "stop at the first line or message that cannot be replayed"),
      OptionRow("--partial", "read what can be read of a recording that is not whole"),
    ],
    example: "livery replay --local --verify monday.jsonl.gz",
    settings: [.amqpURL, .catalogue, .quoteKeys, .payments],
    endings: [
      Ending(.success, "all was replayed, and what was compared is equal"),
      Ending(.failure, "something differs, or a property does not hold"),
      Ending(.data, "the recording or the catalogue is wrong"),
      .brokerAway,
      Ending(.outputLost, "a file cannot be written"),
      .brokerDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let request = try ReplayRequest(arguments)
    guard request.isLocal else { return try BrokerReplay.run(request, context) }
    return try LocalReplayRun.run(request, context)
  }
}

/// The arguments of `livery replay`.
struct ReplayRequest: Sendable {
  let path: String
  let isLocal: Bool
  let verifies: Bool
  /// The file for the recording with the outputs of this replay.
  let accepted: String?
  let catalogue: String?
  let against: String?
  let storeCopy: String?
  let filter: ReplayFilter
  let limit: Int
  let isStrict: Bool
  let isPartial: Bool
  let comparison: ComparisonOptions
  let pace: ReplayPace

  init(_ arguments: Arguments) throws(ToolError) {
    path = arguments.operand ?? "-"
    isLocal = arguments.has("--local")
    verifies = arguments.has("--verify")
    accepted = arguments.text("--accept")
    catalogue = arguments.text("--catalogue")
    against = arguments.text("--against")
    storeCopy = try arguments.text("--store").map { (text) throws(ToolError) in
      try Self.file(ofStore: text)
    }
    filter = try ReplayFilter(arguments)
    limit = arguments.integer("--limit") ?? .max
    isStrict = arguments.has("--strict")
    isPartial = arguments.has("--partial")
    comparison = try ComparisonOptions(arguments)
    pace = ReplayPace(arguments)
    try check()
  }

  /// The path of the file that `--store` names, as a path or as `LIVERY_STORE` names it.
  private static func file(ofStore text: String) throws(ToolError) -> String {
    switch StoreLocation(text) {
    case nil: return text
    case .sqlite(let path): return path
    case .postgres:
      throw ToolError(
        .usage, "--store: expected the path of a SQLite file, got the URL of a PostgreSQL database")
    }
  }

  private func check() throws(ToolError) {
    if path == "-" {
      throw ToolError(.usage, "expected the name of a file: a recording is read twice")
    }
    if !isLocal, against != nil || storeCopy != nil || catalogue != nil {
      throw ToolError(.usage, "--catalogue, --against and --store need --local")
    }
    if !isLocal, accepted != nil { throw ToolError(.usage, "--accept needs --local") }
    if verifies, against != nil {
      throw ToolError(.usage, "expected --verify or --against, got both")
    }
    if !verifies, against == nil, comparison.writesReport {
      throw ToolError(.usage, "a report needs --verify or --against")
    }
  }
}

/// How fast a recording is sent to a broker.
struct ReplayPace: Sendable {
  /// The speed relative to the recording; nil if a rate is given.
  let speed: Double?
  /// Messages a second; nil for as fast as possible.
  let rate: Double?
  /// Messages that wait for their answer at a time.
  let window: Int
  let timeout: Duration
  let rewritesIdentifiers: Bool
  /// Whether the recording is sent twice, so that what differs without a cause is known.
  let learnsNoise: Bool
  let name: String

  init(_ arguments: Arguments) {
    rate = arguments.number("--rate")
    let isFast = arguments.has("--fast")
    speed = isFast || rate != nil ? nil : arguments.number("--speed") ?? 1
    window = arguments.integer("--window") ?? 64
    timeout = arguments.seconds("--timeout") ?? .seconds(10)
    rewritesIdentifiers = arguments.has("--rewrite-ids")
    learnsNoise = arguments.has("--noise")
    name = arguments.text("--name") ?? "replay"
  }

  /// The options that it reads.
  static let options = [
    OptionRow(
      "--speed", "FACTOR", .number(0.001...1_000_000),
      "so many times faster than recorded; 1"),
    OptionRow(
      "--rate", "N", .number(0.001...1_000_000), "messages a second, whatever was recorded"),
    OptionRow("--fast", "as fast as answers come"),
    OptionRow("--window", "N", .integer(1...10_000), "messages without an answer at a time; 64"),
    OptionRow("--timeout", "SECONDS", .number(0.001...3_600), "how long to wait for an answer; 10"),
    OptionRow("--rewrite-ids", "give messages and rides new ids, for a second run"),
    OptionRow(
      "--noise", "send it twice, the second time with new ids, and report apart what differs then"),
    OptionRow("--name", "NAME", .text, "the header livery-replay of all messages; replay"),
  ]
}
