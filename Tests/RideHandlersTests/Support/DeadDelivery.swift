import Messages
import Rides

/// Messages as queues of dead letters deliver them.
enum DeadDelivery {
  static let failedAt = noon.advanced(bySeconds: -10)

  /// A booking that a worker gave up; `redrive` when it had been sent again.
  static func byWorker(
    _ body: String = "{}", redrive: (letter: String, count: Int)? = nil,
    _ change: (inout MessageProperties) -> Void = { _ in }
  ) -> Delivery {
    var properties = MessageProperties(
      headers: [Header("x-tenant", .integer(7, .short))], messageID: "m-1",
      type: "request-ride.handle")
    change(&properties)
    var exchange = Role.riders.exchange
    if let redrive {
      exchange = Role.redrive.exchange
      properties.headers += [
        Header("x-livery-redrive-from", .string(Role.riders.exchange)),
        Header("x-livery-redrive-letter", .string(redrive.letter)),
        Header("x-livery-redrive-count", .integer(Int64(redrive.count))),
      ]
    }
    let taken = Delivery(
      deliveryTag: 1, redelivered: false, exchange: exchange, routingKey: "request-ride.handle",
      properties: properties, body: Array(body.utf8))
    let letter = DeadLetter(
      delivery: taken, family: .requestRide,
      error: RequestError(.wrongType, "expected a number", path: "partySize"), failedAt: failedAt,
      worker: "w"
    ).publication
    return delivery(of: letter.properties, letter.body)
  }

  /// A booking that the broker gave up, with headers of its producer's.
  static func byBroker(
    reason: String, _ headers: [Header], diedAt: UInt64 = 1_799_999_990, body: String = "{}"
  ) -> Delivery {
    let death = Header(
      "x-death",
      .array([
        .table([
          Header("reason", .string(reason)), Header("time", .timestamp(diedAt)),
          Header("exchange", .string(Role.operators.exchange)),
        ])
      ]))
    let properties = MessageProperties(
      headers: headers + [death], messageID: "m-1", type: "request-ride.handle")
    return delivery(of: properties, Array(body.utf8))
  }

  private static func delivery(of properties: MessageProperties, _ body: [UInt8]) -> Delivery {
    Delivery(
      deliveryTag: 1, redelivered: false, exchange: Exchange.deadLetters,
      routingKey: QueueFamily.requestRide.deadLetterKey, properties: properties, body: body)
  }
}
