import Foundation

/// The program that runs worlds, built with optimisation.
struct SimulatingProgram: Sendable {
  let path: String

  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let catalogue = repository.appending(path: "deploy/catalogues/chicago.json").path

  /// The one beside the programs that are tested; nil when there are none.
  static var shipped: SimulatingProgram? {
    guard let binaries = ProcessInfo.processInfo.environment["LIVERY_TEST_BINARIES"] else {
      return nil
    }
    let path = "\(binaries)/SimulateWorlds"
    return FileManager.default.isExecutableFile(atPath: path) ? SimulatingProgram(path: path) : nil
  }

  /// Runs the worlds of some seeds; gives back what it says if something was wrong, and if it
  /// trapped, in which world.
  func run(
    _ seeds: Slice<ClosedRange<UInt64>>, _ options: [String] = []
  ) async throws -> String {
    guard let first = seeds.first, let last = seeds.last else { return "" }
    let (output, errors) = try (TemporaryFile(), TemporaryFile())
    let process = try start([String(first), String(last)] + options, output, errors)
    await withCheckedContinuation { done in
      process.terminationHandler = { _ in done.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        done.resume()
      }
    }
    let said = output.text
    if process.terminationReason == .exit, process.terminationStatus == 0,
      said.contains(" 0 wrong,")
    {
      return ""
    }
    return "ended in world \(errors.text.split(separator: "\n").last ?? "none"): "
      + said.prefix(20_000)
  }

  /// Writes all that happens in a world into a file in the folder of builds.
  func trace(_ seed: UInt64) throws {
    let file = Self.repository.appending(path: ".build/world-\(seed).log")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [Self.catalogue, String(seed), String(seed), "trace"]
    process.environment = Self.environment
    process.standardOutput = handle
    try process.run()
    process.waitUntilExit()
  }

  /// The order of sets and dictionaries is part of what follows from a seed.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
  }

  private func start(
    _ seeds: [String], _ output: TemporaryFile, _ errors: TemporaryFile
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [Self.catalogue] + seeds
    process.environment = Self.environment
    process.standardOutput = output.handle
    process.standardError = errors.handle
    return process
  }
}

/// A file for what a program says, which does not fill up as a pipe does.
struct TemporaryFile {
  let url = FileManager.default.temporaryDirectory.appending(path: "world-\(UUID().uuidString)")
  let handle: FileHandle

  init() throws {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    handle = try FileHandle(forWritingTo: url)
  }

  var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
}
