import JSON
import Messages
import Replay
import Rides

/// The messages of a replay on a broker that wait for their answers, and which of the next may be
/// sent meanwhile.
///
/// Messages about one ride, rider or vehicle are sent one after another, each when the one before
/// is answered: in a fleet of several queues and workers no other order is kept.
struct ReplayFlight {
  private struct Sent {
    let parties: [String]
    let at: ContinuousClock.Instant
  }

  private var sent: [Int: Sent] = [:]
  private var busy: [String: Int] = [:]
  /// The latency of each answer.
  private(set) var latencies: [Duration] = []
  /// Messages that were not answered in time.
  private(set) var unanswered = 0

  var count: Int { sent.count }

  /// Whether a message with these parties can be sent now.
  func admits(_ parties: [String]) -> Bool { !parties.contains { busy[$0] != nil } }

  /// Records that a message was sent that will be answered.
  mutating func begin(_ number: Int, _ parties: [String], at now: ContinuousClock.Instant) {
    sent[number] = Sent(parties: parties, at: now)
    for party in parties { busy[party, default: 0] += 1 }
  }

  /// Records an answer; further answers to the same message change nothing.
  mutating func answered(_ number: Int, at now: ContinuousClock.Instant) {
    guard let message = end(number) else { return }
    latencies.append(now - message.at)
  }

  /// Gives up messages that have waited too long.
  mutating func giveUp(after timeout: Duration, at now: ContinuousClock.Instant) {
    for (number, message) in sent where now - message.at > timeout {
      _ = end(number)
      unanswered += 1
    }
  }

  private mutating func end(_ number: Int) -> Sent? {
    guard let message = sent.removeValue(forKey: number) else { return nil }
    for party in message.parties {
      busy[party, default: 1] -= 1
      if busy[party] == 0 { busy[party] = nil }
    }
    return message
  }
}

/// The recorded events that must arrive before the next message about their ride is sent, since its
/// sender knew them.
struct AwaitedEvents {
  /// By ride: the last change recorded so far, and the last one received.
  private var recorded: [String: Int] = [:]
  private var come: [String: Int] = [:]
  /// The rides with a recorded change that has not arrived.
  private var behind: Set<String> = []

  /// Records the change of an event of the recording.
  mutating func expect(_ message: RecordedMessage) {
    guard message.kind == .event, let output = RecordedOutput.output(message) else { return }
    record(output.key, in: \.recorded)
  }

  /// Records the change of an event of the replay.
  mutating func meet(_ output: ReplayOutput) {
    if output.kind == .event { record(output.key, in: \.come) }
  }

  /// Whether all recorded changes of these rides have arrived.
  func isMet(by parties: [String]) -> Bool { !parties.contains { behind.contains($0) } }

  /// Whether all recorded changes have arrived.
  var isMet: Bool { behind.isEmpty }

  private mutating func record(_ key: String, in changes: WritableKeyPath<Self, [String: Int]>) {
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

/// When recorded messages are due in a replay on a broker.
struct ReplaySchedule: Sendable {
  private let pace: ReplayPace
  /// The time of the first recorded message.
  private let first: Instant
  /// When the replay began.
  let start: Instant

  init(_ pace: ReplayPace, first: Instant, start: Instant) {
    self.pace = pace
    self.first = first
    self.start = start
  }

  /// How long after the start a message is due; `index` counts the messages that were sent.
  func due(_ at: Instant, index: Int) -> Duration {
    if let speed = pace.speed {
      return .microseconds(Int64(Double(at.microseconds - first.microseconds) / speed))
    }
    return pace.rate.map { .seconds(Double(index) / $0) } ?? .zero
  }

  /// The moment of this replay that corresponds to a recorded one.
  func moment(_ at: Instant, index: Int) -> Instant {
    Instant(microseconds: start.microseconds + due(at, index: index).inMicroseconds)
  }

  /// Whether all times have the distances that they had when they were recorded.
  var keepsTimes: Bool { pace.speed == 1 }
}
