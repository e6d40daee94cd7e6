import AMQP
import Catalogues
import Crypto
import Glibc
import Messages
import Probes
import RideHandlers
import RideStore
import Rides

/// A worker process from its first line to its exit code.
package enum Worker {
  /// Runs a worker as the environment says and ends the process.
  package static func main(_ definition: WorkerDefinition) -> Never {
    switch WorkerCommand(Array(CommandLine.arguments.dropFirst())) {
    case .run: exit(run(definition).rawValue)
    case .help: tell(help(definition))
    case .version: tell("\(definition.name) \(Version.text)")
    case .printConfiguration: exit(printConfiguration(definition).rawValue)
    case .wrong(let arguments):
      tell("\(definition.name): unknown argument '\(arguments)'; see --help", onError: true)
      exit(ExitCode.usage.rawValue)
    }
    exit(ExitCode.success.rawValue)
  }

  private static func run(_ definition: WorkerDefinition) -> ExitCode {
    // Both before the first thread: a thread starts with the signals of its maker.
    Signals.block()
    ignoreBrokenPipes()
    guard let setup = load(definition) else { return .configuration }
    let crew = WorkerCrew(definition, setup)
    return crew.work()
  }

  /// The configuration and the catalogue; nil after every mistake in them is told, a line each.
  private static func load(_ definition: WorkerDefinition) -> WorkerSetup? {
    switch configuration() {
    case .failure(let mistakes):
      report(mistakes.mistakes.map(\.description), definition)
      return nil
    case .success(let configuration):
      do throws(CatalogueProblems) {
        let catalogue = try CatalogueFile.load(path: configuration.catalogue ?? "")
        return WorkerSetup(configuration: configuration, catalogue: catalogue)
      } catch {
        report(error.mistakes.map { "\($0.path): \($0.message)" }, definition)
        return nil
      }
    }
  }

  private static func configuration() -> Result<Configuration, ConfigurationMistakes> {
    Configuration.load(environment: SystemEnvironment.variables(), required: [.catalogue])
  }

  private static func report(_ mistakes: [String], _ definition: WorkerDefinition) {
    let log = Log(level: .info, worker: definition.name)
    for mistake in mistakes { log.error(.configurationMistake, [.error: .string(mistake)]) }
  }

  private static func printConfiguration(_ definition: WorkerDefinition) -> ExitCode {
    switch configuration() {
    case .success(let configuration):
      configuration.redactedDescription.forEach { tell($0) }
      return .success
    case .failure(let mistakes):
      mistakes.mistakes.forEach { tell($0.description, onError: true) }
      return .configuration
    }
  }

  private static func help(_ definition: WorkerDefinition) -> String {
    """
    \(definition.name): \(definition.summary)
    Takes messages from the queue \(definition.family.queue) until SIGTERM or SIGINT.

      --print-config   print the configuration with secrets withheld, and whether it is right
      --version        print the version
      --help           print this

    \(Setting.help)
    Exit codes:
      0   stopped as asked
      64  wrong argument
      65  the database has another version; run `livery migrate`
      75  stopped before all was finished; the broker has the rest
      78  wrong configuration
    """
  }
}

/// What a worker was told.
struct WorkerSetup: Sendable {
  let configuration: Configuration
  let catalogue: Catalogue
}
