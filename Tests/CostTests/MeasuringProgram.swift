import Foundation
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

    var counted: Bool { isCounted == 1 }
  }

  private static let catalogue = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "deploy/catalogues/chicago.json").path

  /// What it counts, with a database of its own.
  static func allocations() throws -> [Count] {
    let folder = try #require(
      ProcessInfo.processInfo.environment["LIVERY_TEST_BINARIES"],
      "expected LIVERY_TEST_BINARIES to be set: run deploy/test")
    let place = FileManager.default.temporaryDirectory.appending(path: "costs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "\(folder)/MeasureCosts")
    process.arguments = [catalogue, "allocations", "sqlite:\(place.path)/livery.db"]
    // The order of sets is part of what is counted.
    process.environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    process.standardOutput = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try said.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Count.self, from: Data($0))
    }
  }
}
