extension Charge {
  /// What an answer has done: money that has moved, and what is asked for next.
  package struct Effect: Hashable, Sendable {
    /// Money that has changed hands.
    package enum Movement: Hashable, Sendable {
      case captured(Money)
      /// Given back by an order, or because it was taken in excess; `excess` is the part that was.
      case refunded(Money, excess: Money, order: String?)
    }

    package var commands: [PaymentCommand]
    package var movement: Movement?
    /// Whether the charge has changed at all.
    package var hasChanged: Bool

    package init(commands: [PaymentCommand], movement: Movement?, hasChanged: Bool) {
      self.commands = commands
      self.movement = movement
      self.hasChanged = hasChanged
    }

    static let nothing = Effect(commands: [], movement: nil, hasChanged: false)
  }

  /// Books what the payment system says of a command, whenever it comes.
  ///
  /// An approval is final and counts after any other word, as money has moved. Every other word
  /// counts only while nothing better is known: a repeat changes nothing.
  package mutating func apply(
    _ result: PaymentResult, at now: Instant, policy: PaymentPolicy
  ) -> Effect {
    guard
      let index = attempts.firstIndex(where: { $0.timesAsked > 0 && key(of: $0) == result.key }),
      let fate = fate(after: attempts[index], result.outcome)
    else { return .nothing }
    attempts[index].fate = fate
    switch fate {
    case .unknown:
      let pause = policy.pause(after: attempts[index].timesAsked)
      attempts[index].nextDue = now.advanced(bySeconds: pause)
      return Effect(commands: [], movement: nil, hasChanged: true)
    case .approved:
      attempts[index].nextDue = nil
      let movement = approve(index, result.reference, at: now)
      return Effect(commands: pursue(at: now, policy), movement: movement, hasChanged: true)
    case .needsAction, .failed, .declined, .planned, .asked:
      // The answer of the rider's bank comes under the same key, whenever the rider has acted. A
      // fare waits as a debt; a tip, which nobody asks for again meanwhile, for a time.
      attempts[index].nextDue =
        fate == .needsAction && purpose == .tip
        ? now.advanced(bySeconds: Self.approvalSeconds) : nil
      return Effect(commands: pursue(at: now, policy), movement: nil, hasChanged: true)
    }
  }

  /// What is known of an attempt after an answer; nil when the answer is no news.
  private func fate(
    after attempt: Attempt, _ outcome: PaymentResult.Outcome
  ) -> Attempt.Fate? {
    let isOpen = [.asked, .unknown, .needsAction].contains(attempt.fate)
    switch outcome {
    case .approved: return attempt.fate == .approved ? nil : .approved
    case .unknown: return isOpen ? .unknown : nil
    case .needsAction where attempt.operation == .authorise:
      return isOpen && attempt.fate != .needsAction ? .needsAction : nil
    case .declined, .needsAction: return isOpen ? .declined : nil
    case .failed: return isOpen ? .failed : nil
    }
  }

  private mutating func approve(
    _ index: Int, _ reference: String?, at now: Instant
  ) -> Effect.Movement? {
    let amount = attempts[index].amount ?? .zero(requested.currency)
    attempts[index].reference = reference
    switch attempts[index].operation {
    case .authorise:
      attempts[index].heldUntil = now.advanced(bySeconds: Self.holdSeconds)
      return nil
    case .capture: return .captured(amount)
    case .void: return nil
    case .refund:
      let planned = attempts[index].excess ?? amount
      attempts[index].excess = nil
      let excess = overpaid.atMost(planned)
      attempts[index].excess = excess
      return .refunded(amount, excess: excess, order: attempts[index].order)
    }
  }
}
