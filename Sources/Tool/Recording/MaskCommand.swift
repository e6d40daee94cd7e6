import Fleet
import Replay
import Rides

extension Command {
  static let mask = Command(
    name: "mask",
    summary: "masks the personal data in a recording",
    notes: [
      "Writes the recording as `livery record` would have masked it. What was recorded of the",
      "outcome is left out: `livery replay --local --accept` makes it again.",
    ],
    operand: Operand(name: "FILE", summary: "the recording"),
    options: [OptionRow("--out", "FILE", .text, "the masked recording; it must not exist")],
    example: "livery mask secret.jsonl.gz --out masked.jsonl.gz",
    settings: [.catalogue, .quoteKeys],
    endings: [
      Ending(.success, "the recording is masked"),
      Ending(.data, "the recording or the catalogue is wrong"),
      Ending(.outputLost, "the file cannot be written"),
      .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    guard let path = arguments.operand, let out = arguments.text("--out") else {
      throw ToolError(.usage, "expected --out FILE")
    }
    let configuration = try context.configuration()
    var source = try RecordingSource(path, isStrict: true, partial: false, context.output)
    var header = source.header
    header.isMasked = true
    header.hasOutcomes = false
    var mask = try Recorder.mask(configuration, context)
    var writer = try OutcomeWriter(out, header)
    var count = 0
    while let message = try source.next() {
      guard message.kind == .request || message.kind == .state else { continue }
      try writer.write(mask.mask(message))
      if message.kind == .request { count += 1 }
    }
    try writer.finish()
    context.output.line("\(count) messages masked in \(out)")
    return .success
  }
}

/// Writes a recording again with the outcome that a replay had: what `--accept` makes.
struct OutcomeWriter: ~Copyable {
  private var writer: RecordingWriter

  /// Begins a file with the header of the recording, of this build and catalogue.
  init(_ path: String, _ header: RecordingHeader) throws(ToolError) {
    writer = try ToolError.mapped(recording: try RecordingWriter(path: path, header: header))
  }

  /// Writes a message as it is.
  mutating func write(_ message: RecordedMessage) throws(ToolError) {
    try ToolError.mapped(recording: try writer.write(message))
  }

  /// Writes the fleet's publications.
  mutating func write(_ outputs: [ReplayOutput]) throws(ToolError) {
    for output in outputs { try write(RecordedOutput.message(output)) }
  }

  /// Writes the end.
  mutating func finish() throws(ToolError) {
    try ToolError.mapped(recording: try writer.finish())
  }
}
