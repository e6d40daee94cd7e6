import CSpawn
package import Foundation
import Synchronization

/// A process that a test has started.
///
/// Foundation's `Process` crashes now and then: up to Swift 6.3 it reads beyond an entry of
/// `/proc/self/fd` once more than a thousand descriptors are open (swift-corelibs-foundation,
/// 5472).
package final class ChildProcess: Sendable {
  /// The standard streams; nil is that of this process.
  package struct Streams {
    var input: FileHandle?
    var output: FileHandle?
    var errors: FileHandle?

    package init(input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil) {
      self.input = input
      self.output = output
      self.errors = errors
    }
  }

  /// Its number among processes.
  package let identifier: Int32
  /// What waitpid has said; nil while the process runs.
  private let status = Mutex<Int32?>(nil)

  /// Starts a process with the standard streams alone.
  ///
  /// No signal is blocked in it, though Dispatch's threads block them all: a server would never see
  /// the request to end.
  ///
  /// - Parameters:
  ///   - environment: Nil for that of this process.
  ///   - folder: Its working directory; nil for that of this process.
  package init(
    _ executable: URL, _ arguments: [String] = [], environment: [String: String]? = nil,
    in folder: URL? = nil, _ streams: Streams = Streams()
  ) throws {
    let words = ([executable.path] + arguments).map { strdup($0) }
    let settings = (environment ?? ProcessInfo.processInfo.environment).map {
      strdup("\($0)=\($1)")
    }
    defer { for text in words + settings { free(text) } }
    let descriptors = [streams.input, streams.output, streams.errors].map {
      $0?.fileDescriptor ?? -1
    }
    var identifier: Int32 = 0
    let fault = livery_spawn(
      &identifier, executable.path, words + [nil], settings + [nil], folder?.path, descriptors)
    guard fault == 0 else {
      throw ChildProcessError(
        description: "\(executable.path): \(String(cString: strerror(fault)))")
    }
    self.identifier = identifier
  }

  /// The exit code, or the number of the signal that has ended it; nil while it runs.
  package var exitCode: Int32? {
    status.withLock { status in
      var said: Int32 = 0
      if status == nil, waitpid(identifier, &said, WNOHANG) == identifier { status = said }
      return status.map { $0 & 0x7f == 0 ? $0 >> 8 & 0xff : $0 & 0x7f }
    }
  }

  package var isRunning: Bool { exitCode == nil }

  /// Sends a signal, unless the process has been seen to end.
  package func send(_ signal: Int32) {
    status.withLock { if $0 == nil { kill(identifier, signal) } }
  }

  /// Waits for its end, and returns the exit code or the number of the signal.
  @discardableResult
  package func wait() -> Int32 {
    while true {
      // It stays to be reaped under the lock, so that its number is no other process's before.
      var information = siginfo_t()
      waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT)
      if let exitCode { return exitCode }
    }
  }

  /// Runs a process without input to its end, and returns its exit code and what it wrote to
  /// standard output, and to standard error if `withErrors`.
  package static func run(
    _ executable: URL, _ arguments: [String] = [], environment: [String: String]? = nil,
    in folder: URL? = nil, withErrors: Bool = false
  ) throws -> (output: String, exitCode: Int32) {
    let (pipe, input) = (Pipe(), try FileHandle(forReadingFrom: URL(filePath: "/dev/null")))
    let output = pipe.fileHandleForWriting
    let process = try ChildProcess(
      executable, arguments, environment: environment, in: folder,
      Streams(input: input, output: output, errors: withErrors ? output : nil))
    try output.close()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    return (String(decoding: bytes, as: UTF8.self), process.wait())
  }
}

/// A process could not be started.
package struct ChildProcessError: Error, CustomStringConvertible {
  package let description: String
}
