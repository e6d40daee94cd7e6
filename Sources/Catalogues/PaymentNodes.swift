import JSON
import Rides

extension Node {
  /// How the built-in payment system answers.
  var paymentScript: PaymentScript {
    let fields = fields("outcomes")
    return PaymentScript(lines: fields("outcomes").array.map(\.paymentLine))
  }

  private var paymentLine: PaymentScript.Line {
    let fields = fields("token", "type", "operation", "outcome", "attempts")
    let attempts = fields("attempts").ifPresent?.integer
    if let attempts, attempts < 1 {
      fields("attempts").note("expected at least 1, came \(attempts)")
    }
    return PaymentScript.Line(
      token: fields("token").ifPresent?.string,
      kind: fields("type").ifPresent?.choice(PaymentMethod.Kind.self, standIn: .unknown),
      operation: fields("operation").ifPresent?
        .choice(PaymentCommand.Operation.self, standIn: .authorise),
      outcome: fields("outcome").choice(PaymentResult.Outcome.self, standIn: .approved),
      attempts: attempts)
  }
}
