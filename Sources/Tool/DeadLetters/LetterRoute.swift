import Fleet
package import Messages
package import RideStore
package import Rides

/// The route of a redriven dead letter: chosen by the fleet's own table, never by the message.
package enum LetterRoute: Hashable, Sendable {
  /// To the worker of its type, in the name of a role.
  case request(MessageType, Role)
  /// To the payment system.
  case payment

  /// Why a letter is not sent again.
  package struct Obstacle: Error, Hashable, Sendable {
    package let reason: String
    /// What the operator may state, so that it is sent nevertheless.
    package var consent: Consent?
  }

  /// What an operator may state about a letter.
  package enum Consent: String, Hashable, Sendable {
    /// For which role it is sent.
    case role
    /// That it is sent although its sender may not wait for it.
    case answered
    /// That it is sent although it often was.
    case force
  }

  /// After that many redrives the operator has to insist.
  static let redriveLimit = 5

  /// `role` is the operator's statement, which counts if the sender is not proven.
  init(
    of letter: DeadLetterRecord, role: Role?, isForced: Bool
  ) throws(Obstacle) {
    guard letter.redrives < Self.redriveLimit || isForced else {
      throw Obstacle(reason: "redriven \(letter.redrives) times", consent: .force)
    }
    guard letter.queue != Exchange.paymentDeadLetterQueue else {
      guard PaymentMessage.publication(of: letter.body) != nil else {
        throw Obstacle(reason: "its body is no command to the payment system")
      }
      self = .payment
      return
    }
    guard let type = letter.type.flatMap({ MessageType(rawValue: $0) }),
      type.family.deadLetterQueue == letter.queue
    else { throw Obstacle(reason: "\(letter.queue) has no type '\(letter.type ?? "")'") }
    // A redrive does not give the sender a permission.
    let isBreach = Self.breaches.contains(letter.fault.reason)
    let proven = isBreach ? nil : RedrivenMessage.role(exchange: letter.exchange, type: type)
    guard let role = proven ?? role else {
      throw Obstacle(reason: "its sender is not proven", consent: .role)
    }
    guard role != .redrive, role.carries(type) else {
      throw Obstacle(reason: "the role \(role.rawValue) may not send \(type.rawValue)")
    }
    self = .request(type, role)
  }

  /// Whether the redriver is answered, so that silence means that the outcome is not known.
  var isAnswered: Bool {
    if case .request(_, let role) = self { role != .fleet } else { false }
  }

  /// The message as it is published.
  func publication(
    of letter: DeadLetterRecord, properties: MessageProperties, replyTo: String
  ) -> Publication? {
    let redrive = DeadLetterHistory.Redrive(
      letter: letter.identifier.rawValue, count: letter.redrives + 1)
    switch self {
    case .request(let type, let role):
      return RedrivenMessage(
        type: type, role: role, properties: properties, body: letter.body, redrive: redrive,
        replyTo: replyTo
      )?.publication
    case .payment:
      return PaymentMessage.publication(of: letter.body, redrive: redrive)
    }
  }

  private static let breaches = ErrorReason.allCases.filter(\.isBreachOfRights).map(\.headerValue)
}

extension DeadLetterRecord {
  /// What is known of a body that was too large to be stored whole; nil for a whole one.
  package var excerpt: BodyExcerpt? {
    (try? PropertiesDocument.decode(properties)).flatMap { BodyExcerpt(of: $0) }
  }

  /// Whether the domain has refused it when it was sent again: nothing was done, and under the same
  /// id the stored answer would come again.
  var isRefused: Bool { redrives > 0 && Self.refusals.contains(fault.reason) }

  private static let refusals = ErrorReason.allCases.filter { !$0.makesDeadLetters }
    .map(\.headerValue)

  /// What is sent again in order: the messages of one ride, else of one rider, else of one vehicle.
  var lineage: String {
    if let ride = subject.ride { return "ride \(ride)" }
    if let rider = subject.rider { return "rider \(rider)" }
    if let vehicle = subject.vehicle { return "vehicle \(vehicle)" }
    return "letter \(identifier)"
  }

  /// The key of the outcome that is stored when the message is handled; nil for a type without
  /// outcomes.
  var outcomeKey: OutcomeKey? {
    guard let type = type.flatMap({ MessageType(rawValue: $0) }), type.needsMessageIdentifier,
      let messageIdentifier
    else { return nil }
    let scope: String? =
      switch type {
      case .requestRide, .cancelRide, .sendRideFeedback: subject.rider?.rawValue
      case .rideUpdate: subject.vehicle?.rawValue
      default: subject.ride?.rawValue
      }
    return scope.map {
      OutcomeKey(operation: type.rawValue, scope: $0, messageIdentifier: messageIdentifier)
    }
  }
}

/// A dead letter that can be redriven, and its warnings.
package struct RedriveCandidate: Sendable {
  package let letter: DeadLetterRecord
  package let route: LetterRoute
  let properties: MessageProperties

  init(
    _ letter: DeadLetterRecord, role: Role?, isForced: Bool
  ) throws(LetterRoute.Obstacle) {
    self.letter = letter
    route = try LetterRoute(of: letter, role: role, isForced: isForced)
    guard let properties = try? PropertiesDocument.decode(letter.properties) else {
      throw LetterRoute.Obstacle(reason: "its properties cannot be read")
    }
    if let excerpt = BodyExcerpt(of: properties) {
      throw LetterRoute.Obstacle(
        reason: "only the first \(letter.body.count) of its \(excerpt.length) bytes are stored")
    }
    self.properties = properties
  }

  /// The count of this redrive.
  var count: Int { letter.redrives + 1 }

  /// Whether a row of the store still has it as it was chosen, or edited.
  func isCurrent(_ row: DeadLetterRecord?) -> Bool {
    guard let row, row.replacedBy == nil else { return false }
    return row.revision == letter.revision && row.properties == letter.properties
      && row.body == letter.body
  }

  /// Whether it writes and is older than the stored outcomes: whether it was carried out before is
  /// not known any more.
  package func isOlderThanOutcomes(at now: Instant) -> Bool {
    guard case .request(let type, _) = route, type.needsMessageIdentifier else { return false }
    return letter.fault.failedAt
      < now.advanced(bySeconds: -Housekeeping.retentionDays * 86_400)
  }

  /// Whether its deadline has passed, so that it will be refused for that.
  package func isLate(at now: Instant) -> Bool {
    switch properties.header("deadline") {
    case .string(let text): Instant(rfc3339: text).map { $0 <= now } ?? false
    case .timestamp(let seconds):
      Int64(exactly: seconds).map { Instant(seconds: $0) <= now } ?? false
    default: false
    }
  }
}
