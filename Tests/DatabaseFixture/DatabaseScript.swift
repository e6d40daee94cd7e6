import Foundation

/// Runs `deploy/database`.
enum DatabaseScript {
  /// What the script prints; an error if it fails.
  ///
  /// It bounds its own waits.
  @discardableResult
  static func run(_ arguments: [String]) throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let output = Pipe()
    let process = Process()
    process.executableURL = root.appendingPathComponent("deploy/database")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try withoutBlockedSignals { try process.run() }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw DatabaseFixtureError("deploy/database \(arguments.joined(separator: " ")): \(text)")
    }
    return text
  }

  /// A server inherits the signals that its starter blocks, and Dispatch's threads block them all:
  /// a server that was started so would never see the request to end.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}

/// A database for tests is missing, or does not do as it is told.
package struct DatabaseFixtureError: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}
