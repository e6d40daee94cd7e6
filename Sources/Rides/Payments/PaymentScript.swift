/// The answers of the built-in payment system; commands without a matching line are approved.
package struct PaymentScript: Hashable, Sendable {
  /// One line of the script; nil matches anything.
  package struct Line: Hashable, Sendable {
    /// The token of the payment method.
    package var token: String?
    package var kind: PaymentMethod.Kind?
    package var operation: PaymentCommand.Operation?
    package var outcome: PaymentResult.Outcome
    /// The number of commands that it answers, for each charge; nil is all.
    package var attempts: Int?

    package init(
      token: String? = nil, kind: PaymentMethod.Kind? = nil,
      operation: PaymentCommand.Operation? = nil, outcome: PaymentResult.Outcome,
      attempts: Int? = nil
    ) {
      self.token = token
      self.kind = kind
      self.operation = operation
      self.outcome = outcome
      self.attempts = attempts
    }
  }

  package var lines: [Line]

  package init(lines: [Line] = []) { self.lines = lines }

  /// The answer of the first matching line to a command at its attempt number `times` under its
  /// key.
  package func outcome(of command: PaymentCommand, times: Int) -> PaymentResult.Outcome {
    if lines.isEmpty { return .approved }
    // The last part of a key is the number of the attempt.
    let key = command.key.utf8
    let start = key.lastIndex(of: UInt8(ascii: ":")).map(key.index(after:)) ?? key.startIndex
    let attempt = Int(command.key[start...]) ?? 1
    // Both numbers are at least one; an invalid one counts as one.
    let question = max(attempt, 1).addingReportingOverflow(max(times, 1) - 1).partialValue
    let line = lines.first { line in
      line.token.map { $0 == command.method.token } ?? true
        && line.kind.map { $0 == command.method.kind } ?? true
        && line.operation.map { $0 == command.operation } ?? true
        && line.attempts.map { question <= $0 } ?? true
    }
    return line?.outcome ?? .approved
  }
}
