import Foundation

/// Runs a script of the folder `Tests/Lab`.
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
    let script = root.appendingPathComponent("Tests/Lab/\(name)")
    let (text, exitCode) = try ChildProcess.run(script, arguments, withErrors: true)
    guard exitCode == 0 else {
      throw DeployScriptError(
        description: "Tests/Lab/\(name) \(arguments.joined(separator: " ")): \(text)")
    }
    return text
  }

  /// What stands after `name=` at the beginning of a line; nil when no line begins so.
  package static func value(_ name: String, in text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }
}

/// A script has failed.
package struct DeployScriptError: Error, CustomStringConvertible {
  package let description: String
}
