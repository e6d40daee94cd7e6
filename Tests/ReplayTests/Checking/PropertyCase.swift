import Messages
import Replay
import Rides
import Testing

/// Messages with what they have caused, and the property that this breaks.
struct PropertyCase: Sendable, CustomTestStringConvertible {
  let name: String
  let steps: [Step]
  /// What the breaches say; none where all properties hold.
  var broken: [String] = []

  var testDescription: String { name }

  /// A message, nil for a timer, and what it has caused.
  struct Step: Sendable {
    var message: RecordedMessage?
    var outputs: [ReplayOutput]
  }

  /// The checks after all steps.
  var checks: PropertyChecks {
    var checks = PropertyChecks()
    for step in steps { checks.check(step.message, step.outputs) }
    return checks
  }
}

extension PropertyCase.Step {
  /// What a timer has published.
  static func events(_ keys: String...) -> Self {
    Self(message: nil, outputs: keys.map { output(.event, $0, nil, "{}") })
  }

  /// An event with a body of its own.
  static func event(_ key: String, body: String) -> Self {
    Self(message: nil, outputs: [output(.event, key, nil, body)])
  }

  /// A message of a rider with its answer.
  static func answered(
    _ number: Int, _ type: String, _ answer: String, _ change: (inout Self) -> Void = { _ in }
  ) -> Self {
    let message = RecordedMessage(
      number: number, at: .base, exchange: Role.riders.exchange, routingKey: type,
      properties: MessageProperties(messageID: "m1"),
      body: Array(#"{"riderIdentifier":"ann"}"#.utf8))
    var step = Self(message: message, outputs: [output(.response, "\(number)", number, answer)])
    change(&step)
    return step
  }

  private static func output(
    _ kind: ReplayOutput.Kind, _ key: String, _ cause: Int?, _ body: String
  ) -> ReplayOutput {
    ReplayOutput(
      kind: kind, key: key, cause: cause, base: .base, label: "x", body: Array(body.utf8))
  }
}
