import JSON
import Messages
import Replay
import RideHandlers
import Rides

/// Makes a recorded message one that can be sent today.
///
/// Its times are moved, its quotes are sealed again, and for a further run its identifiers are new.
struct MessageRewrite {
  /// Members of requests that are moments.
  private static let moments: Set<String> = ["end", "occurredAt", "start", "time", "timestamp"]
  private static let momentHeaders: Set<String> = ["deadline", "requested-at"]

  /// What follows each identifier of this run, with its sign; nil where identifiers stay.
  private let suffix: String?
  /// Opens recorded quotes and those of the fleet.
  private let accepted: QuoteTokens
  /// Seals quotes for the fleet; nil without its keys.
  private let sealed: QuoteTokens?
  /// Recorded rides to those of this run, and back.
  private var rides = RideNames()
  private var recorded = RideNames()
  /// The shift of an earlier message with the same id, since repeats must be equal.
  private var shifts: [String: Int64] = [:]

  init(tag: String?, accepted: QuoteTokens, sealed: QuoteTokens?) {
    suffix = tag.map { "~\($0)" }
    self.accepted = accepted
    self.sealed = sealed
  }

  /// The message for today, `shift` microseconds later than it was recorded.
  mutating func rewrite(_ message: RecordedMessage, shift: Int64) -> RecordedMessage {
    var message = message
    let shift = steady(shift, for: message)
    recordBooking(message)
    message.properties.messageID = message.properties.messageID.map(named)
    message.properties.headers = message.properties.headers.map { header in
      guard Self.momentHeaders.contains(header.name), case .string(let text) = header.value else {
        return header
      }
      return Header(header.name, .string(Self.moved(text, by: shift)))
    }
    message.body = body(of: message, shift)
    return message
  }

  /// The text of an output with the identifiers of the recording.
  func restored(_ bytes: [UInt8]) -> [UInt8] {
    guard let suffix else { return bytes }
    let text = recorded.rename(String(decoding: bytes, as: UTF8.self)) { $0 }
    return Array(text.replacing(suffix, with: "").utf8)
  }

  private mutating func steady(_ shift: Int64, for message: RecordedMessage) -> Int64 {
    guard let identifier = message.properties.messageID else { return shift }
    let key = "\(message.routingKey) \(identifier)"
    if let first = shifts[key] { return first }
    shifts[key] = shift
    return shift
  }

  private mutating func recordBooking(_ message: RecordedMessage) {
    guard suffix != nil, message.routingKey == MessageType.requestRide.rawValue,
      let identifier = message.properties.messageID,
      let fields = try? JSONFields(parsing: message.body),
      let rider = try? fields.string("riderIdentifier", atMost: 1_024)
    else { return }
    let (newRider, newIdentifier) = (named(rider), named(identifier))
    rides.book(rider: rider, messageID: identifier, asRider: newRider, asMessage: newIdentifier)
    recorded.book(rider: newRider, messageID: newIdentifier, asRider: rider, asMessage: identifier)
  }

  private func named(_ identifier: String) -> String { identifier + (suffix ?? "") }

  private func body(of message: RecordedMessage, _ shift: Int64) -> [UInt8] {
    let fields = try? JSONFields(parsing: message.body)
    let rider = try? fields?.string("riderIdentifier", atMost: 1_024)
    let rewritten = try? JSONRewriter.rewrite(message.body, limits: .stored) { scalar in
      guard let text = scalar.string else { return nil }
      return self.text(text, scalar.name, rider, shift).map { JSONValue.string($0).text }
    }
    return rewritten ?? message.body
  }

  private func text(
    _ text: String, _ name: String, _ rider: String?, _ shift: Int64
  ) -> String? {
    if Self.moments.contains(name) { return Self.moved(text, by: shift) }
    if name == "quoteIdentifier" { return requoted(text, rider, shift) }
    if name == "shareToken" {
      return sealed.flatMap { sealed in
        ShareTokens(accepted).reissued(text, by: sealed) { rides.rename($0) { $0 } }
      }
    }
    guard suffix != nil else { return nil }
    switch name {
    case "riderIdentifier", "vehicleIdentifier": return named(text)
    case "rideIdentifier", "key": return rides.rename(text) { $0 }
    default: return nil
    }
  }

  private func requoted(_ token: String, _ rider: String?, _ shift: Int64) -> String? {
    guard let sealed else { return nil }
    return accepted.reissued(token, by: sealed) { claims, owner in
      claims = claims.expiring(at: Instant(microseconds: claims.expires.microseconds + shift))
      guard suffix != nil, let rider else { return }
      owner = RecordingQuotes.owner(owner, from: rider, named: named(rider))
    }
  }

  private static func moved(_ text: String, by shift: Int64) -> String {
    guard let instant = Instant(rfc3339: text) else { return text }
    return Instant(microseconds: instant.microseconds + shift).rfc3339
  }
}

extension QuoteClaims {
  fileprivate func expiring(at expires: Instant) -> QuoteClaims {
    QuoteClaims(
      area: area, product: product, pickup: pickup, dropOff: dropOff, stops: stops,
      currency: currency, price: price, fare: fare, extras: extras, expires: expires)
  }
}
