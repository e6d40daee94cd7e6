import Catalogues
import Fleet
import Messages
import Replay
import RideHandlers
import Rides

extension Command {
  static let record = Command(
    name: "record",
    summary: "records what passes on the broker",
    notes: [
      "Copies of all requests, events, payment commands and dead letters go into FILE as JSON",
      "Lines, compressed where its name ends in .gz. The workers are not disturbed: the copies",
      "come through a bounded queue of the recorder's own. What does not fit is dropped and",
      "counted.",
      "With LIVERY_STORE the recording begins with the state of the fleet: its vehicles, and the",
      "rides under way. Without it a replay knows neither, unless none was on duty before.",
      "Responses cannot be copied. With LIVERY_STORE those of writes come from the stored",
      "outcomes; `livery replay --local --accept` makes the others.",
      "Names, phone numbers, payment tokens, exact positions and identifiers are masked. The same",
      "value has the same mask, and a masked recording replays to the same codes and prices.",
      "With --from-queue the messages of one queue are copied and stay in it. RabbitMQ before 4.3",
      "counts that as one delivery of each, and after \(Topology.deliveryLimit) a message becomes",
      "a dead letter. So it takes --count-delivery, and is refused where the first message has had",
      "half of them.",
    ],
    operand: Operand(name: "FILE", summary: "the recording; it must not exist"),
    options: [
      OptionRow("--from-queue", "QUEUE", .text, "copy what is in this queue, and end"),
      OptionRow(
        "--count-delivery", "let that count as one more delivery of each message"),
      OptionRow("--exchange", "NAME", .text, repeats: true, "only what goes to this exchange"),
      OptionRow("--limit", "N", .integer(1...Int.max), "end after so many messages"),
      OptionRow("--for", "TIME", .length, "end after this time"),
      OptionRow("--size", "MB", .integer(1...1_000_000), "end after so many megabytes of bodies"),
      OptionRow(
        "--rotate", "MB", .integer(1...1_000_000), "go on in another file after so many megabytes"),
      OptionRow("--no-mask", "record personal data as it is"),
    ],
    example: "livery record monday.jsonl.gz --for 1h --rotate 500",
    settings: [.amqpURL, .catalogue, .store, .quoteKeys, .payments, .updateSeconds],
    endings: [
      Ending(.success, "a limit was reached, or it was stopped"),
      Ending(
        .failure, "a queue or an exchange is missing, or a message has had too many deliveries"),
      Ending(.data, "the catalogue is wrong"),
      Ending(.unavailable, "the broker or the store cannot be reached, or went away"),
      Ending(.outputLost, "the file cannot be written, as on a full disk; the fleet goes on"),
      .brokerDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let parts = try Recorder.parts(arguments, context)
    // The file is made when all else is there, so that a mistake leaves none.
    if let name = arguments.text("--from-queue") {
      let queue = try QueueCopy(parts.configuration, queue: name)
      var run = try Recorder.run(arguments, parts, nil, context)
      try run.record(queue)
      return .success
    }
    var tap = try Recorder.tap(arguments, parts.configuration)
    let state = try Recorder.state(parts, &tap, context)
    var run = try Recorder.run(arguments, parts, state, context)
    context.output.line("recording; end with Ctrl-C")
    if !tap.countsDropped {
      context.output.line(
        "what is dropped cannot be counted: the user may not write to the default exchange")
    }
    try run.record(tap)
    return .success
  }
}

/// Makes the parts of a recorder from the command line and the settings.
enum Recorder {
  /// What a recorder needs beside the broker.
  struct Parts {
    let configuration: Configuration
    let mask: MessageMask?
    /// Nil unless a store is named.
    let responses: StoredResponses?
  }

