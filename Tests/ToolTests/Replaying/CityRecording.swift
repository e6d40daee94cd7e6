import Catalogues
import Fleet
import Foundation
import Messages
import Replay
import RideHandlers
import SimulatedCity
import Testing

@testable import Tool

/// A recorded city, with the outcome that a replay is held to.
struct CityRecording: Sendable {
  let header: RecordingHeader
  let requests: [RecordedMessage]
  /// The accepted outcome.
  let outputs: [ReplayOutput]
  let bytes: Data

  static let catalogue = TripComparisonTests.root
    .appending(path: "../../deploy/recordings/catalogue.json").standardized.path
  static let environment = [
    "LIVERY_CATALOGUE": catalogue, "LIVERY_QUOTE_KEYS": "test:MDEyMzQ1Njc4OWFiY2RlZg==",
  ]

  /// A city of about 1,500 messages whose payment system answers over the broker; recorded once for
  /// all tests.
  static let accepted = Result {
    try TemporaryFiles.use { files in
      let (recorded, accepted) = (files.path(".jsonl"), files.path(".jsonl"))
      var plan = CityPlan(catalogue: try CatalogueFile.load(path: catalogue))
      plan.messages = 1_500
      plan.seed = 5
      plan.payments = .amqp
      plan.quotes = .signed(by: try Configuration.load(environment: environment).get().quoteKeys)
      _ = try plan.record(to: recorded, plan.header(livery: "test"))
      try run("replay", "--local", "--accept", accepted, recorded)
      return try CityRecording(accepted)
    }
  }

  /// Reads a recording.
  init(_ path: String) throws {
    bytes = try Data(contentsOf: URL(filePath: path))
    var reader = try RecordingReader(path: path)
    var messages: [RecordedMessage] = []
    while let message = try reader.next() { messages.append(message) }
    header = reader.header
    requests = messages.filter { $0.kind == .request }
    outputs = messages.compactMap(RecordedOutput.output)
  }

  /// Runs a command of the tool that has to succeed.
  @discardableResult
  static func run(_ arguments: String...) throws -> Written {
    let written = Written()
    let code = LiveryTool.run(arguments, written.context(environment: environment))
    try #require(code == .success, "\(arguments): \(written.error)\(written.output)")
    return written
  }

  /// The fleets that `livery replay --local` makes for this recording.
  func fleets(
    _ arguments: String..., of header: RecordingHeader? = nil
  ) throws -> LocalFleets {
    let arguments = try Arguments.parse(["--local", "recording"] + arguments, for: .replay)
    return try LocalFleets(
      ReplayRequest(arguments), header ?? self.header,
      Written().context(environment: Self.environment))
  }

  /// Replays all requests on a fleet of these parts.
  func replay(
    _ parts: LocalFleet.Parts
  ) throws -> (outputs: [ReplayOutput], checks: PropertyChecks) {
    let replay = try LocalReplay(parts, at: try #require(requests.first).at)
    var outputs: [ReplayOutput] = []
    for request in requests {
      let step = try replay.replay(request)
      outputs += step.before + step.outputs
    }
    outputs += try replay.books()
    return (outputs, replay.checks)
  }

  /// Compares an outcome with the accepted one.
  func report(on actual: [ReplayOutput]) -> ComparisonReport {
    var comparison = Comparison()
    for output in outputs { comparison.expect(output) }
    for output in actual { comparison.meet(output) }
    return comparison.finish()
  }
}

/// Files of a test, which are removed when it ends.
final class TemporaryFiles {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID())")

  private init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A new name in the folder.
  func path(_ ending: String) -> String { folder.appending(path: "\(UUID())\(ending)").path }

  /// Runs a test with a folder of its own.
  static func use<Value>(_ body: (TemporaryFiles) throws -> Value) throws -> Value {
    let files = try TemporaryFiles()
    defer { try? FileManager.default.removeItem(at: files.folder) }
    return try body(files)
  }
}

extension ComparisonReport {
  /// What differs, in few words: class, kind and path.
  var shapes: Set<String> {
    Set(
      groups.map { group in
        let words = [group.shape.class.rawValue, group.shape.type.kind.rawValue, group.shape.path]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
      })
  }
}
