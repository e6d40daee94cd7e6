import Fleet
import Foundation
import Testing

@testable import Tool

@Suite("The command `livery replay`") struct ReplayCommandTests {
  /// Runs `livery replay --local` over a file with the accepted city, changed by `change`.
  private func replay(
    _ options: [String], _ change: (inout [String]) -> Void = { _ in }
  ) throws -> (code: ExitCode, output: String, errors: String) {
    try TemporaryFiles.use { files in
      let path = files.path(".jsonl")
      let city = try CityRecording.accepted.get()
      var lines = String(decoding: city.bytes, as: UTF8.self).components(separatedBy: "\n")
      change(&lines)
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
      let written = Written()
      let code = LiveryTool.run(
        ["replay", "--local", path] + options,
        written.context(environment: CityRecording.environment))
      return (code, written.output, written.error)
    }
  }

  @Test("The first requests of a recording are compared with what they caused, and nothing else")
  func limit() throws {
    let replay = try replay(["--verify", "--limit", "100"])
    #expect(replay.code == .success, "\(replay.output)\(replay.errors)")
    #expect(replay.output.contains("100 messages replayed"))
  }

  @Test("Only requests of a type, with a header or a member, are replayed")
  func filters() throws {
    let types = try replay(["--type", "vehicle.update"])
    #expect(types.code == .success, "\(types.errors)")
    #expect(types.output.contains("requests left out by the filter"))
    let none = try replay(["--body", "riderIdentifier=nobody"])
    #expect(none.code == .data)
    #expect(try replay(["--header", "strict"]).code == .usage)
  }

  @Test("A recording that is cut off is refused with its last line, and read with --partial")
  func cutOff() throws {
    let refused = try replay(["--verify"]) { $0.removeLast(10) }
    #expect(refused.code == .data)
    #expect(refused.errors.contains("it is cut off; --partial reads what can be read"))
    let partial = try replay(["--partial"]) { $0.removeLast(10) }
    #expect(partial.code == .success, "\(partial.errors)")
    #expect(partial.errors.contains("it is cut off"))
  }

  @Test("A line that is no message is reported with its number, counted, and ends a strict replay")
  func malformedLine() throws {
    let lenient = try replay(["--partial"]) { $0[20] = "{\"n\":" }
    #expect(lenient.code == .success, "\(lenient.errors)")
    #expect(lenient.errors.contains(":21: expected a recorded message"))
    #expect(lenient.output.contains("1 lines are no messages"))
    let strict = try replay(["--partial", "--strict"]) { $0[20] = "{\"n\":" }
    #expect(strict.code == .data)
  }

  @Test("A message of an unknown type is reported with its line, and ends a strict replay")
  func unknownType() throws {
    let change: (inout [String]) -> Void = { lines in
      // No later message depends on a query.
      let key = "\"routing_key\":\"get-ride-status.handle\""
      let place = lines.firstIndex { $0.contains(key) } ?? 1
      lines[place] = lines[place].replacingOccurrences(
        of: key, with: "\"routing_key\":\"get-ride-status.fly\"")
    }
    let lenient = try replay(["--partial"], change)
    #expect(lenient.code == .success, "\(lenient.errors)")
    #expect(lenient.errors.contains("no queue takes the type 'get-ride-status.fly'"))
    #expect(lenient.output.contains("1 messages skipped: of an unknown type"))
    #expect(try replay(["--partial", "--strict"], change).code == .data)
  }

  @Test("A replay over a copy of a database leaves the database as it was")
  func storeCopy() throws {
    try TemporaryFiles.use { files in
      let path = files.path(".db")
      _ = try StoreSession.migrate(.sqlite(path: path))
      let before = try Data(contentsOf: URL(filePath: path))
      let replay = try replay(["--store", path, "--limit", "50"])
      #expect(replay.code == .success, "\(replay.errors)")
      #expect(replay.output.contains("50 messages replayed"))
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }

  @Test("Reports are written to the files that are named, and options that do not fit are refused")
  func reports() throws {
    try TemporaryFiles.use { files in
      let (page, cases, json) = (files.path(".html"), files.path(".xml"), files.path(".json"))
      let replay = try replay([
        "--verify", "--limit", "20", "--html", page, "--junit", cases, "--json", json,
      ])
      #expect(replay.code == .success, "\(replay.errors)")
      for (path, start) in [(page, "<!DOCTYPE html>"), (cases, "<?xml"), (json, "{")] {
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        #expect(text.lowercased().hasPrefix(start.lowercased()))
      }
    }
    #expect(try replay(["--html", "page.html"]).code == .usage)
    #expect(try replay(["--verify", "--against", CityRecording.catalogue]).code == .usage)
  }
}
