extension Charge {
  /// Requests what is missing for the wanted result; a second call at the same time requests
  /// nothing.
  mutating func pursue(at now: Instant, _ policy: PaymentPolicy) -> [PaymentCommand] {
    expireHolds(at: now)
    endNeedless()
    var commands = collect(at: now, policy)
    // A tip is no debt: a failed one is declined, and the rider may order it again. A later
    // approval is released or refunded.
    if purpose == .tip, hasFailed { goal = .release }
    commands += voidHolds(at: now, policy)
    commands += returnExcess(at: now, policy)
    retryRefunds(at: now, policy)
    return commands
  }

  /// Nothing is captured from an expired hold.
  private mutating func expireHolds(at now: Instant) {
    guard case .capture = goal else { return }
    for index in attempts.indices where attempts[index].operation == .authorize {
      guard let heldUntil = attempts[index].heldUntil, heldUntil <= now,
        captures(of: attempts[index]).isEmpty
      else { continue }
      attempts[index].isExpired = true
    }
  }

  /// Drops planned attempts that are no longer needed.
  ///
  /// A sent attempt is repeated until it is answered, even if another has done its work: money may
  /// have moved twice, which the answer shows and a refund corrects. A double refund cannot be
  /// corrected, so a sent refund is not repeated after another has replaced it.
  private mutating func endNeedless() {
    for index in attempts.indices.reversed() {
      let attempt = attempts[index]
      switch attempt.fate {
      case .planned:
        if isDone(attempt) || isUnwanted(attempt) { attempts.remove(at: index) }
      case .asked, .unknown:
        if attempt.operation == .refund, isDone(attempt) { attempts[index].nextDue = nil }
      case .needsAction, .approved, .declined, .failed: break
      }
    }
  }

  /// Whether another attempt has done the work of this one.
  private func isDone(_ attempt: Attempt) -> Bool {
    switch attempt.operation {
    case .authorize: isPaid || !openHolds.isEmpty
    case .capture: isPaid
    case .void: isEnded(attempt.target)
    case .refund: group(of: attempt).contains { $0.fate == .approved }
    }
  }

  /// Whether the purpose of the attempt is no longer wanted.
  private func isUnwanted(_ attempt: Attempt) -> Bool {
    switch attempt.operation {
    case .authorize, .capture: goal == .release
    case .void: false
    case .refund: attempt.order == nil && overpaid.minorUnits == 0
    }
  }

  /// The hold to keep: one with a capture in progress, else the first approved one; nil if none is
  /// needed.
  private func neededHold(_ policy: PaymentPolicy) -> Attempt? {
    guard goal != .release, !isPaid else { return nil }
    let usable = openHolds.filter { hold in
      let captures = captures(of: hold)
      return captures.count < policy.attempts || captures.contains(where: \.isActive)
    }
    let oldest = usable.compactMap(\.heldUntil).min()
    return usable.first { !captures(of: $0).isEmpty } ?? usable.last { $0.heldUntil == oldest }
  }

  private mutating func collect(at now: Instant, _ policy: PaymentPolicy) -> [PaymentCommand] {
    guard goal != .release, !isPaid else { return [] }
    if let hold = neededHold(policy) {
      guard case .capture(let amount) = goal else { return [] }
      return attempt(
        captures(of: hold), after: [.failed, .declined], at: now, policy,
        as: Attempt(operation: .capture, amount: amount, target: hold.number))
    }
    var holds = attempts.filter { $0.operation == .authorize }
    if let last = holds.lastIndex(where: { $0.fate == .approved }) {
      // A hold whose capture failed is final; an expired hold is not.
      guard holds[last].isExpired else { return [] }
      holds.removeFirst(last + 1)
    }
    if holds.isEmpty, case .capture(let amount) = goal { requested = amount }
    guard !holds.isEmpty || goal != .hold else { return [] }
    return attempt(
      holds, after: [.failed], at: now, policy,
      as: Attempt(operation: .authorize, amount: requested))
  }

  private mutating func voidHolds(at now: Instant, _ policy: PaymentPolicy) -> [PaymentCommand] {
    let needed = neededHold(policy)
    var commands: [PaymentCommand] = []
    for hold in approved(.authorize) where hold.number != needed?.number && !isEnded(hold.number) {
      let voids = attempts.filter { $0.operation == .void && $0.target == hold.number }
      commands += attempt(
        voids, after: [.failed, .declined], at: now, policy,
        as: Attempt(operation: .void, amount: nil, target: hold.number))
    }
    return commands
  }

  /// Refunds the excess, beginning with the last capture.
  private mutating func returnExcess(
    at now: Instant, _ policy: PaymentPolicy
  ) -> [PaymentCommand] {
    var rest = overpaid
    for refund in attempts where refund.operation == .refund && refund.isActive {
      let part = refund.order == nil ? refund.amount : refund.excess
      if let part { rest = rest.minus(part) }
    }
    var commands: [PaymentCommand] = []
    for capture in approved(.capture).reversed() where rest.minorUnits > 0 {
      let wanted = Attempt(
        operation: .refund, amount: rest.atMost(remaining(of: capture)), target: capture.number,
        round: returnedRounds(of: capture))
      guard let amount = wanted.amount, amount.minorUnits > 0 else { continue }
      let before = attempts.count
      commands += attempt(
        group(of: wanted), after: [.failed, .declined], at: now, policy, as: wanted)
      if attempts.count > before { rest = rest.minus(amount) }
    }
    return commands
  }

  /// Plans failed parts of ordered refunds again; declined ones are final.
  private mutating func retryRefunds(at now: Instant, _ policy: PaymentPolicy) {
    for refund in attempts where refund.operation == .refund && refund.order != nil {
      guard refund.fate == .failed else { continue }
      _ = attempt(group(of: refund), after: [.failed], at: now, policy, as: refund)
    }
  }

  /// How many times an excess of a capture was returned.
  private func returnedRounds(of capture: Attempt) -> Int {
    let returned = approved(.refund).filter { $0.order == nil && $0.target == capture.number }
    return Set(returned.map(\.round)).count
  }

  /// The attempts at the same operation, in their order.
  private func group(of attempt: Attempt) -> [Attempt] {
    attempts.filter {
      $0.operation == attempt.operation && $0.target == attempt.target
        && $0.order == attempt.order && $0.round == attempt.round
    }
  }

  /// The next attempt at an operation, if there is one: the first immediately, a later one after a
  /// pause if the last ended in one of `fates`.
  ///
  /// More than five parameters: the earlier attempts, the next one, and the moment.
  private mutating func attempt(
    _ made: [Attempt], after fates: Set<Attempt.Fate>, at now: Instant, _ policy: PaymentPolicy,
    as wanted: Attempt
  ) -> [PaymentCommand] {
    guard let last = made.last else { return ask(wanted, at: now, policy) }
    let isOver = made.contains { $0.isActive || $0.fate == .approved }
    guard !isOver, made.count < policy.attempts, fates.contains(last.fate) else { return [] }
    append(wanted)
    attempts[attempts.count - 1].nextDue = now.advanced(bySeconds: policy.pause(after: made.count))
    return []
  }
}
