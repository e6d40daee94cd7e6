import Foundation

/// Runs a script of the folder `deploy/development`.
package struct DeployScript: Sendable {
  private let name: String

  package init(_ name: String) { self.name = name }

  /// What the script prints; an error if it fails.
  ///
  /// It bounds its own waits.
  @discardableResult
  package func run(_ arguments: [String]) throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let output = Pipe()
    let process = Process()
    process.executableURL = root.appendingPathComponent("deploy/development/\(name)")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try Self.withoutBlockedSignals { try process.run() }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw DeployScriptError(
        description: "deploy/development/\(name) \(arguments.joined(separator: " ")): \(text)")
    }
    return text
  }

  /// What stands after `name=` at the beginning of a line; nil when no line begins so.
  package static func value(_ name: String, in text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)) }
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

/// A script has failed.
package struct DeployScriptError: Error, CustomStringConvertible {
  package let description: String
}
