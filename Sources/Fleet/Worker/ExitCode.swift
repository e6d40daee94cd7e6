/// How a process of the fleet ends, for its supervisor; from sysexits.h where that has the meaning.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// Something was asked for and the answer was no: a refused request, a failed check.
  case failure = 1
  /// Of all that were asked none could be reached.
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
