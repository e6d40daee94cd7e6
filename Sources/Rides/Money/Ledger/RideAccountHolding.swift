extension RideAccount {
  /// An amount to be held on a payment method.
  package struct Hold: Hashable, Sendable {
    package var method: PaymentMethod
    package var amount: Money

    package init(method: PaymentMethod, amount: Money) {
      self.method = method
      self.amount = amount
    }
  }

  /// Where the ride's holds stand together.
  package enum Clearance: Hashable, Sendable {
    /// All that is to be held is held, or nothing is: a vehicle may be sought.
    case cleared
    /// Nobody has been asked yet: the pickup is far ahead.
    case planned
    /// An answer is awaited.
    case awaited
    /// The rider has to act first.
    case needsAction
    /// A payment was refused for good.
    case declined
  }

  /// Where the ride's holds stand; the worst counts.
  package var clearance: Clearance {
    let states = charges.filter { $0.purpose == .fare }.map(\.state)
    if states.contains(.declined) { return .declined }
    if states.contains(.needsAction) { return .needsAction }
    if states.contains(.authorising) { return .awaited }
    return states.contains(.none) ? .planned : .cleared
  }

  /// Notes what the rider was told and what is to be held, in the order in which it is drawn upon,
  /// credits first; no hold, be it of nothing, is a ride whose driver collects the fare.
  ///
  /// Nobody is asked before `authorise`, so that a pickup far ahead is paid for when it is near:
  /// holds end by themselves after a week.
  package mutating func plan(_ holds: [Hold], quotedMaximum: Money?) throws(MoneyError) {
    guard charges.isEmpty, bill == nil else { return }
    var planned: [Charge] = []
    for hold in holds {
      let amount = try hold.amount.checked(in: currency)
      guard amount.minorUnits > 0 else { continue }
      planned.append(
        Charge(
          rideIdentifier: rideIdentifier, purpose: .fare, number: planned.count + 1,
          method: hold.method, amount: amount))
    }
    self.quotedMaximum = try quotedMaximum?.checked(in: currency)
    charges = planned
    payer = holds.last?.method
  }

  /// Asks for all holds that are planned.
  package mutating func authorise(at now: Instant, policy: PaymentPolicy) -> MoneyEffects {
    var effects = MoneyEffects()
    for index in charges.indices {
      effects.commands += charges[index].authorise(at: now, policy: policy)
    }
    return effects
  }

  /// Plans the holds and asks for them.
  package mutating func book(
    _ holds: [Hold], quotedMaximum: Money?, at now: Instant, policy: PaymentPolicy
  ) throws(MoneyError) -> MoneyEffects {
    try plan(holds, quotedMaximum: quotedMaximum)
    return authorise(at: now, policy: policy)
  }
}
