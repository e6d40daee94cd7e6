import AMQP
import Fleet
import RideStore

/// Why a command ends before its time: what to say on standard error, and the exit code.
struct ToolError: Error, Hashable, Sendable {
  let code: ExitCode
  let lines: [String]

  init(_ code: ExitCode, _ lines: [String]) {
    self.code = code
    self.lines = lines
  }

  init(_ code: ExitCode, _ line: String) { self.init(code, [line]) }
}

extension ToolError {
  /// The broker did not do what was asked: it said no, or it cannot be reached.
  init(_ error: AMQPError) {
    switch error.code {
    case .notFound:
      self.init(.failure, "\(error); `livery topology apply` declares what is missing")
    case .preconditionFailed, .resourceLocked: self.init(.failure, "\(error)")
    default: self.init(.unavailable, "\(error)")
    }
  }

  /// The store did not do what was asked.
  init(_ error: StoreError) {
    switch error.code {
    case .wrongSchema: self.init(.data, "\(error)")
    case .conflict, .unavailable, .failed: self.init(.unavailable, "\(error)")
    }
  }

  /// The environment is wrong, in each of these ways.
  init(_ mistakes: ConfigurationMistakes) {
    self.init(.configuration, mistakes.mistakes.map(\.description))
  }
}
