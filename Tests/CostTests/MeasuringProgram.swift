import Foundation
import MachineFixture
import Testing

/// The program that measures what requests cost, built as what it measures is shipped.
enum MeasuringProgram {
  /// A line of what it says.
  struct Count: Decodable {
    let kind: String
    let store: String
    let batch: Int
    let allocations: Double
    let isCounted: Int
    let calls: Int

    var counted: Bool { isCounted == 1 }
  }

  private static let catalogue = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "deploy/catalogues/chicago.json").path

  /// What it counts, with a database of its own.
  static func allocations() throws -> [Count] {
    try withFolder { folder in
      try run([binary()], ["allocations", "sqlite:\(folder.path)/livery.db"])
    }
  }

  /// How many instructions a request of a kind takes, in batches of a size: user instructions of
  /// the program and its libraries, by callgrind, which no machine and no other work changes.
  static func instructions(_ kind: String, batch: Int) throws -> Double {
    try withFolder { folder in
      // Valgrind 3.19 cannot read the debug information of Swift.
      let program = folder.appending(path: "MeasureCosts").path
      _ = try output(of: ["strip", "--strip-debug", "-o", program, binary()])
      let file = folder.appending(path: "callgrind.out").path
      let counts = try run(
        [
          "valgrind", "--tool=callgrind", "--quiet", "--callgrind-out-file=\(file)",
          "--toggle-collect=*countedByCallgrind*", program,
        ], ["calls", kind, "\(batch)", "sqlite:\(folder.path)/livery.db"])
      try #require(counts.count == 1)
      return Double(try total(of: file)) / Double(counts[0].calls * batch)
    }
  }

  /// The sum of a file of callgrind.
  private static func total(of path: String) throws -> Int {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let line = try #require(
      text.split(separator: "\n").first { $0.hasPrefix("totals: ") }, "\(path)")
    return try #require(Int(line.dropFirst("totals: ".count)), "\(line)")
  }

  private static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let place = FileManager.default.temporaryDirectory.appending(path: "costs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    return try body(place)
  }

  private static func binary() throws -> String {
    let folder = try #require(
      ProcessInfo.processInfo.environment["LIVERY_TEST_BINARIES"],
      "expected LIVERY_TEST_BINARIES to be set: run deploy/test")
    return "\(folder)/MeasureCosts"
  }

  private static func run(_ program: [String], _ arguments: [String]) throws -> [Count] {
    try output(of: program + [catalogue] + arguments).split(separator: "\n").map {
      try JSONDecoder().decode(Count.self, from: Data($0.utf8))
    }
  }

  private static func output(of command: [String]) throws -> String {
    let (said, exitCode) = try ChildProcess.run(
      URL(filePath: "/usr/bin/env"), command,
      // The order of sets is part of what is counted.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1", "PATH": "/usr/bin:/bin"])
    try #require(exitCode == 0, "\(command)")
    return said
  }
}
