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
  /// The broker did not do what was asked: it said no, its user lacks a right, or it cannot be
  /// reached.
  init(_ error: AMQPError) {
    switch error.code {
    case .notFound:
      self.init(.failure, "\(error); `livery topology apply` declares what is missing")
    case .accessRefused, .notAllowed: self.init(.denied, "\(error)")
    case .preconditionFailed, .resourceLocked: self.init(.failure, "\(error)")
    default: self.init(.unavailable, "\(error)")
    }
  }

  /// None of the broker's nodes could be used, each for its reason; a refusal tells more than that
  /// others are down.
  init(_ failures: [AMQPError]) {
    let errors = failures.map { ToolError($0) }
    let isDenied = errors.contains { $0.code == .denied }
    self.init(isDenied ? .denied : .unavailable, failures.map(\.description))
  }

  /// The store did not do what was asked.
  init(_ error: StoreError) {
    switch error.code {
    case .wrongSchema: self.init(.data, "\(error)")
    case .denied: self.init(.denied, "\(error)")
    case .conflict, .unavailable, .failed: self.init(.unavailable, "\(error)")
    }
  }

  /// The environment is wrong, in each of these ways.
  init(_ mistakes: ConfigurationMistakes) {
    self.init(.configuration, mistakes.mistakes.map(\.description))
  }
}
