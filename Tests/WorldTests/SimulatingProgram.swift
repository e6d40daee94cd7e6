import Foundation
import MachineFixture

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
    let process = try start(
      [String(first), String(last)] + options, .init(output: output.handle, errors: errors.handle))
    let exitCode = await withCheckedContinuation { done in
      Thread.detachNewThread { done.resume(returning: process.wait()) }
    }
    let said = output.text
    if exitCode == 0, said.contains(" 0 wrong,") { return "" }
    return "ended in world \(errors.text.split(separator: "\n").last ?? "none"): "
      + said.prefix(20_000)
  }

  /// Writes all that happens in a world into a file in the folder of builds.
  func trace(_ seed: UInt64) throws {
    let file = Self.repository.appending(path: ".build/world-\(seed).log")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let streams = ChildProcess.Streams(output: try FileHandle(forWritingTo: file))
    try start([String(seed), String(seed), "trace"], streams).wait()
  }

  /// Starts the program on the catalogue; the order of sets and dictionaries is part of what
  /// follows from a seed.
  private func start(
    _ arguments: [String], _ streams: ChildProcess.Streams
  ) throws -> ChildProcess {
    let environment = ProcessInfo.processInfo.environment
    return try ChildProcess(
      URL(filePath: path), [Self.catalogue] + arguments,
      environment: environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }, streams)
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
