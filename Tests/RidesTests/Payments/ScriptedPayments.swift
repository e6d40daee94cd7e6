import RandomFixture
import Rides

/// A payment system whose truth is its own: it does each key once, says `unknown` as it likes, and
/// counts what really moved.
struct ScriptedPayments {
  /// What has become of the money that was held for one charge.
  struct Hold {
    var authorized: Int64
    var captured: Int64 = 0
    var refunded: Int64 = 0
    var isVoided = false
  }

  private struct Answer {
    var outcome: PaymentResult.Outcome
    /// How often it is `unknown` before the outcome is reported.
    var silences: Int
  }

  /// By charge, that is by the key up to the operation, and by authorization.
  private(set) var holds: [String: [Hold]] = [:]
  /// What a command did beyond what it may do.
  private(set) var breaches: [String] = []
  private var answers: [String: Answer] = [:]
  private let approvals: Int

  /// Approves so many of ten commands that are not refused by chance of the seed.
  init(approvals: Int) { self.approvals = approvals }

  var captured: Int64 { holds.values.joined().map(\.captured).reduce(0, +) }
  var refunded: Int64 { holds.values.joined().map(\.refunded).reduce(0, +) }

  /// The answer to a command, which is done the first time its key comes.
  mutating func answer(
    _ command: PaymentCommand, using generator: inout SeededNumbers
  ) -> PaymentResult {
    if answers[command.key] == nil {
      let outcome = outcome(of: command, using: &generator)
      answers[command.key] = Answer(
        outcome: outcome, silences: Int.random(in: -3...3, using: &generator))
      if outcome == .approved { carryOut(command) }
    }
    // The answer was stored above.
    var answer = answers[command.key]!
    answer.silences -= 1
    answers[command.key] = answer
    return PaymentResult(
      key: command.key, outcome: answer.silences >= 0 ? .unknown : answer.outcome,
      reference: "ref-\(command.key)")
  }

  private func outcome(
    of command: PaymentCommand, using generator: inout SeededNumbers
  ) -> PaymentResult.Outcome {
    if Int.random(in: 0..<10, using: &generator) < approvals { return .approved }
    let others: [PaymentResult.Outcome] =
      command.operation == .authorize ? [.declined, .failed, .needsAction] : [.declined, .failed]
    return others.randomElement(using: &generator) ?? .declined
  }

  private mutating func carryOut(_ command: PaymentCommand) {
    let charge = command.key.split(separator: ":").dropLast(2).joined(separator: ":")
    let amount = command.amount?.minorUnits ?? 0
    if command.operation == .authorize {
      holds[charge, default: []].append(Hold(authorized: amount))
      return
    }
    guard var hold = holds[charge]?.popLast() else {
      breaches.append("\(command.key) without a hold")
      return
    }
    switch command.operation {
    case .capture:
      if hold.isVoided || hold.captured > 0 { breaches.append("\(command.key) after an end") }
      hold.captured += amount
    case .void:
      if hold.isVoided || hold.captured > 0 { breaches.append("\(command.key) after an end") }
      hold.isVoided = true
    case .refund: hold.refunded += amount
    case .authorize: break
    }
    holds[charge]?.append(hold)
  }
}
