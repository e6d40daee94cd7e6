import AMQP
import Fleet
import Glibc
import Messages

/// The tool from its first line to its exit code.
package enum LiveryTool {
  /// Runs the command of the process's arguments and ends the process.
  ///
  /// `commit` is the commit of the build.
  package static func main(commit: String) -> Never {
    StandardDescriptors.occupy()
    // Both before the first thread: a thread starts with the signals of its maker.
    Signals.block()
    ignoreBrokenPipes()
    let stopSignal = StopSignal()
    let environment = SystemEnvironment.variables()
    let streams = ProcessStreams { stopSignal.stop() }
    let output = streams.output(environment: environment)
    Thread { stopOnSignals(stopSignal) }.detach()
    let context = ToolContext(
      output: output, environment: environment, stopSignal: stopSignal, commit: commit)
    let code = run(Array(CommandLine.arguments.dropFirst()), context)
    if let loss = streams.close() {
      output.error("standard output: \(loss); what was written is not whole")
      exit(ExitCode.outputLost.rawValue)
    }
    exit(code.rawValue)
  }

  /// Runs the command that the arguments name.
  static func run(_ arguments: [String], _ context: ToolContext) -> ExitCode {
    switch Invocation(arguments) {
    case .overview:
      context.output.text(Help.overview)
      return .success
    case .help(let command):
      context.output.text(Help.text(of: command))
      return .success
    case .groupHelp(let commands):
      context.output.text(Help.text(of: commands))
      return .success
    case .version:
      context.output.line("livery \(context.version)")
      return .success
    case .unknown(let mistake):
      context.output.error("\(mistake); see `livery help`")
      return .usage
    case .command(let command, let rest):
      return run(command, rest, context)
    }
  }

  private static func run(
    _ command: Command, _ rest: [String], _ context: ToolContext
  ) -> ExitCode {
    let arguments: Arguments
    do throws(UsageMistake) {
      arguments = try Arguments.parse(rest, for: command)
    } catch {
      context.output.error("\(error); see `livery \(command.name) --help`")
      return .usage
    }
    do throws(ToolError) {
      return try command.run(arguments, context)
    } catch {
      error.lines.forEach(context.output.error)
      return error.code
    }
  }

  /// The first signal requests an orderly end; one that comes more than a second later ends the
  /// process at once.
  ///
  /// Signals within the second are taken as one: timeout(1) sends one to the process and one to
  /// its group.
  private static func stopOnSignals(_ stopSignal: StopSignal) {
    var signal = Signals.wait()
    stopSignal.stop()
    repeat { signal = Signals.wait() } while stopSignal.timeSinceStop < .seconds(1)
    // 128 and the signal's number, as shells have it.
    _exit(128 + signal)
  }
}

/// The command in the arguments of the process.
enum Invocation {
  case overview
  case version
  case help(Command)
  /// Of commands with the same first word.
  case groupHelp([Command])
  case command(Command, rest: [String])
  case unknown(String)

  init(_ arguments: [String]) {
    guard let first = arguments.first else {
      self = .unknown("expected a command, got nothing")
      return
    }
    switch first {
    case "--help", "-h": self = .overview
    case "--version": self = .version
    case "help": self = Self.help(Array(arguments.dropFirst()))
    default: self = Self.command(arguments)
    }
  }

  private static func help(_ words: [String]) -> Invocation {
    if words.isEmpty { return .overview }
    if let (command, _) = Command.named(by: words) { return .help(command) }
    return words.count == 1 ? groupHelp(words) : unknown(words)
  }

  private static func command(_ arguments: [String]) -> Invocation {
    guard let (command, rest) = Command.named(by: arguments) else {
      return asksForHelp(arguments[1...]) ? groupHelp(arguments) : unknown(arguments)
    }
    return asksForHelp(rest[...]) ? .help(command) : .command(command, rest: rest)
  }

  private static func asksForHelp(_ words: ArraySlice<String>) -> Bool {
    let options = words.prefix { $0 != "--" }
    return options.contains("--help") || options.contains("-h")
  }

  /// The commands that begin with the first word.
  private static func group(_ words: [String]) -> [Command] {
    Command.all.filter { $0.words.count > 1 && $0.words[0] == words[0] }
  }

  private static func groupHelp(_ words: [String]) -> Invocation {
    let group = group(words)
    return group.isEmpty ? unknown(words) : .groupHelp(group)
  }

  private static func unknown(_ words: [String]) -> Invocation {
    let group = group(words)
    let advice = nearest(words).map { "; did you mean `livery \($0)`?" } ?? ""
    if group.isEmpty { return .unknown("unknown command '\(words[0])'\(advice)") }
    let names = group.map { "`livery \($0.name)`" }.joined(separator: " or ")
    return .unknown("expected \(names)\(words.count > 1 ? advice : "")")
  }

  /// The command, or the first word of some, that a mistyped one may have been meant to be.
  private static func nearest(_ words: [String]) -> String? {
    let whole = words.prefix(2).joined(separator: " ")
    return NearestName.of(whole, among: Command.all.map(\.name))
      ?? NearestName.of(words[0], among: Command.all.map { $0.words[0] })
  }
}
