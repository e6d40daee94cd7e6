import Fleet
import Foundation
import Recordings
import Rides
import Testing

@testable import Tool

@Suite("livery simulate --out") struct SimulateCommandTests {
  private static func run(_ arguments: String...) -> (code: Int32, output: String, error: String) {
    let written = Written()
    let context = written.context(
      environment: ["LIVERY_CATALOGUE": RecordedCity.catalogue])
    let code = LiveryTool.run(["simulate"] + arguments, context)
    return (code.rawValue, written.output, written.error)
  }

  @Test("A recording says what it was made with, and replaces no file")
  func file() throws {
    let path = RecordedCity.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let options = ["--messages", "60", "--vehicles", "4", "--start", "2026-07-06T12:00:00Z"]
    let written = Written()
    let context = written.context(environment: ["LIVERY_CATALOGUE": RecordedCity.catalogue])
    let code = LiveryTool.run(
      ["simulate", "--out", path, "--payments", "amqp"] + options, context)
    #expect(code == .success, "\(written.error)")
    #expect(written.output.hasPrefix("\(path): "))
    let header = try RecordingReader(path: path).header
    #expect(header.startedAt.rfc3339 == "2026-07-06T12:00:00Z")
    #expect(header.settings == ["LIVERY_PAYMENTS": "amqp"])
    #expect(header.hasOutcomes && !header.isMasked && header.catalogue?.count == 71)
    #expect(try RecordingReader(path: path).check().dropped == 0)
    let again = Self.run("--out", path, "--messages", "60")
    #expect(again.code == 74)
    #expect(again.error.contains("cannot be written"))
  }

  @Test(
    "Options of a city need a file, and those of a broker have none",
    arguments: [
      (["--messages", "5"], "--messages needs --out"),
      (["--payments", "amqp"], "--payments needs --out"),
      (["--out", "/x.jsonl", "--pace", "2"], "--pace does not go with --out"),
      (["--out", "/x.jsonl", "--seconds", "2"], "--seconds does not go with --out"),
    ])
  func mixed(_ arguments: [String], _ error: String) {
    let written = Written()
    #expect(LiveryTool.run(["simulate"] + arguments, written.context) == .usage)
    #expect(written.error.contains(error))
  }
}
