import Messages
import Recordings
import Replay

/// The recorded events that have to come before the next message about their ride is sent: it was
/// sent when they were known.
struct AwaitedEvents {
  /// By ride: the last change that was recorded up to here, and the last that has come.
  private var recorded: [String: Int] = [:]
  private var come: [String: Int] = [:]
  /// The rides of which a recorded change has not come.
  private var behind: Set<String> = []

  /// Notes a line of the recording.
  mutating func note(_ message: RecordedMessage) {
    guard message.kind == .event, let output = RecordedOutput.output(message) else { return }
    note(output.key, in: \.recorded)
  }

  /// Notes an output of the replay.
  mutating func meet(_ output: ReplayOutput) {
    if output.kind == .event { note(output.key, in: \.come) }
  }

  /// Whether all recorded changes of these rides have come.
  func isMet(by parties: [String]) -> Bool { !parties.contains { behind.contains($0) } }

  /// Whether all recorded changes have come.
  var isMet: Bool { behind.isEmpty }

  private mutating func note(_ key: String, in changes: WritableKeyPath<Self, [String: Int]>) {
    let parts = key.split(separator: "/")
    guard parts.count == 2, let sequence = Int(parts[1]) else { return }
    let ride = String(parts[0])
    self[keyPath: changes][ride] = max(self[keyPath: changes][ride] ?? 0, sequence)
    if recorded[ride] ?? 0 > come[ride] ?? 0 {
      behind.insert(ride)
    } else {
      behind.remove(ride)
    }
  }
}
