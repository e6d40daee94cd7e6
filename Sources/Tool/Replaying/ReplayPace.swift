/// How fast a recording is sent to a broker.
struct ReplayPace: Sendable {
  /// How much faster than it was recorded; nil where a rate is given.
  let speed: Double?
  /// Messages a second; nil for as fast as it goes.
  let rate: Double?
  /// Messages that wait for their answer at a time.
  let window: Int
  let timeout: Duration
  let rewritesIdentifiers: Bool
  /// Whether the recording is sent twice, so that what differs by itself is known.
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
