import Foundation
import MachineFixture

/// A page of a worker's probes.
struct Page {
  let status: String
  let body: String

  /// Asks for it by curl(1).
  static func get(_ url: String) throws -> Page {
    let text = try ChildProcess.run(
      URL(fileURLWithPath: "/usr/bin/curl"),
      ["--noproxy", "*", "-s", "-m", "60", "-w", "\n%{http_code}", url]
    ).output
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Page(
      status: String(lines.last ?? ""), body: lines.dropLast().joined(separator: "\n"))
  }
}
