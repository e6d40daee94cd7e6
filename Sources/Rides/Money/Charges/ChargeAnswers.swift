extension Charge {
  /// What an answer has done: money that has moved, and what is asked for next.
  package struct Effect: Hashable, Sendable {
    /// Money that has changed hands.
    package enum Movement: Hashable, Sendable {
      case captured(Money)
      case refunded(Money, note: String?)
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

    static func changed(_ commands: [PaymentCommand] = [], _ movement: Movement? = nil) -> Effect {
      Effect(commands: commands, movement: movement, hasChanged: true)
    }
  }

  /// Carries out what the payment system says.
  ///
  /// An answer to anything but what is awaited changes nothing: it is a repeat, or late. The one
  /// exception is money that was taken after all: an approval of any capture that was sent counts
  /// as long as no other is on its way.
  package mutating func apply(
    _ result: PaymentResult, at now: Instant, policy: PaymentPolicy
  ) -> Effect {
    guard let pending, pending.key == result.key, timesAsked > 0 else {
      return takeLate(result)
    }
    switch result.outcome {
    case .unknown:
      nextDue = now.advanced(bySeconds: policy.pause(after: timesAsked))
      return .changed()
    case .approved: return approve(pending, result.reference, at: now, policy)
    case .needsAction where pending.operation == .authorise:
      // The answer of the rider's bank comes under the same key, whenever the rider has acted.
      guard state != .needsAction else { return .nothing }
      state = .needsAction
      nextDue = nil
      return .changed()
    case .declined, .needsAction: return refuse(pending, isFinal: true, at: now, policy)
    case .failed: return refuse(pending, isFinal: false, at: now, policy)
    }
  }

  /// A capture that was given up, or waits for its next attempt, and was approved after all.
  private mutating func takeLate(_ result: PaymentResult) -> Effect {
    guard state == .captureFailed, result.outcome == .approved, case .capture(let amount) = goal,
      result.key.hasPrefix(key(.capture)), hasAsked(result.key)
    else { return .nothing }
    return take(amount, result.reference)
  }

  private mutating func take(_ amount: Money, _ reference: String?) -> Effect {
    clearPending()
    self.reference = reference ?? self.reference
    captured = amount
    state = .captured
    return .changed([], .captured(amount))
  }

  private mutating func clearPending() {
    pending = nil
    nextDue = nil
    timesAsked = 0
  }

  private mutating func approve(
    _ command: PaymentCommand, _ reference: String?, at now: Instant, _ policy: PaymentPolicy
  ) -> Effect {
    switch command.operation {
    case .authorise:
      clearPending()
      self.reference = reference ?? self.reference
      authorised = command.amount ?? requested
      heldUntil = now.advanced(bySeconds: Self.holdSeconds)
      state = .authorised
      return .changed(pursue(at: now, policy))
    case .capture: return take(command.amount ?? captured, reference)
    case .void:
      clearPending()
      state = .voided
      return .changed()
    case .refund:
      let amount = command.amount ?? .zero(captured.currency)
      refunded = refunded.plus(amount)
      let note = note
      rest()
      return .changed([], .refunded(amount, note: note))
    }
  }

  /// What was not done: tried again while attempts are left and there is hope.
  private mutating func refuse(
    _ command: PaymentCommand, isFinal: Bool, at now: Instant, _ policy: PaymentPolicy
  ) -> Effect {
    let isLeft = tries < max(policy.captureAttempts, 1)
    switch command.operation {
    case .authorise where isFinal || !isLeft:
      clearPending()
      state = .declined
    case .void where !isLeft:
      // Nobody takes it any more, and the payment system lets it go in its own time.
      clearPending()
      state = .expired
    case .refund where isFinal || !isLeft: rest()
    case .capture:
      // What is owed stays owed, so that a refusal is not the last word.
      clearPending()
      state = .captureFailed
      if isLeft { planAttempt(after: command, at: now, policy) }
    case .authorise, .void, .refund: planAttempt(after: command, at: now, policy)
    }
    return .changed()
  }

  /// Where a charge rests that was taken.
  private mutating func rest() {
    clearPending()
    note = nil
    state =
      refunded.minorUnits == 0 ? .captured : refunded == captured ? .refunded : .partiallyRefunded
  }
}
