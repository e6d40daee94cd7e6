import Messages

/// A worker's program as its help describes it.
struct WorkerProgram: Sendable {
  /// An argument, or an exit code, and what it means.
  struct Row: Sendable {
    let name: String
    let meaning: String
  }

  /// The queue whose messages the program consumes.
  let family: QueueFamily
  /// What the program does, in one line.
  let summary: String

  /// The program's file name.
  var name: String { "\(family.rawValue)-worker" }

  /// The routing keys of the messages that the program consumes.
  var types: [String] {
    MessageType.allCases.filter { $0.family == family }.map(\.rawValue)
  }

  /// The program of a family.
  init(_ family: QueueFamily) {
    self.family = family
    summary = Self.summary(of: family)
  }

  /// The arguments of every worker.
  static let options = [
    Row(
      name: "--print-config",
      meaning: "print the configuration with secrets withheld, and whether it is right"),
    Row(name: "--version", meaning: "print the version"),
    Row(name: "--help", meaning: "print this"),
  ]

  /// The exit codes of every worker.
  static let exitCodes = [
    (ExitCode.success, "stopped as asked"),
    (.usage, "wrong argument"),
    (.data, "the database has another version, or an older revision; run `livery migrate`"),
    (.drainTimedOut, "stopped before all was finished; the broker has the rest"),
    (.configuration, "wrong configuration or catalogue"),
  ].map { Row(name: "\($0.0.rawValue)", meaning: $0.1) }

  private static func summary(of family: QueueFamily) -> String {
    switch family {
    case .listOptions: "answers requests to list ride options"
    case .requestRide: "books rides, cancels them and takes feedback"
    case .statusQuery: "answers questions for the status of a ride, and sends live updates"
    case .dispatch: "takes the reports of vehicles and gives rides their vehicles"
    }
  }
}

/// How a process of the fleet ends, for its supervisor; from sysexits.h where that has the meaning.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// A refused request, or a failed check.
  case failure = 1
  /// None of the targets could be reached.
  case noneReachable = 2
  /// The command line is wrong.
  case usage = 64
  /// The input is wrong: a catalogue, a file of messages, a database of another version.
  case data = 65
  /// The broker or the store cannot be reached.
  case unavailable = 69
  /// Standard output could not be written, as on a full disk.
  case outputLost = 74
  /// A worker was stopped and did not finish in its drain time; the broker has the rest.
  case drainTimedOut = 75
  /// The user of the broker or of the database lacks a right.
  case denied = 77
  /// The environment is wrong; starting again does not help.
  case configuration = 78
}