  /// Checks arguments and settings before anything is asked of the broker: a look at a queue counts
  /// even if nothing is recorded.
  static func parts(
    _ arguments: Arguments, _ context: ToolContext
  ) throws(ToolError) -> Parts {
    if arguments.text("--from-queue") != nil, !arguments.has("--count-delivery") {
      throw ToolError(
        .usage,
        "--from-queue: RabbitMQ before 4.3 counts a look at a queue as one delivery of each "
          + "of its messages, which become dead letters after \(Topology.deliveryLimit); "
          + "--count-delivery looks nevertheless")
    }
    let configuration = try context.configuration()
    let isMasked = !arguments.has("--no-mask")
    let isStoreNamed = context.environment[SettingName.store.rawValue] != nil
    return Parts(
      configuration: configuration, mask: isMasked ? try mask(configuration, context) : nil,
      responses: isStoreNamed ? try StoredResponses(configuration.store) : nil)
  }

  /// What the fleet knows; nil where no store is named, which is said.
  static func state(
    _ parts: Parts, _ tap: inout RecordingTap, _ context: ToolContext
  ) throws(ToolError) -> FleetState? {
    guard let store = parts.responses?.store else {
      context.output.line(
        "without LIVERY_STORE the vehicles on duty and the rides under way are not recorded")
      return nil
    }
    var early: [ReceivedCopy] = []
    let waiting = try tap.settle(into: &early, parts.configuration, context)
    if waiting > 0 {
      context.output.line(
        "\(waiting) messages wait in the queues of the workers: what they do is not recorded")
    }
    let state = try FleetState(store, at: context.clock()) { () throws(ToolError) in
      while try tap.receive(into: &early, within: .milliseconds(50), context) {}
      defer { early = [] }
      return early
    }
    context.output.line(state.words)
    return state
  }

  static func run(
    _ arguments: Arguments, _ parts: Parts, _ state: FleetState?, _ context: ToolContext
  ) throws(ToolError) -> RecordRun {
    let megabytes = arguments.integer("--rotate")
    var header = header(parts.configuration, isMasked: parts.mask != nil, context)
    header.hasWriteResponses = parts.responses != nil
    header.stateAt = state?.at
    let writer = try ToolError.mapped(
      recording: try RecordingWriter(
        path: arguments.operand ?? "", header: header, fileLimit: megabytes.map { $0 << 20 }))
    return RecordRun(
      writer, mask: parts.mask, responses: parts.responses, state: state,
      limits: RecordRun.Limits(
        messages: arguments.integer("--limit") ?? .max,
        duration: arguments.length("--for").map { .seconds($0) },
        bytes: arguments.integer("--size").map { $0 << 20 } ?? .max), context)
  }

  /// Copies of the publications to the exchanges that the arguments name.
  static func tap(
    _ arguments: Arguments, _ configuration: Configuration
  ) throws(ToolError) -> RecordingTap {
    let exchanges = arguments.texts("--exchange")
    let sources = RecordingTap.everything.filter {
      exchanges.isEmpty || exchanges.contains($0.exchange)
    }
    guard !sources.isEmpty else {
      let names = exchanges.joined(separator: "', '")
      throw ToolError(.usage, "--exchange: expected an exchange of Livery's, got '\(names)'")
    }
    try RecordingTap.checkTopology(configuration)
    return try RecordingTap(configuration, sources)
  }

  /// The mask of personal data; it needs the catalogue, for the zones that positions have to stay
  /// in.
  static func mask(
    _ configuration: Configuration, _ context: ToolContext
  ) throws(ToolError) -> MessageMask {
    guard let path = configuration.catalogue else {
      throw ToolError(
        .configuration, "expected LIVERY_CATALOGUE, whose zones a mask keeps, or --no-mask")
    }
    let quotes = MaskedQuotes(configuration.quoteKeys)
    return MessageMask(
      try context.catalogue(at: path), requote: quotes.requote, reshare: quotes.reshare)
  }

  static func header(
    _ configuration: Configuration, isMasked: Bool, _ context: ToolContext
  ) -> RecordingHeader {
    RecordingHeader(
      startedAt: context.clock(), livery: context.version,
      catalogue: configuration.catalogue.map { "sha256:\(CatalogueSource(path: $0).digest)" },
      isMasked: isMasked,
      settings: [
        SettingName.payments.rawValue: configuration.payments.rawValue,
        SettingName.updateSeconds.rawValue: "\(configuration.updateSeconds)",
      ])
  }
}
