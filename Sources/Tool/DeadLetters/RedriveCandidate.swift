import Fleet
import Messages
import RideStore
import Rides

/// A dead letter that can be sent again, and what there is to know before.
struct RedriveCandidate: Sendable {
  let letter: DeadLetterRecord
  let route: LetterRoute
  let properties: MessageProperties

  init(
    _ letter: DeadLetterRecord, role: Role?, isForced: Bool
  ) throws(LetterRoute.Obstacle) {
    self.letter = letter
    route = try LetterRoute(of: letter, role: role, isForced: isForced)
    guard let properties = try? PropertiesDocument.decode(letter.properties) else {
      throw LetterRoute.Obstacle(reason: "its properties cannot be read")
    }
    self.properties = properties
  }

  /// The count of this redrive.
  var count: Int { letter.redrives + 1 }

  /// Whether it writes and is older than the stored outcomes: if it was carried out before, nobody
  /// knows any more.
  func isOlderThanOutcomes(at now: Instant) -> Bool {
    guard case .request(let type, _) = route, type.needsMessageIdentifier else { return false }
    return letter.fault.failedAt
      < now.advanced(bySeconds: -Housekeeping.retentionDays * 86_400)
  }

  /// Whether its deadline has passed, so that it will be refused for that.
  func isLate(at now: Instant) -> Bool {
    switch properties.header("deadline") {
    case .string(let text): Instant(rfc3339: text).map { $0 <= now } ?? false
    case .timestamp(let seconds):
      Int64(exactly: seconds).map { Instant(seconds: $0) <= now } ?? false
    default: false
    }
  }
}
