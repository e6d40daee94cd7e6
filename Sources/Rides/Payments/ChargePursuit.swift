extension Charge {
  /// Asks for what is missing between what is known and what is wished; asked again at once, it
  /// asks for nothing.
  mutating func pursue(at now: Instant, _ policy: PaymentPolicy) -> [PaymentCommand] {
    expireHolds(at: now)
    endNeedless()
    var commands = collect(at: now, policy)
    // A tip is no debt: one that was not taken is declined, and may be given again. What
    // is approved of it later is let go or given back.
    if purpose == .tip, hasFailed { goal = .release }
    commands += voidHolds(at: now, policy)
    commands += returnExcess(at: now, policy)
    retryRefunds(at: now, policy)
    return commands
  }

  /// Nothing is captured from a hold that was not used while it was trusted.
  private mutating func expireHolds(at now: Instant) {
    guard case .capture = goal else { return }
    for index in attempts.indices where attempts[index].operation == .authorise {
      guard let heldUntil = attempts[index].heldUntil, heldUntil <= now,
        captures(of: attempts[index]).isEmpty
      else { continue }
      attempts[index].isExpired = true
    }
  }

  /// Drops planned attempts that are no longer needed.
  ///
  /// One that was sent is asked again until it is answered, even if another has done its work:
  /// money may have moved twice, which is put right when the answer says so. Nothing puts right a
  /// refund that is made twice, so a sent one that another has made is not asked again.
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
    case .authorise: return isPaid || !openHolds.isEmpty
    case .capture: return isPaid
    case .void:
      return attempts.contains {
        $0.fate == .approved && $0.target == attempt.target
          && ($0.operation == .capture || $0.operation == .void)
      }
    case .refund: return group(of: attempt).contains { $0.fate == .approved }
    }
  }

  /// Whether the purpose of the attempt is no longer wanted.
  private func isUnwanted(_ attempt: Attempt) -> Bool {
    switch attempt.operation {
    case .authorise, .capture: goal == .release
    case .void: false
    case .refund: attempt.order == nil && overpaid.minorUnits == 0
    }
  }

  /// The hold that is kept: one that is being captured, else the one that was approved first; nil
  /// when none is needed.
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
    var holds = attempts.filter { $0.operation == .authorise }
    if let last = holds.lastIndex(where: { $0.fate == .approved }) {
      // A hold that was used in vain is the last word; one that was not used in time is not.
      guard holds[last].isExpired else { return [] }
      holds.removeFirst(last + 1)
    }
    if holds.isEmpty, case .capture(let amount) = goal { requested = amount }
    guard !holds.isEmpty || goal != .hold else { return [] }
    return attempt(
      holds, after: [.failed], at: now, policy,
      as: Attempt(operation: .authorise, amount: requested))
  }

  private mutating func voidHolds(at now: Instant, _ policy: PaymentPolicy) -> [PaymentCommand] {
    let needed = neededHold(policy)
    var commands: [PaymentCommand] = []
    for hold in approved(.authorise) where hold.number != needed?.number && !isEnded(hold) {
      let voids = attempts.filter { $0.operation == .void && $0.target == hold.number }
      commands += attempt(
        voids, after: [.failed, .declined], at: now, policy,
        as: Attempt(operation: .void, amount: nil, target: hold.number))
    }
    return commands
  }

  /// Returns what was taken in excess, from the last capture first.
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
        operation: .refund, amount: rest.atMost(remaining(of: capture)), target: capture.number)
      guard let amount = wanted.amount, amount.minorUnits > 0 else { continue }
      let before = attempts.count
      commands += attempt(
        group(of: wanted), after: [.failed, .declined], at: now, policy, as: wanted)
      if attempts.count > before { rest = rest.minus(amount) }
    }
    return commands
  }

  /// Plans again what failed of refunds that were ordered; what is declined is declined.
  private mutating func retryRefunds(at now: Instant, _ policy: PaymentPolicy) {
    for refund in attempts where refund.operation == .refund && refund.order != nil {
      guard refund.fate == .failed else { continue }
      _ = attempt(group(of: refund), after: [.failed], at: now, policy, as: refund)
    }
  }

  /// The attempts at the same thing, in their order.
  private func group(of attempt: Attempt) -> [Attempt] {
    attempts.filter {
      $0.operation == attempt.operation && $0.target == attempt.target && $0.order == attempt.order
    }
  }

  /// The next attempt at something, if there is to be one: at once the first time, after a pause
  /// when the last one ended in one of `fates`.
  ///
  /// More than five parameters: what was tried, what is to be tried, and the moment.
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
