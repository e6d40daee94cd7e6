extension Charge {
  /// How long a hold is trusted; payment systems let most of them go after a week.
  package static let holdSeconds = 7 * 86_400

  /// A charge that is planned: nothing is asked for yet.
  package init(
    rideIdentifier: RideIdentifier, purpose: Purpose, number: Int, method: PaymentMethod,
    amount: Money
  ) {
    let nothing = Money.zero(amount.currency)
    self.init(
      rideIdentifier: rideIdentifier, purpose: purpose, number: number, method: method,
      state: .none, goal: .hold, requested: amount, authorised: nothing, captured: nothing,
      refunded: nothing, heldUntil: nil, attempts: Attempts(), pending: nil, timesAsked: 0,
      tries: 0, nextDue: nil, note: nil, reference: nil)
  }

  /// Asks for the hold, once.
  package mutating func authorise(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard state == .none, goal != .release else { return [] }
    return ask(.authorise, requested, at: now, policy)
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

  /// Gives back a part of what was taken; empty when something is still awaited, and for more than
  /// is left.
  package mutating func refund(
    _ amount: Money, note: String?, at now: Instant, policy: PaymentPolicy
  ) -> [PaymentCommand] {
    guard amount.minorUnits > 0, amount.currency == captured.currency,
      amount.minorUnits <= refundable.minorUnits
    else { return [] }
    self.note = note
    return ask(.refund, amount, at: now, policy)
  }

  /// Gives up what is owed here, because it was paid in another way; nothing is asked again.
  ///
  /// Possible only where nothing is on its way.
  mutating func writeOff() {
    guard !isOnItsWay, case .capture = goal, captured.minorUnits == 0 else { return }
    goal = .release
    nextDue = nil
    // Should the rider act after all, what is then held is let go.
    guard state != .needsAction else { return }
    pending = nil
    if state == .authorising { state = .none }
  }

  /// What has become due: the command whose answer did not come, under the same key, or the next
  /// attempt.
  package mutating func askAgain(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard let pending, let nextDue, nextDue <= now else { return [] }
    send(pending, at: now, policy)
    return [pending]
  }
}

extension Charge {
  /// What can be taken at most: what is held, or will be.
  package var capacity: Money {
    switch state {
    case .none, .authorising, .needsAction: requested
    case .authorised, .expired: authorised
    case .capturing, .captured, .captureFailed, .partiallyRefunded, .refunding, .refunded,
      .declined, .voiding, .voided:
      .zero(requested.currency)
    }
  }

  /// What can be given back now.
  package var refundable: Money {
    switch state {
    case .captured, .partiallyRefunded: captured.minus(refunded)
    default: .zero(captured.currency)
    }
  }

  /// Whether a command has been sent whose answer is not known.
  ///
  /// A rider who has to act first may never do so: that is no answer to wait for.
  package var isOnItsWay: Bool { pending != nil && timesAsked > 0 && state != .needsAction }

  /// Does what the goal asks for from where the charge rests.
  mutating func pursue(at now: Instant, _ policy: PaymentPolicy) -> [PaymentCommand] {
    if state == .authorised, let heldUntil, heldUntil <= now { state = .expired }
    switch (state, goal) {
    case (.none, .capture(let amount)), (.expired, .capture(let amount)):
      requested = amount
      return ask(.authorise, amount, at: now, policy)
    case (.authorised, .capture(let amount)): return ask(.capture, amount, at: now, policy)
    case (.authorised, .release): return ask(.void, nil, at: now, policy)
    default: return []
    }
  }

  /// Asks for something under a new key.
  private mutating func ask(
    _ operation: PaymentCommand.Operation, _ amount: Money?, at now: Instant,
    _ policy: PaymentPolicy
  ) -> [PaymentCommand] {
    tries = 0
    let command = attempt(operation, amount)
    send(command, at: now, policy)
    return [command]
  }

  /// The next attempt at something that was not done, when some time has passed.
  mutating func planAttempt(
    after command: PaymentCommand, at now: Instant, _ policy: PaymentPolicy
  ) {
    pending = attempt(command.operation, command.amount)
    timesAsked = 0
    nextDue = now.advanced(bySeconds: policy.pause(after: tries))
  }

  private mutating func attempt(
    _ operation: PaymentCommand.Operation, _ amount: Money?
  ) -> PaymentCommand {
    attempts[operation] += 1
    tries += 1
    return PaymentCommand(
      key: key(operation, attempts[operation]), operation: operation,
      rideIdentifier: rideIdentifier, amount: amount, method: method, reference: reference)
  }

  private mutating func send(
    _ command: PaymentCommand, at now: Instant, _ policy: PaymentPolicy
  ) {
    if pending?.key != command.key { timesAsked = 0 }
    pending = command
    timesAsked += 1
    nextDue = now.advanced(bySeconds: policy.pause(after: timesAsked))
    state = command.operation.awaiting
  }

  /// The keys of an operation, but for the number of the attempt.
  func key(_ operation: PaymentCommand.Operation) -> String { "\(keyPrefix)\(operation.rawValue):" }

  func key(_ operation: PaymentCommand.Operation, _ attempt: Int) -> String {
    "\(key(operation))\(attempt)"
  }
}

extension Charge {
  /// `<ride>:<purpose>:`; the second charge of a purpose is `fare2`.
  private var keyPrefix: String {
    "\(rideIdentifier):\(purpose.rawValue)\(number == 1 ? "" : "\(number)"):"
  }

  /// Whether a command with that key has been sent for this charge.
  package func hasAsked(_ key: String) -> Bool {
    PaymentCommand.Operation.allCases.contains { operation in
      let last = pending?.operation == operation && timesAsked == 0 ? 1 : 0
      let prefix = self.key(operation)
      guard key.hasPrefix(prefix), let attempt = Int(key.dropFirst(prefix.count)) else {
        return false
      }
      return attempt >= 1 && attempt <= attempts[operation] - last
        && key == self.key(operation, attempt)
    }
  }
}

extension Charge.Attempts {
  /// The number of attempts at an operation.
  package subscript(operation: PaymentCommand.Operation) -> Int {
    get {
      switch operation {
      case .authorise: authorise
      case .capture: capture
      case .void: void
      case .refund: refund
      }
    }
    set {
      switch operation {
      case .authorise: authorise = newValue
      case .capture: capture = newValue
      case .void: void = newValue
      case .refund: refund = newValue
      }
    }
  }
}

extension PaymentCommand.Operation {
  /// The state in which the answer is awaited.
  fileprivate var awaiting: Charge.State {
    switch self {
    case .authorise: .authorising
    case .capture: .capturing
    case .void: .voiding
    case .refund: .refunding
    }
  }
}
