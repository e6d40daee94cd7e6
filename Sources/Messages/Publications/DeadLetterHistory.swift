package import Rides

/// The history of a message in a dead-letter queue, from its headers.
///
/// A worker writes headers that no producer may write, and removes any that the message had. When
/// the broker dead-letters a message, it keeps the message's headers and adds `x-death`. RabbitMQ 3
/// trusts an `x-death` from the producer, so no header of such a letter proves its origin.
package struct DeadLetterHistory: Hashable, Sendable {
  /// Whether a worker rejected the message; else the broker did.
  package var isByWorker: Bool
  package var reason: String
  package var message: String
  package var path: String?
  /// From the headers; a producer may have forged it.
  package var failedAt: Instant?
  package var worker: String?
  /// The exchange to which the message was published, as the broker reported it to the worker.
  package var exchange: String?
  /// The routing key with which it was published; not proven for a letter of the broker.
  package var routingKey: String?
  /// The stored letter of which this message is a redrive, if it is one.
  package var redrive: Redrive?

  /// A letter that was published again, and the count of that.
  package struct Redrive: Hashable, Sendable {
    package var letter: String
    package var count: Int

    package init(letter: String, count: Int) {
      self.letter = letter
      self.count = count
    }
  }

  package init(
    isByWorker: Bool, reason: String, message: String, path: String?, failedAt: Instant?,
    worker: String?, exchange: String?, routingKey: String?, redrive: Redrive? = nil
  ) {
    self.isByWorker = isByWorker
    self.reason = reason
    self.message = message
    self.path = path
    self.failedAt = failedAt
    self.worker = worker
    self.exchange = exchange
    self.routingKey = routingKey
    self.redrive = redrive
  }

  /// The headers that a worker writes.
  package var headers: [Header] {
    let texts = [
      ("x-livery-reason", reason), ("x-livery-message", message), ("x-livery-path", path),
      ("x-livery-failed-at", failedAt?.rfc3339), ("x-livery-worker", worker),
      ("x-livery-exchange", exchange), ("x-livery-routing-key", routingKey),
    ]
    return texts.compactMap { name, text in text.map { Header(name, .string($0)) } }
      + (redrive?.headers ?? [])
  }

  /// Reads the headers.
  package init(of properties: MessageProperties) {
    isByWorker = properties.header("x-death") == nil && properties.text("x-livery-reason") != nil
    redrive = Redrive(properties)
    guard isByWorker else {
      let death = properties.death
      reason = Self.word(of: death)
      message = "the broker gave it up: \(reason)"
      failedAt = death.moment("time")
      routingKey = properties.type ?? death.firstText("routing-keys")
      return
    }
    reason = properties.text("x-livery-reason") ?? ""
    message = properties.text("x-livery-message") ?? ""
    path = properties.text("x-livery-path")
    failedAt = properties.text("x-livery-failed-at").flatMap { Instant(rfc3339: $0) }
    worker = properties.text("x-livery-worker")
    exchange = properties.text("x-livery-exchange")
    routingKey = properties.text("x-livery-routing-key")
  }

  /// The properties of the message as it was published, without the headers of its dead-lettering.
  ///
  /// The broker's header that counts deliveries is removed: with it, one letter would look like
  /// two.
  package static func properties(before properties: MessageProperties) -> MessageProperties {
    var message = properties
    let isByWorker = DeadLetterHistory(of: properties).isByWorker
    message.headers.removeAll { header in
      DeadLetter.isCount(header.name)
        || isByWorker && header.name.hasPrefix("x-livery-")
          && !header.name.hasPrefix("x-livery-bytes-")
    }
    return message
  }

  /// The broker's reason, if the broker has such a reason.
  private static func word(of death: [Header]) -> String {
    guard case .string(let reason) = death.first(where: { $0.name == "reason" })?.value,
      ["rejected", "expired", "maxlen", "delivery_limit"].contains(reason)
    else { return "broker" }
    return reason.map { $0 == "_" ? "-" : "\($0)" }.joined()
  }
}

extension DeadLetterHistory.Redrive {
  /// Reads the headers of a redriven message.
  init?(_ properties: MessageProperties) {
    guard let letter = properties.text(ReservedHeader.redriveLetter), !letter.isEmpty,
      letter.utf8.count <= ShortString.limit,
      case .integer(let count, _) = properties.header(ReservedHeader.redriveCount),
      (1...1_000_000).contains(count)
    else { return nil }
    (self.letter, self.count) = (letter, Int(count))
  }

  /// The headers of a redriven message.
  var headers: [Header] {
    [
      Header(ReservedHeader.redriveLetter, .string(letter)),
      Header(ReservedHeader.redriveCount, .integer(Int64(count))),
    ]
  }
}

extension MessageProperties {
  fileprivate func text(_ name: String) -> String? {
    if case .string(let text) = header(name) { text } else { nil }
  }

  /// The newest entry of the broker's history.
  fileprivate var death: [Header] {
    guard case .array(let deaths) = header("x-death"), case .table(let death) = deaths.first else {
      return []
    }
    return death
  }
}

extension [Header] {
  fileprivate func moment(_ name: String) -> Instant? {
    guard case .timestamp(let seconds) = first(where: { $0.name == name })?.value,
      seconds <= 253_402_300_799
    else { return nil }
    return Instant(seconds: Int64(seconds))
  }

  fileprivate func firstText(_ name: String) -> String? {
    guard case .array(let values) = first(where: { $0.name == name })?.value,
      case .string(let text) = values.first
    else { return nil }
    return text
  }
}
