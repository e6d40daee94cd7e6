import Foundation
import MachineFixture

/// A worker, or the tool, as it is shipped: the release binary in a process of its own.
final class WorkerProcess {
  /// The worker's name, which is its binary's.
  let name: String
  private let process: ChildProcess
  private let logFile: URL
  private let outputFile: URL

  /// Starts a worker with that environment and nothing else.
  ///
  /// It logs to `standardError` instead of a file, where there is one. The descriptors `closed` are
  /// closed, by a shell.
  ///
  /// More than five parameters: a process has so many.
  init(
    _ name: String, environment: [String: String], folder: URL, arguments: [String] = [],
    standardError: FileHandle? = nil, closed: [Int32] = []
  ) throws {
    self.name = name
    let file = URL(fileURLWithPath: name).lastPathComponent
    let path = folder.appendingPathComponent("\(file)-\(UUID().uuidString)")
    logFile = path.appendingPathExtension("log")
    outputFile = path.appendingPathExtension("out")
    for file in [logFile, outputFile] {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    let binary = try Self.binary(name)
    let command = "exec \"$0\" \"$@\"" + closed.map { " \($0)>&-" }.joined()
    process = try ChildProcess(
      closed.isEmpty ? binary : URL(fileURLWithPath: "/bin/sh"),
      closed.isEmpty ? arguments : ["-c", command, binary.path] + arguments,
      environment: environment,
      .init(
        output: FileHandle(forWritingTo: outputFile),
        errors: standardError ?? FileHandle(forWritingTo: logFile)))
  }

  deinit { killNow() }

  /// What it has logged so far, a JSON object a line.
  var log: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "" }

  /// What it has written to standard output so far.
  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }

  /// Its number among processes.
  var identifier: Int32 { process.identifier }

  var isRunning: Bool { process.isRunning }

  /// kill -9: no time for anything.
  func killNow() {
    process.send(SIGKILL)
    process.wait()
  }

  /// SIGTERM; gives back the exit code.
  func stop() -> Int32 {
    end(by: SIGTERM)
  }

  /// Any signals, such as SIGINT, at once; returns the exit code.
  func end(by signals: Int32...) -> Int32 {
    for signal in signals { process.send(signal) }
    return exitCode()
  }

  /// Waits for the end, which the process brings about itself; one that hangs is killed, and the
  /// code is that of the signal.
  func exitCode() -> Int32 {
    do {
      try waitUntil("\(name) ends") { !process.isRunning }
    } catch {
      killNow()
    }
    return process.wait()
  }

  /// The binary of that name in the folder that `LIVERY_TEST_BINARIES` names, or at that path.
  static func binary(_ name: String) throws -> URL {
    if name.hasPrefix("/") { return URL(fileURLWithPath: name) }
    guard let folder = ProcessInfo.processInfo.environment["LIVERY_TEST_BINARIES"] else {
      throw FleetError("expected LIVERY_TEST_BINARIES to be set: run deploy/test")
    }
    let binary = URL(fileURLWithPath: folder).appendingPathComponent(name)
    guard FileManager.default.isExecutableFile(atPath: binary.path) else {
      throw FleetError("there is no \(name) in \(folder)")
    }
    return binary
  }
}

/// The fleet of a test cannot be started, or does not do what the test waits for.
struct FleetError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
