package import Rides

/// The port to whoever moves money.
package protocol PaymentGateway: Sendable {
  /// What has become of a command; nil when the answer comes later, as a message.
  ///
  /// `times` counts how often the command has been asked for under its key, this time included. The
  /// function is pure: it is asked within a transaction that may be tried again.
  func answer(_ command: PaymentCommand, times: Int) -> PaymentResult?
}

/// A payment system behind the broker: commands are messages, and so are the answers.
package struct PaymentsByMessage: PaymentGateway {
  package init() {}

  package func answer(_ command: PaymentCommand, times: Int) -> PaymentResult? { nil }
}

/// A payment system for tests and demonstrations: it approves everything but what the operator's
/// catalogue says otherwise.
package struct ScriptedPayments: PaymentGateway {
  private let script: PaymentScript

  package init(_ script: PaymentScript = PaymentScript()) { self.script = script }

  package func answer(_ command: PaymentCommand, times: Int) -> PaymentResult? {
    PaymentResult(
      key: command.key, outcome: script.outcome(of: command, times: times),
      reference: "built-in:\(command.key)")
  }
}
