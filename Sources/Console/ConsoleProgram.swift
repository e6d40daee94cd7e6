import AMQP
import Catalogues
import Fleet
import Glibc
import JSON

/// The console's process from its first line to its exit code.
package enum ConsoleProgram {
  static let name = "livery-console"

  /// Serves with the settings of the environment, or does what the arguments say, and ends the
  /// process.
  package static func main(commit: String) -> Never {
    StandardDescriptors.occupy()
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case nil: exit(serve(commit: commit).rawValue)
    case "--help" where arguments.count == 1, "-h" where arguments.count == 1: writeLines(help)
    case "--version" where arguments.count == 1:
      writeLine("\(name) \(Version.text(commit: commit))")
    case "--print-config" where arguments.count == 1: exit(printConfiguration().rawValue)
    case "account" where arguments.count == 3:
      exit(printAccount(arguments[1], arguments[2]).rawValue)
    default:
      writeLine(
        "\(name): unknown arguments '\(arguments.joined(separator: " "))'; see --help",
        onError: true)
      exit(ExitCode.usage.rawValue)
    }
    exit(ExitCode.success.rawValue)
  }

  private static func serve(commit: String) -> ExitCode {
    // Both before the first thread: a thread starts with the signals of its maker.
    Signals.block()
    ignoreBrokenPipes()
    let environment = SystemEnvironment.variables()
    let configuration = configuration()
    let log = Log(
      level: (try? configuration.get().logLevel) ?? .info, worker: name,
      style: LogStyle(format: LogFormat(environment: environment), environment: environment))
    do throws(Mistakes) {
      let setup = try setup(configuration, log, commit: commit)
      guard let runtime = ConsoleRuntime(setup) else {
        let folder = setup.configuration.console.site
        throw Mistakes(lines: ["LIVERY_CONSOLE_SITE: expected an index.html in '\(folder)'"])
      }
      try run(runtime)
      return .success
    } catch {
      for line in error.lines { log.error(.configurationMistake, [.error: .string(line)]) }
      return .configuration
    }
  }

  private static func run(_ runtime: ConsoleRuntime) throws(Mistakes) {
    do {
      try runtime.work()
    } catch {
      throw Mistakes(lines: ["LIVERY_CONSOLE_PORT, LIVERY_PROBE_PORT: \(error)"])
    }
  }

  /// What keeps a console from starting, a sentence each.
  private struct Mistakes: Error { let lines: [String] }

  private static func configuration() -> Result<Configuration, ConfigurationMistakes> {
    Configuration.load(required: [.catalogue, .consoleAccounts])
  }

  private static func setup(
    _ loaded: Result<Configuration, ConfigurationMistakes>, _ log: Log, commit: String
  ) throws(Mistakes) -> ConsoleSetup {
    let configuration: Configuration
    switch loaded {
    case .success(let right): configuration = right
    case .failure(let error): throw Mistakes(lines: error.mistakes.map(\.description))
    }
    let mistakes = ConsoleAccess.mistakes(in: configuration.console)
    guard mistakes.isEmpty else { throw Mistakes(lines: mistakes) }
    let accounts: AccountsFile
    do throws(Accounts.Mistakes) {
      accounts = try AccountsFile(path: configuration.console.accounts ?? "", log: log)
    } catch {
      throw Mistakes(lines: error.lines.map { "LIVERY_CONSOLE_ACCOUNTS: \($0)" })
    }
    do throws(CatalogueProblems) {
      let path = configuration.catalogue ?? ""
      let source = CatalogueSource(path: path)
      return ConsoleSetup(
        configuration: configuration, catalogue: try CatalogueFile.load(path: path, from: source),
        digest: source.digest, accounts: accounts, log: log, commit: commit)
    } catch {
      throw Mistakes(lines: error.lines)
    }
  }

  private static func printConfiguration() -> ExitCode {
    switch configuration() {
    case .success(let configuration):
      configuration.redactedDescription.forEach { writeLine($0) }
      let mistakes = ConsoleAccess.mistakes(in: configuration.console)
      mistakes.forEach { writeLine($0, onError: true) }
      return mistakes.isEmpty ? .success : .configuration
    case .failure(let error):
      error.mistakes.forEach { writeLine($0.description, onError: true) }
      return .configuration
    }
  }

  /// Prints the line of an account with the password of standard input.
  private static func printAccount(_ name: String, _ role: String) -> ExitCode {
    guard Account.isName(name), let role = ConsoleRole(rawValue: role) else {
      writeLine(
        "\(Self.name): expected a name of letters, digits, '.', '_', '-', '+' and '@', and one of "
          + ConsoleRole.allCases.map(\.rawValue).joined(separator: ", "), onError: true)
      return .usage
    }
    guard let password = PasswordHash(of: PasswordInput.line()) else {
      writeLine(
        "\(Self.name): expected a password of 1 to \(PasswordHash.longest) bytes on standard input",
        onError: true)
      return .data
    }
    writeLine(Account(name: name, role: role, password: password).line)
    return .success
  }

  private static let help = """
    \(name): the page of those who run the fleet

    \(name)                     serve until SIGTERM, SIGINT or SIGHUP
    \(name) account NAME ROLE   print a line for LIVERY_CONSOLE_ACCOUNTS; the password is a line
                                       of standard input, the role reader, agent, operator or admin
    \(name) --print-config      print the configuration with secrets withheld
    \(name) --version           print the version
    \(name) --help              print this

    \(Setting.help)
    Exit codes:
      \(ExitCode.success.rawValue)   stopped as asked
      \(ExitCode.usage.rawValue)  wrong argument
      \(ExitCode.data.rawValue)  wrong password
      \(ExitCode.configuration.rawValue)  wrong configuration, catalogue, accounts or site
    """
}

/// A password that is typed, or comes from a pipe.
private enum PasswordInput {
  /// The first line of standard input, which a terminal does not show.
  static func line() -> [UInt8] {
    var shown = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &shown) == 0
    if isTerminal {
      var hidden = shown
      hidden.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
      writeLine("Password:", onError: true)
    }
    defer { if isTerminal { tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) } }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count <= PasswordHash.longest, read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A {
      line.append(byte)
    }
    return line
  }
}
