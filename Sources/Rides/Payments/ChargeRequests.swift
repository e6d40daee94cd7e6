extension Charge {
  /// How long a hold is trusted; payment systems let most of them go after a week.
  package static let holdSeconds = 7 * 86_400

  /// How long a rider may take to approve a tip.
  static let approvalSeconds = 3_600

  /// Asks for the hold, once.
  package mutating func authorise(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard attempts.isEmpty, goal == .hold else { return [] }
    return ask(Attempt(operation: .authorise, amount: requested), at: now, policy)
  }

  /// Takes that amount as soon as it is held; nothing is a release.
  ///
  /// More than is or will be held is cut to it. A wish once made is not changed.
  package mutating func capture(
    _ amount: Money, at now: Instant, policy: PaymentPolicy
  ) -> [PaymentCommand] {
    guard amount.minorUnits > 0 else { return release(at: now, policy: policy) }
    guard goal == .hold, amount.currency == requested.currency else { return [] }
    goal = .capture(
      Money(minorUnits: min(amount.minorUnits, capacity.minorUnits), currency: amount.currency))
    return pursue(at: now, policy)
  }

  /// Lets the hold go as soon as it is known to be there.
  package mutating func release(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard goal == .hold else { return [] }
    goal = .release
    return pursue(at: now, policy)
  }

  /// Refunds a part of what was taken, from the last capture first; empty for more than is left.
  ///
  /// `order` is the id of the order. What was taken in excess by now is what it returns first; an
  /// excess that comes later is returned beside it.
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

  /// Gives up what is owed here, because it was paid in another way.
  ///
  /// Nothing is requested again; authorizations are released, and later captures are refunded.
  mutating func writeOff(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard !isOnItsWay, case .capture = goal, captured.minorUnits == 0 else { return [] }
    goal = .release
    return pursue(at: now, policy)
  }

  /// Sends what has become due: commands whose answer did not come, under the same key, and the
  /// next attempts.
  package mutating func askAgain(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    let commands = endUnapproved(at: now, policy)
    return commands
      + attempts.indices.compactMap { index in
        attempts[index].isDue(at: now) ? send(index, at: now, policy) : nil
      }
  }

  /// Counts what the rider has not approved in time as declined; an approval that comes later is
  /// booked like any other.
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

  /// Asks for something under a new key.
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
        target: wanted.target, order: wanted.order, excess: wanted.excess))
  }

  private mutating func send(
    _ index: Int, at now: Instant, _ policy: PaymentPolicy
  ) -> PaymentCommand {
    attempts[index].timesAsked += 1
    attempts[index].nextDue = now.advanced(
      bySeconds: policy.pause(after: attempts[index].timesAsked))
    // Of an unknown one more is known than of one that was only asked: money may have moved.
    if attempts[index].fate != .unknown { attempts[index].fate = .asked }
    return command(of: attempts[index])
  }

  /// Money that has changed hands.
  package enum Movement: Hashable, Sendable {
    case captured(Money)
    /// Given back by an order, or because it was taken in excess; `excess` is the part that was.
    case refunded(Money, excess: Money, order: String?)
  }

  /// What an answer has done: money that has moved, and what is asked for next.
  package struct Effect: Hashable, Sendable {
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
      // fare waits as a debt; a tip, which is not asked for again meanwhile, for a time.
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
  ) -> Movement? {
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
