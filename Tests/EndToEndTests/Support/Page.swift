import Foundation

/// A page of a worker's probes.
struct Page {
  let status: String
  let body: String

  /// Asks for it by curl(1).
  static func get(_ url: String) throws -> Page {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    process.arguments = ["--noproxy", "*", "-s", "-m", "60", "-w", "\n%{http_code}", url]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Page(
      status: String(lines.last ?? ""), body: lines.dropLast().joined(separator: "\n"))
  }
}
