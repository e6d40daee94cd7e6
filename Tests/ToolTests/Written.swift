import Fleet
import Synchronization

@testable import Tool

/// What a command has written.
final class Written: Sendable {
  let lines = Mutex<(output: String, error: String)>(("", ""))

  var context: ToolContext { context(environment: [:]) }

  func context(environment: [String: String]) -> ToolContext {
    let output = Output(isColored: false) { [self] bytes, stream in
      let text = String(decoding: bytes, as: UTF8.self)
      lines.withLock {
        if stream == .output { $0.output += text } else { $0.error += text }
      }
    }
    return ToolContext(output: output, environment: environment, stopSignal: StopSignal())
  }

  var output: String { lines.withLock(\.output) }
  var error: String { lines.withLock(\.error) }
}
