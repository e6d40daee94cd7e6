import AMQP
import Catalogues
import Crypto
import Glibc
import Messages
import RideHandlers
import RideStore
import Rides

/// A worker process from its first line to its exit code.
package enum Worker {
  /// Runs a worker with the settings of the environment and ends the process.
  package static func main(_ definition: WorkerDefinition) -> Never {
    StandardDescriptors.occupy()
    switch WorkerCommand(Array(CommandLine.arguments.dropFirst())) {
    case .run: exit(run(definition).rawValue)
    case .help: writeLines(help(definition))
    case .version: writeLine("\(definition.name) \(Version.text(commit: definition.commit))")
    case .printConfiguration: exit(printConfiguration().rawValue)
    case .wrong(let arguments):
      writeLine("\(definition.name): unknown argument '\(arguments)'; see --help", onError: true)
      exit(ExitCode.usage.rawValue)
    }
    exit(ExitCode.success.rawValue)
  }

  private static func run(_ definition: WorkerDefinition) -> ExitCode {
    // Both before the first thread: a thread starts with the signals of its maker.
    Signals.block()
    ignoreBrokenPipes()
    switch load() {
    case .success(let setup):
      return WorkerRuntime(definition, setup).work()
    case .failure(let mistakes):
      let environment = SystemEnvironment.variables()
      let style = LogStyle(format: LogFormat(environment: environment), environment: environment)
      let log = Log(level: .info, worker: definition.name, style: style)
      for line in mistakes.lines { log.error(.configurationMistake, [.error: .string(line)]) }
      return .configuration
    }
  }

  /// The configuration and the catalogue, or every mistake in them, a line each.
  private static func load() -> Result<WorkerSetup, SetupMistakes> {
    switch configuration() {
    case .failure(let mistakes):
      return .failure(SetupMistakes(lines: mistakes.mistakes.map(\.description)))
    case .success(let configuration):
      do throws(CatalogueProblems) {
        let path = configuration.catalogue ?? ""
        let source = CatalogueSource(path: path)
        let catalogue = try CatalogueFile.load(path: path, from: source)
        return .success(
          WorkerSetup(configuration: configuration, catalogue: catalogue, digest: source.digest))
      } catch {
        return .failure(SetupMistakes(lines: error.lines))
      }
    }
  }

  private static func configuration() -> Result<Configuration, ConfigurationMistakes> {
    Configuration.load(environment: SystemEnvironment.variables(), required: [.catalogue])
  }

  private static func printConfiguration() -> ExitCode {
    switch load() {
    case .success(let setup):
      setup.configuration.redactedDescription.forEach { writeLine($0) }
      return .success
    case .failure(let mistakes):
      mistakes.lines.forEach { writeLine($0, onError: true) }
      return .configuration
    }
  }

  /// What a worker answers, a line each (rule F1).
  private static func help(_ definition: WorkerDefinition) -> String {
    let types = WorkerProgram(definition.family).types.map { "  \($0)" }
    let options = WorkerProgram.options.map { "  \($0.name.padded(to: 16)) \($0.meaning)" }
    let codes = WorkerProgram.exitCodes.map { "  \($0.name.padded(to: 3)) \($0.meaning)" }
    return """
      \(definition.name): \(definition.summary)

      Takes messages from the queue \(definition.family.queue) until SIGTERM, SIGINT or SIGHUP:
      \(types.joined(separator: "\n"))

      \(options.joined(separator: "\n"))

      \(Setting.help)
      Exit codes:
      \(codes.joined(separator: "\n"))
      """
  }
}

/// The configuration and the catalogue of a worker.
struct WorkerSetup: Sendable {
  let configuration: Configuration
  let catalogue: Catalogue
  /// Of the catalogue's files.
  let digest: String
}

/// The mistakes that keep a worker from starting, a line each.
struct SetupMistakes: Error {
  let lines: [String]
}
