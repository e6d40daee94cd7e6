extension Charge {
  /// How long a hold is trusted; payment systems let most of them go after a week.
  package static let holdSeconds = 7 * 86_400

  /// Asks for the hold, once.
  package mutating func authorise(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard attempts.isEmpty, goal == .hold else { return [] }
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

  /// Gives back a part of what was taken, from the last capture first; empty for more than is left.
  ///
  /// `order` is the id of the order.
  package mutating func refund(
    _ amount: Money, order: String, at now: Instant, policy: PaymentPolicy
  ) -> [PaymentCommand] {
    guard amount.minorUnits > 0, amount.currency == requested.currency,
      amount.minorUnits <= refundable.minorUnits
    else { return [] }
    var rest = amount
    var commands: [PaymentCommand] = []
    for capture in approved(.capture).reversed() where rest.minorUnits > 0 {
      let part = rest.atMost(remaining(of: capture))
      guard part.minorUnits > 0 else { continue }
      rest = rest.minus(part)
      commands += ask(
        .refund, part, target: capture.number, order: order, at: now, policy)
    }
    return commands
  }

  /// Gives up what is owed here, because it was paid in another way.
  ///
  /// Nothing is asked again, what is held is let go, and what is taken all the same is given back.
  mutating func writeOff(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    guard !isOnItsWay, case .capture = goal, captured.minorUnits == 0 else { return [] }
    goal = .release
    return pursue(at: now, policy)
  }

  /// Sends what has become due: commands whose answer did not come, under the same key, and the
  /// next attempts.
  package mutating func askAgain(at now: Instant, policy: PaymentPolicy) -> [PaymentCommand] {
    attempts.indices.compactMap { index in
      guard let nextDue = attempts[index].nextDue, nextDue <= now else { return nil }
      return send(index, at: now, policy)
    }
  }
}

extension Charge {
  /// Asks for something under a new key.
  ///
  /// More than five parameters: they are those of the attempt.
  mutating func ask(
    _ operation: PaymentCommand.Operation, _ amount: Money?, target: Int? = nil,
    order: String? = nil, at now: Instant, _ policy: PaymentPolicy
  ) -> [PaymentCommand] {
    append(operation, amount, target: target, order: order)
    return [send(attempts.count - 1, at: now, policy)]
  }

  mutating func append(
    _ operation: PaymentCommand.Operation, _ amount: Money?, target: Int?, order: String?
  ) {
    let last = attempts.last { $0.operation == operation }?.number ?? 0
    attempts.append(
      Attempt(operation: operation, number: last + 1, amount: amount, target: target, order: order))
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
}
