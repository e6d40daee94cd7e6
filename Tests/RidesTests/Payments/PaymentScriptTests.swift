import Rides
import Testing

@Suite("The script of the built-in payment system") struct PaymentScriptTests {
  static let script = PaymentScript(lines: [
    PaymentScript.Line(token: "pm_declined", operation: .authorize, outcome: .declined),
    PaymentScript.Line(token: "pm_slow", outcome: .unknown, attempts: 2),
    PaymentScript.Line(kind: .debit, operation: .capture, outcome: .failed),
  ])

  @Test(
    "The first line that matches answers, else it is yes",
    arguments: [
      (PaymentCommand.Operation.authorize, PaymentMethod.Kind.credit, "pm_declined", 1, 1),
      (.capture, .credit, "pm_declined", 1, 1), (.authorize, .credit, "pm_slow", 1, 2),
      (.authorize, .credit, "pm_slow", 1, 3), (.capture, .debit, "pm_slow", 2, 1),
      (.capture, .debit, "pm_slow", 2, 2), (.capture, .debit, nil, 7, 9),
      (.authorize, .debit, nil, 1, 1),
    ] as [(PaymentCommand.Operation, PaymentMethod.Kind, String?, Int, Int)])
  func answers(
    operation: PaymentCommand.Operation, kind: PaymentMethod.Kind, token: String?, attempt: Int,
    times: Int
  ) {
    let command = PaymentCommand(
      key: "r1:fare:\(operation.rawValue):\(attempt)", operation: operation,
      rideIdentifier: RideIdentifier("r1"), amount: Fixture.cents(1),
      method: PaymentMethod(kind: kind, token: token))
    let expected: PaymentResult.Outcome =
      switch (operation, token, attempt + times) {
      case (.authorize, "pm_declined", _): .declined
      case (_, "pm_slow", ...3): .unknown
      case (.capture, _, _) where kind == .debit: .failed
      default: .approved
      }
    #expect(Self.script.outcome(of: command, times: times) == expected)
  }
}
