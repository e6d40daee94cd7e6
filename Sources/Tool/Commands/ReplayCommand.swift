import Fleet
import Recordings
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
      "--accept OUT writes the recording anew with the outcome of this replay.",
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
      Ending(.unavailable, "the broker cannot be reached, or went away"),
      Ending(.outputLost, "a file cannot be written"),
      Ending(.denied, "the user of the broker lacks a right"),
      Ending(.configuration, "a setting is wrong"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let request = try ReplayRequest(arguments)
    guard request.isLocal else { return try BrokerReplay.run(request, context) }
    return try LocalReplayRun.run(request, context)
  }
}
