import JSON
import Messages
import RideStore
import Rides

/// A message from a queue of dead letters, decoded for its row.
struct ArrivedLetter {
  let history: DeadLetterHistory
  let redelivered: Bool
  /// Of a body that is too large to be stored whole.
  private let excerpt: BodyExcerpt?
  /// A new letter with this content, without an identifier yet.
  let record: DeadLetterRecord

  /// The longest text of a column with an index, in bytes; the contract's names are shorter.
  private static let nameLimit = 255

  /// `digest` is SHA-256.
  init(
    _ delivery: Delivery, queue: String, at now: Instant, digest: ([UInt8]) -> [UInt8]
  ) {
    let history = DeadLetterHistory(of: delivery.properties)
    let excerpt = Self.excerpt(of: delivery.body, digest)
    var properties = DeadLetterHistory.properties(before: delivery.properties)
    BodyExcerpt.set(excerpt, in: &properties)
    self.history = history
    self.excerpt = excerpt
    redelivered = delivery.redelivered
    let fault = DeadLetterRecord.Fault(
      reason: Self.clean(history.reason), message: Self.clean(history.message),
      path: history.path.map(Self.clean), failedAt: Self.bounded(history.failedAt, at: now),
      worker: history.worker.map(Self.clean))
    record = DeadLetterRecord(
      identifier: DeadLetterIdentifier(""), queue: queue, fault: fault,
      type: history.routingKey.map(Self.clean), exchange: history.exchange.map(Self.clean),
      messageIdentifier: properties.messageID.map(Self.clean),
      correlationIdentifier: properties.correlationID.map(Self.clean),
      subject: excerpt == nil ? Self.subject(of: delivery.body) : .init(), storedAt: now,
      properties: PropertiesDocument.encode(properties),
      body: excerpt == nil ? delivery.body : Array(delivery.body.prefix(BodyExcerpt.storedBytes)))
  }

  /// The name of a large body; nil for one that is stored whole.
  private static func excerpt(
    of body: [UInt8], _ digest: ([UInt8]) -> [UInt8]
  ) -> BodyExcerpt? {
    guard body.count > BodyExcerpt.wholeLimit else { return nil }
    let digits = digest(body).flatMap { [$0 >> 4, $0 & 15] }
    return BodyExcerpt(
      length: body.count, digest: digits.map { String($0, radix: 16) }.joined())
  }

  /// The identity of the letter across repeated deliveries.
  var content: [UInt8] {
    var content: [UInt8] = []
    let names = [
      record.queue, record.fault.reason, record.fault.message, record.fault.path ?? "",
      history.failedAt?.rfc3339 ?? "", record.fault.worker ?? "", record.exchange ?? "",
      record.type ?? "",
    ]
    for part in names.map({ Array($0.utf8) }) + [record.properties, record.body] {
      content += "\(part.count):".utf8
      content += part
    }
    return content
  }

  /// Whether this is a redrive of the message in a letter.
  ///
  /// A producer may forge the headers of a letter of the broker, so they need this proof.
  func isSameMessage(as letter: DeadLetterRecord) -> Bool {
    history.isByWorker
      || excerpt == nil && letter.body == record.body
        && letter.messageIdentifier == record.messageIdentifier
  }

  /// A text that every store keeps whole.
  private static func clean(_ text: String) -> String {
    text.utf8.contains(0) ? String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : text
  }

  /// The time of the failure, if it is plausible: a header may have any value.
  private static func bounded(_ instant: Instant?, at now: Instant) -> Instant {
    let year = 366 * 86_400
    guard let instant, instant <= now.advanced(bySeconds: 86_400),
      instant >= now.advanced(bySeconds: -10 * year)
    else { return now }
    return instant
  }

  /// The rider, ride and vehicle that the body names, if it is JSON.
  private static func subject(of body: [UInt8]) -> DeadLetterRecord.Subject {
    guard let fields = try? JSONFields(parsing: body, limits: .stored) else { return .init() }
    func name(_ member: String) -> String? {
      guard let text = try? fields.string(member, atMost: nameLimit), !text.utf8.contains(0) else {
        return nil
      }
      return text
    }
    return DeadLetterRecord.Subject(
      rider: name("riderIdentifier").map { RiderIdentifier($0) },
      ride: name("rideIdentifier").map { RideIdentifier($0) },
      vehicle: name("vehicleIdentifier").map { VehicleIdentifier($0) })
  }
}
