import AMQP
import Catalogues
package import Fleet
import Replay
package import RideStore
import Rides

/// What a command works with besides its arguments.
struct ToolContext: Sendable {
  let output: Output
  let environment: [String: String]
  /// Stopped by SIGTERM, SIGINT, and when standard output has no reader any more.
  let stopSignal: StopSignal
  var clock: @Sendable () -> Instant = WallClock.now
  /// What the tool was built from.
  var commit = "unknown"

  /// The version of the tool.
  var version: String { Version.text(commit: commit) }

  /// The settings, checked as a worker checks them.
  func configuration(requiring required: Set<SettingName> = []) throws(ToolError) -> Configuration {
    switch Configuration.load(environment: environment, required: required) {
    case .success(let configuration): return configuration
    case .failure(let mistakes): throw ToolError(mistakes)
    }
  }

  /// The settings, and the catalogue that they name.
  func catalogue() throws(ToolError) -> (configuration: Configuration, catalogue: Catalogue) {
    let configuration = try configuration(requiring: [.catalogue])
    // Required above, so that it is there.
    return (configuration, try catalogue(at: configuration.catalogue ?? ""))
  }

  /// A session of the store of the settings, which must have the schema of this build.
  func openStore() throws(ToolError) -> any RideStore {
    let location = try configuration().store
    return try ToolError.mapped(store: try StoreSession.openChecked(location))
  }

  /// The catalogue of a file or a folder.
  func catalogue(at path: String) throws(ToolError) -> Catalogue {
    do throws(CatalogueProblems) {
      return try CatalogueFile.load(path: path)
    } catch {
      throw ToolError(.data, error.mistakes.map(\.description))
    }
  }
}

/// Why a command ends early: its message on standard error, and its exit code.
package struct ToolError: Error, Hashable, Sendable {
  package let code: ExitCode
  package let lines: [String]

  init(_ code: ExitCode, _ lines: [String]) {
    self.code = code
    self.lines = lines
  }

  init(_ code: ExitCode, _ line: String) { self.init(code, [line]) }
}

extension Arguments {
  /// The values that `read` makes of a repeated option; refused where it makes none.
  func values<Value>(
    _ name: String, expected: String, _ read: (String) -> Value?
  ) throws(ToolError) -> [Value] {
    var values: [Value] = []
    for text in texts(name) {
      guard let value = read(text) else {
        throw ToolError(.usage, "\(name): expected \(expected), got '\(text)'")
      }
      values.append(value)
    }
    return values
  }
}

extension ToolError {
  /// A failed operation of the broker: it refused, the user lacks a permission, or it cannot be
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

  /// No node of the broker could be used, each for its own reason; a refusal is more informative
  /// than an unreachable node.
  init(_ failures: [AMQPError]) {
    let errors = failures.map { ToolError($0) }
    let isDenied = errors.contains { $0.code == .denied }
    self.init(isDenied ? .denied : .unavailable, failures.map(\.description))
  }

  /// A failed operation of the store.
  package init(_ error: StoreError) {
    switch error.code {
    case .wrongSchema: self.init(.data, "\(error)")
    case .denied: self.init(.denied, "\(error)")
    case .conflict, .unavailable, .failed: self.init(.unavailable, "\(error)")
    }
  }

  /// A recording cannot be read or written.
  init(_ fault: RecordingFault, advice: String = "") {
    switch fault.reason {
    case .unwritable: self.init(.outputLost, "\(fault)\(advice)")
    default: self.init(.data, "\(fault)\(advice)")
    }
  }

  /// The environment is wrong, in each of these ways.
  init(_ mistakes: ConfigurationMistakes) {
    self.init(.configuration, mistakes.mistakes.map(\.description))
  }
}

extension ToolError {
  /// The result of a call to the broker, whose error becomes the tool's.
  static func mapped<Value: ~Copyable>(
    broker call: @autoclosure () throws(AMQPError) -> Value
  ) throws(ToolError) -> Value {
    do throws(AMQPError) { return try call() } catch { throw ToolError(error) }
  }

  /// The result of a call to the store, whose error becomes the tool's.
  package static func mapped<Value>(
    store call: @autoclosure () throws(StoreError) -> Value
  ) throws(ToolError) -> Value {
    do throws(StoreError) { return try call() } catch { throw ToolError(error) }
  }

  /// The result of reading or writing a recording, whose error becomes the tool's.
  static func mapped<Value: ~Copyable>(
    recording call: @autoclosure () throws(RecordingFault) -> Value
  ) throws(ToolError) -> Value {
    do throws(RecordingFault) { return try call() } catch { throw ToolError(error) }
  }
}

extension StoreSession {
  /// A session of a store that has the schema of this build.
  static func openChecked(_ location: StoreLocation) throws(StoreError) -> any RideStore {
    let store = try open(location)
    try store.checkSchema()
    return store
  }
}
