import JSON
import Messages
import Rides

/// A request of the city, before it has a number and a time.
struct CityMessage {
  var exchange: String
  var routingKey: String
  var properties: MessageProperties
  var body: [UInt8]

  init(_ publication: Publication) {
    exchange = publication.exchange
    routingKey = publication.routingKey
    properties = publication.properties
    body = publication.body
  }

  init(_ type: MessageType, by role: Role, _ body: JSONValue) {
    exchange = role.exchange
    routingKey = type.rawValue
    properties = MessageProperties(
      contentType: "application/json", deliveryMode: 2, type: type.rawValue)
    self.body = body.text
  }

  /// The message with one thing changed.
  func with(_ change: (inout CityMessage) -> Void) -> CityMessage {
    var message = self
    change(&message)
    return message
  }

  /// The message with one more header.
  func header(_ name: String, _ value: HeaderValue) -> CityMessage {
    with { $0.properties.headers.append(Header(name, value)) }
  }
}

/// The payment system of a city with `LIVERY_PAYMENTS=amqp`: it answers as the catalogue scripts
/// the built-in one.
struct CityPayments {
  let script: PaymentScript
  private var times: [String: Int] = [:]

  init(_ script: PaymentScript) { self.script = script }

  /// The ride of a command, and the answer to it; nil if it is no command.
  mutating func answer(to body: [UInt8]) -> (ride: String, body: JSONValue)? {
    guard let command = Self.command(body) else { return nil }
    times[command.key, default: 0] += 1
    let count = times[command.key] ?? 1
    let ride = command.rideIdentifier.rawValue
    let outcome = script.outcome(of: command, times: count)
    return (
      ride,
      [
        "rideIdentifier": .string(ride), "key": .string(command.key),
        "outcome": .string(outcome.rawValue), "reference": .string("pay-\(command.key)"),
      ]
    )
  }

  private static func command(_ body: [UInt8]) -> PaymentCommand? {
    guard let value = try? JSONValue(parsing: body, limits: .stored),
      let key = value["key"]?.string, let ride = value["rideIdentifier"]?.string,
      let operation = value["operation"]?.string.flatMap({
        PaymentCommand.Operation(rawValue: $0)
      }),
      let method = value["paymentMethod"],
      let kind = method["type"]?.string.flatMap({ PaymentMethod.Kind(rawValue: $0) })
    else { return nil }
    return PaymentCommand(
      key: key, operation: operation, rideIdentifier: RideIdentifier(ride), amount: nil,
      method: PaymentMethod(kind: kind, token: method["token"]?.string))
  }
}
