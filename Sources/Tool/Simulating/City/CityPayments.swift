import JSON
import Rides

/// The payment system of a city with `LIVERY_PAYMENTS=amqp`: it answers as the catalogue scripts
/// the built-in one.
struct CityPayments {
  let script: PaymentScript
  private var times: [String: Int] = [:]

  init(_ script: PaymentScript) { self.script = script }

  /// The ride that a command is about, and the answer to it; nil for what is no command.
  mutating func answer(to body: [UInt8]) -> (ride: String, body: Document)? {
    guard let command = Self.command(body) else { return nil }
    times[command.key, default: 0] += 1
    let count = times[command.key] ?? 1
    let ride = command.rideIdentifier.rawValue
    let outcome = script.outcome(of: command, times: count)
    return (
      ride,
      [
        "rideIdentifier": .text(ride), "key": .text(command.key),
        "outcome": .text(outcome.rawValue), "reference": .text("pay-\(command.key)"),
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
