extension Charge {
  /// How long a hold counts as valid; payment systems release most of them after a week.
  package static let holdSeconds = 7 * 86_400

  /// How long a rider may take to approve a tip.
  static let approvalSeconds = 3_600

  /// Requests the hold, once.
  package mutating func authorize(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard attempts.isEmpty, goal == .hold else { return [] }
    return ask(Attempt(operation: .authorize, amount: requested), at: now, policy)
  }

  /// Captures that amount as soon as the hold is approved; zero is a release.
  ///
  /// The amount is limited to the hold. The first call decides; later ones change nothing.
  package mutating func capture(
    _ amount: Money, at now: Instant, policy: PaymentPolicy
  ) -> [PaymentCommand] {
    guard amount.minorUnits > 0 else { return release(at: now, policy: policy) }
    guard goal == .hold, amount.currency == requested.currency else { return [] }
    goal = .capture(amount.atMost(capacity))
    return pursue(at: now, policy)
  }

  /// Releases the hold as soon as its approval is known.
  package mutating func release(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard goal == .hold else { return [] }
    goal = .release
    return pursue(at: now, policy)
  }

  /// Refunds a part of the captures, beginning with the last; empty for more than can be refunded.
  ///
  /// `order` is the id of the order. The order returns the current excess first; a later excess is
  /// refunded in addition.
  package mutating func refund(
    _ amount: Money, order: String, at now: Instant, policy: PaymentPolicy
  ) -> [PaymentCommand] {
    guard amount.minorUnits > 0, amount.currency == requested.currency,
      amount.minorUnits <= refundable.minorUnits
    else { return [] }
    var rest = amount
    var excess = overpaid
    var commands: [PaymentCommand] = []
    for capture in approved(.capture).reversed() where rest.minorUnits > 0 {
      let part = rest.atMost(remaining(of: capture))
      guard part.minorUnits > 0 else { continue }
      let wanted = Attempt(
        operation: .refund, amount: part, target: capture.number, order: order,
        excess: excess.atMost(part))
      rest = rest.minus(part)
      excess = excess.minus(excess.atMost(part))
      commands += ask(wanted, at: now, policy)
    }
    return commands
  }

  /// Cancels the debt of this charge, which was paid in another way.
  ///
  /// Nothing is requested again; authorizations are released, and later captures are refunded.
  mutating func writeOff(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard !isOnItsWay, case .capture = goal, captured.minorUnits == 0 else { return [] }
    goal = .release
    return pursue(at: now, policy)
  }

  /// Wants another amount than before: what was captured beyond it is refunded; zero is a release.
  ///
  /// Only for a charge of which no answer is awaited, and not for more than was wanted or taken. A
  /// charge that was released keeps what could not be refunded.
  mutating func want(
    _ amount: Money, at now: Instant, _ policy: PaymentPolicy
  ) -> [PaymentCommand] {
    guard goal != .hold, amount != wanted else { return [] }
    goal = amount.minorUnits > 0 ? .capture(amount) : .release
    // A planned attempt has the former amount.
    attempts.removeAll {
      $0.fate == .planned && ($0.operation == .capture || $0.operation == .authorize)
    }
    return pursue(at: now, policy)
  }

  /// Sends due commands: unanswered ones again under the same key, and the next attempts.
  package mutating func askAgain(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    let commands = endUnapproved(at: now, policy)
    return commands
      + attempts.indices.compactMap { index in
        attempts[index].isDue(at: now) ? send(index, at: now, policy) : nil
      }
  }

  /// Declines attempts that the rider has not approved in time; a later approval is booked like any
  /// other.
  private mutating func endUnapproved(
    at now: Instant, _ policy: PaymentPolicy
  ) -> [PaymentCommand] {
    let unapproved = attempts.indices.filter {
      attempts[$0].fate == .needsAction && attempts[$0].isDue(at: now)
    }
    guard !unapproved.isEmpty else { return [] }
    for index in unapproved {
      attempts[index].fate = .declined
      attempts[index].nextDue = nil
    }
    return pursue(at: now, policy)
  }

  /// Requests an operation under a new key.
  mutating func ask(
    _ wanted: Attempt, at now: Instant, _ policy: PaymentPolicy
  ) -> [PaymentCommand] {
    append(wanted)
    return [send(attempts.count - 1, at: now, policy)]
  }

  /// Plans an attempt under the next number of its operation.
  mutating func append(_ wanted: Attempt) {
    let last = attempts.last { $0.operation == wanted.operation }?.number ?? 0
    attempts.append(
      Attempt(
        operation: wanted.operation, number: last + 1, amount: wanted.amount,
        target: wanted.target, order: wanted.order, excess: wanted.excess, round: wanted.round))
  }

  private mutating func send(
    _ index: Int, at now: Instant, _ policy: PaymentPolicy
  ) -> PaymentCommand {
    attempts[index].timesAsked += 1
    attempts[index].nextDue = now.advanced(
      bySeconds: policy.pause(after: attempts[index].timesAsked))
    // `unknown` outranks an unanswered attempt: money may have moved.
    if attempts[index].fate != .unknown { attempts[index].fate = .asked }
    return command(of: attempts[index])
  }

  /// Money that has changed hands.
  package enum Movement: Hashable, Sendable {
    case captured(Money)
    /// Refunded by an order, or as an excess; `excess` is the part that is one.
    case refunded(Money, excess: Money, order: String?)
  }

  /// The effect of an answer: moved money, and the next commands.
  package struct Effect: Hashable, Sendable {
    package var commands: [PaymentCommand]
    package var movement: Movement?
    /// Whether the charge has changed at all.
    package var hasChanged: Bool

    static let nothing = Effect(commands: [], movement: nil, hasChanged: false)
  }

  /// Books the answer to a command, whenever it arrives.
  ///
  /// An approval is final and overrides any other answer, since money has moved. Other answers
  /// count only in the absence of a better one; a repeat changes nothing.
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
      // After the rider has acted, the bank's answer comes under the same key. A fare waits as a
      // debt; a tip waits for a limited time and is not requested again meanwhile.
      attempts[index].nextDue =
        fate == .needsAction && purpose == .tip
        ? now.advanced(bySeconds: Self.approvalSeconds) : nil
      return Effect(commands: pursue(at: now, policy), movement: nil, hasChanged: true)
    }
  }

  /// The state of an attempt after an answer; nil if the answer changes nothing.
  private func fate(
    after attempt: Attempt, _ outcome: PaymentResult.Outcome
  ) -> Attempt.Fate? {
    let isOpen = [.asked, .unknown, .needsAction].contains(attempt.fate)
    switch outcome {
    case .approved: return attempt.fate == .approved ? nil : .approved
    case .unknown: return isOpen ? .unknown : nil
    case .needsAction where attempt.operation == .authorize:
      return isOpen && attempt.fate != .needsAction ? .needsAction : nil
    case .declined, .needsAction: return isOpen ? .declined : nil
    case .failed: return isOpen ? .failed : nil
    }
  }

  private mutating func approve(
    _ index: Int, _ reference: String?, at now: Instant
  ) -> Movement? {
    let amount = attempts[index].amount ?? .zero(requested.currency)
    attempts[index].reference = reference
    switch attempts[index].operation {
    case .authorize:
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
