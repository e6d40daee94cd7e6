import JSON
import Messages
import Recordings
import Rides

/// The messages of a replay on a broker that wait for their answers, and which of the next may be
/// sent beside them.
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
  /// How long each answer took.
  private(set) var latencies: [Duration] = []
  /// Messages that were not answered in time.
  private(set) var unanswered = 0

  var count: Int { sent.count }

  /// Whether a message with these parties can be sent now.
  func admits(_ parties: [String]) -> Bool { !parties.contains { busy[$0] != nil } }

  /// Notes that a message was sent that will be answered.
  mutating func note(_ number: Int, _ parties: [String], at now: ContinuousClock.Instant) {
    sent[number] = Sent(parties: parties, at: now)
    for party in parties { busy[party, default: 0] += 1 }
  }

  /// Notes an answer; further answers to the same message change nothing.
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

  /// Whom a message is about.
  static func parties(of message: RecordedMessage) -> [String] {
    guard let fields = try? JSONFields(parsing: message.body) else { return [] }
    var parties: [String] = []
    for name in ["riderIdentifier", "rideIdentifier", "vehicleIdentifier"] {
      if let text = try? fields.string(name, atMost: 256) { parties.append(text) }
    }
    if message.routingKey == MessageType.requestRide.rawValue, let rider = parties.first,
      let identifier = message.properties.messageID
    {
      parties.append(RideNames.identifier(rider: rider, messageID: identifier))
    }
    return parties
  }
}
