import Fleet
import Glibc
import Messages

extension Command {
  static let send = Command(
    name: "send",
    summary: "sends messages from a file and prints the answers",
    notes: [
      "FILE holds one JSON object, or one on each line:",
      "  {\"type\": \"request-ride.handle\", \"message_id\": \"m-1\", \"body\": {…}}",
      "A body that is a string is sent as it is. Other AMQP properties go by their names:",
      "headers, correlation_id, reply_to (null for none), content_type, content_encoding,",
      "delivery_mode, priority, expiration, timestamp, user_id, app_id. The routing key is the",
      "type unless routing_key is given, the exchange that of the first role that may send it.",
      "A file with a mistake is refused whole, with the number of the line. Members that Livery",
      "does not know are refused: each message has the header strict, unless it has its own.",
    ],
    operand: Operand(name: "FILE", summary: "the messages; - for standard input"),
    options: [
      OptionRow(
        "--pace", "N", .number(0...1_000_000), "messages a second; 0, the default, for no limit"),
      OptionRow("--window", "N", .integer(1...10_000), "messages without an answer at a time; 64"),
      OptionRow(
        "--timeout", "SECONDS", .number(0.001...3_600), "how long to wait without an answer; 10"),
      .role,
      OptionRow("--json", "each answer as one JSON line, with its properties and its body"),
      OptionRow("--no-wait", "do not ask for answers, only send"), .lenient,
    ],
    example: "livery send rides.jsonl --pace 5",
    settings: [.amqpURL],
    endings: [
      Ending(.success, "all were answered, none with a failure"),
      Ending(.failure, "one failed, was returned, or was not answered in time"),
      Ending(.data, "the file cannot be read, or a line is no message; nothing was sent"),
      .brokerAway, .brokerDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let messages = try MessageFile.read(arguments, run: "livery-send-\(RunIdentifier.random())")
    let limits = SendLimits(
      pace: Pace(arguments.number("--pace")), window: arguments.integer("--window") ?? 64,
      timeout: arguments.seconds("--timeout") ?? .seconds(10))
    let run = try SendRun(
      messages, waits: !arguments.has("--no-wait"), limits: limits,
      report: SendReport(output: context.output, isJSON: arguments.has("--json")),
      by: try context.configuration(), until: context.stopSignal)
    return try run.run()
  }
}

extension OptionRow {
  /// For the commands with a file of messages.
  static let role = OptionRow(
    "--role", "ROLE", .choice(Role.allCases.map(\.rawValue)),
    "who sends all of it")

  static let lenient = OptionRow(
    "--lenient",
    "do not ask that unknown members be refused; a header strict says it for one message")
}

extension MessageFile {
  /// The messages of a command's file.
  static func read(
    _ arguments: Arguments, run: String
  ) throws(ToolError) -> [OutgoingMessage] {
    let path = arguments.operand ?? "-"
    guard let bytes = InputFile.read(path) else {
      throw ToolError(.data, "\(path): cannot be read: \(String(cString: strerror(errno)))")
    }
    do throws(FileMistake) {
      return try MessageFile.parse(
        bytes, run: run, role: arguments.text("--role").flatMap(Role.init(rawValue:)),
        isStrict: !arguments.has("--lenient"))
    } catch {
      throw ToolError(.data, "\(path): \(error)")
    }
  }
}
