import Fleet
import Foundation
import MachineFixture
import Testing

@testable import Tool

@Suite("The documents that `livery manual write` makes", .serialized)
struct ManualTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(of path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(
    "Page and environment files in the tree are those of this build",
    arguments: [
      ("livery.env", "deploy/systemd/livery.env"), ("worker.env", "deploy/systemd/worker.env"),
      ("console.env", "deploy/systemd/console.env"),
      ("Settings.md", "deploy/runbook/Settings.md"),
    ])
  func kept(file: String, path: String) throws {
    let kept = try text(of: path)
    let made = try #require(ManualFile.all.first { $0.path == file })
    #expect(kept == made.text)
  }

  @Test("The page of exit codes has every code, and systemd repeats none of which it says no")
  func exitCodes() throws {
    let page = try text(of: "deploy/runbook/ExitCodes.md")
    let rows = page.split(separator: "\n").compactMap { line -> (code: Int32, row: Substring)? in
      let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ") }
      return cells.first.flatMap { Int32($0.prefix { $0.isNumber }) }.map { ($0, line) }
    }
    #expect(Set(rows.map(\.code)) == Set(ExitCode.allCases.map(\.rawValue) + [128]))
    let final = rows.filter { $0.row.contains("no: it repeats") }.map { "\($0.code)" }
    for worker in ["list-options", "request-ride", "dispatch", "status-query"] {
      let unit = try text(of: "deploy/systemd/livery-\(worker)-worker@.service")
      let line = unit.split(separator: "\n").first { $0.hasPrefix("RestartPreventExitStatus=") }
      // 243 is of systemd: a credential is missing (systemd.exec(5)).
      #expect(
        line == "RestartPreventExitStatus=\((final + ["243"]).joined(separator: " "))", "\(worker)")
    }
  }

  @Test(
    "bash completes commands, second words, options and values",
    arguments: [
      (["livery", "topo"], "topology"), (["livery", "topology", "sh"], "show"),
      (["livery", "send", "--ro"], "--role"), (["livery", "send", "--role", "oper"], "operators"),
      (["livery", "dead-letters", "redrive", "--he"], "--help"),
    ])
  func completions(words: [String], completion: String) throws {
    let script = try #require(ManualFile.all.first { $0.path == "bash-completion/livery" }).text
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let result = try run(
      "bash", ["-s"],
      input: script + """
        COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
        _livery
        printf '%s\\n' "${COMPREPLY[@]}"
        """)
    #expect(result.errors.isEmpty)
    #expect(result.output == "\(completion)\n")
  }

  @Test("zsh reads its completions")
  func zsh() throws {
    let script = try #require(ManualFile.all.first { $0.path == "zsh/_livery" }).text
    let result = try run("zsh", ["-n", "-s"], input: script)
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
  }

  /// Runs a program of the machine on a text.
  private func run(
    _ name: String, _ arguments: [String], input: String
  ) throws -> (output: String, errors: String, status: Int32) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["in", "out", "err"].map { folder.appending(path: $0) }
    for file in files {
      try Data(file.lastPathComponent == "in" ? Array(input.utf8) : []).write(to: file)
    }
    let process = try ChildProcess(
      URL(fileURLWithPath: "/usr/bin/env"), [name] + arguments,
      .init(
        input: FileHandle(forReadingFrom: files[0]), output: FileHandle(forWritingTo: files[1]),
        errors: FileHandle(forWritingTo: files[2])))
    let status = process.wait()
    let texts = try files[1...].map { try String(contentsOf: $0, encoding: .utf8) }
    return (texts[0], texts[1], status)
  }
}
