package import Messages
package import Rides

/// What a line of the state of a fleet is about: the routing key of the line.
package enum StateKind: String, Sendable, CaseIterable {
  /// A vehicle as it last reported, and the ride that has claimed it.
  case vehicle
  /// The document of a stored ride.
  case ride
  /// The earlier answer to the request that `cause` names, of which that one is a repeat.
  case outcome
  /// A command to the payment system that the repeated message caused; `cause` is as above.
  case payment
  /// That the quote of the booking that `cause` names had booked a ride before.
  case quote
  /// That another request had had the message id of the one that `cause` names.
  case conflict
}

/// A message as it was recorded: where it was published to, its properties and its body.
package struct RecordedMessage: Hashable, Sendable {
  /// Its place in the recording, from 1.
  package var number: Int
  /// When it was recorded, or handled.
  package var at: Instant
  package var exchange: String
  package var routingKey: String
  package var properties: MessageProperties
  package var body: [UInt8]
  /// The number of the message that caused it, where that is known.
  package var cause: Int?

  package init(
    number: Int, at: Instant, exchange: String, routingKey: String, properties: MessageProperties,
    body: [UInt8], cause: Int? = nil
  ) {
    self.number = number
    self.at = at
    self.exchange = exchange
    self.routingKey = routingKey
    self.properties = properties
    self.body = body
    self.cause = cause
  }

  /// What the message is to the fleet.
  package enum Kind: String, Sendable, CaseIterable {
    /// From a producer to a work queue.
    case request
    /// From the fleet to itself, as time passes.
    case command
    case response
    case event
    /// To the payment system.
    case payment
    case deadLetter
    /// What was stored when the recording began; never published.
    case state
    /// From or to something that is not of the fleet.
    case other
  }

  /// The exchange of state, which no broker has.
  package static let stateExchange = "livery.state"

  /// What the message is, by the exchange that it was published to.
  package var kind: Kind {
    switch exchange {
    case Exchange.default: .response
    case Exchange.events, Exchange.help: .event
    case Exchange.payments: .payment
    case Exchange.deadLetters: .deadLetter
    case Self.stateExchange: .state
    case Role.fleet.exchange: .command
    default: Role(exchange: exchange) == nil ? .other : .request
    }
  }
}
