/// What one of the operator's staff has ordered for a ride: who, why, and by which message.
package struct Intervention: Hashable, Sendable {
  package var deed: RideAccount.Order.Deed
  /// Who decides, as the operator names its staff.
  package var author: String
  package var reason: String
  /// The id of its message.
  package var order: String
  /// The named cost, of an adjustment or an end.
  package var fare: Money?
  /// With a fare: the tolls in the place of those that the driver has reported.
  package var tolls: [PaidToll]
  /// Of a reassignment: the vehicle that gets the ride before all others.
  package var plannedVehicle: VehicleIdentifier?

  package init(
    _ deed: RideAccount.Order.Deed, author: String, reason: String, order: String,
    fare: Money? = nil,
    tolls: [PaidToll] = [], plannedVehicle: VehicleIdentifier? = nil
  ) {
    self.deed = deed
    self.author = author
    self.reason = reason
    self.order = order
    self.fare = fare
    self.tolls = tolls
    self.plannedVehicle = plannedVehicle
  }
}

extension RideAccount {
  /// Whether an intervention was carried out before, as an order with the same content; nil for one
  /// with other content under its id, and false for an unknown id.
  package func knows(_ intervention: Intervention) -> Bool? {
    guard let known = order(.settlement, intervention.order) else { return false }
    // That of a waiver is the fee, which its order does not name.
    let amount = known.deed == .waiver ? known.amount : intervention.fare ?? .zero(currency)
    let isSame =
      known.deed == intervention.deed && known.author == intervention.author
      && known.reason == intervention.reason && known.amount == amount
      && known.tolls == tolls(of: intervention)
    return isSame ? true : nil
  }

  /// Records an intervention, beside the money that it has moved.
  package mutating func record(
    _ intervention: Intervention, _ amount: Money? = nil, at now: Instant
  ) {
    settlements.append(
      Order(
        identifier: intervention.order, amount: amount ?? .zero(currency),
        reason: intervention.reason, state: .completed, deed: intervention.deed,
        author: intervention.author, at: now, tolls: tolls(of: intervention)))
  }

  private func tolls(of intervention: Intervention) -> Money? {
    let tolls = intervention.tolls.map(\.amount)
    return tolls.isEmpty ? nil : tolls.sum(in: currency)
  }
}

extension RidePayments {
  /// Cancels what a rider owes, and refunds what a rider has paid, for a cancellation or a
  /// missed pickup (rule A13).
  ///
  /// Refuses a ride without such a fee with `illegalMove`.
  package func waive(
    _ ride: inout Ride, _ waiver: Intervention
  ) throws(Refusal) -> MoneyEffects {
    guard ride.isFeeBilled || ride.isFeeHeld else {
      throw Refusal(.illegalMove, "expected a ride with a fee for canceling or missing it")
    }
    let amount = ride.heldFare ?? ride.account.total
    let effects =
      ride.isFeeHeld
      ? try billHeld(&ride, fare: .zero(amount.currency))
      : try ride.account.correct([], for: .waived, at: now, policy: policy(of: ride))
    ride.cancellation?.fee = nil
    ride.account.record(waiver, amount, at: now)
    return effects
  }

  /// Bills another fare, or another fee, than the one that was billed (rule A14).
  ///
  /// The charges of places and extras come on top of a fare, as on one that a meter shows. Tolls
  /// that are named replace those of the driver. Refuses a ride that is not billed with
  /// `illegalMove`, and more than its rider has agreed to with `priceTooHigh`, a fee with
  /// `cancellationFeeTooHigh`.
  package func adjust(
    _ ride: inout Ride, _ adjustment: Intervention
  ) throws(Refusal) -> MoneyEffects {
    guard let fare = adjustment.fare, ride.heldFare == nil, ride.account.bill != nil else {
      throw Refusal(
        .illegalMove, "expected a ride that is billed; ride.settle names a fare that is held")
    }
    try check(fare, of: ride)
    try ride.check(adjustment.tolls)
    var lines: [RideAccount.BilledLine]
    if ride.status.completionStatus?.outcome == .completed {
      lines = try agreedLines(named: fare, of: ride)
      if !adjustment.tolls.isEmpty { ride.tolls = adjustment.tolls }
      lines += quoter.tollLines(of: ride)
    } else {
      lines = try feeLines(named: fare, of: ride, adjustment.tolls)
    }
    let effects = try ride.account.correct(
      lines, for: .adjusted, at: now, policy: policy(of: ride))
    ride.suggestTipsAnew(feedbackPolicy(of: ride))
    if ride.cancellation?.fee != nil { ride.cancellation?.fee = fare.minorUnits > 0 ? fare : nil }
    ride.account.record(adjustment, fare, at: now)
    return effects
  }

  /// Bills a ride whose fare, or fee for a missed pickup, is held with what the operator names
  /// (rule A14).
  ///
  /// More than its rider has agreed to is refused as `adjust` refuses it, unless as much is held.
  package func decideHeld(
    _ ride: inout Ride, fare: Money, tolls: [PaidToll]
  ) throws(Refusal) -> MoneyEffects {
    if let held = ride.heldFare, held.currency == fare.currency {
      if ride.isFeeHeld {
        let agreed = ride.agreedFee ?? held
        try check(fee: fare, isAtMost: agreed.minorUnits > held.minorUnits ? agreed : held)
      } else {
        _ = try agreedLines(named: fare, of: ride)
      }
    }
    return try billHeld(&ride, fare: fare, tolls: tolls)
  }

  /// Bills a ride that the operator has ended: with the named fare, else what was agreed
  /// (rule A15).
  ///
  /// A price that the positions contradict is held. So is what a tariff comes to: the time
  /// of the end is not known.
  package func billEnd(
    of ride: inout Ride, _ end: Intervention
  ) throws(Refusal) -> (effects: MoneyEffects, doubt: String?) {
    let billed: (effects: MoneyEffects, doubt: String?)
    if let fare = end.fare {
      try check(fare, of: ride)
      _ = try agreedLines(named: fare, of: ride)
      ride.heldFare = fare
      billed = (try billHeld(&ride, fare: fare, tolls: end.tolls), nil)
    } else if end.tolls.isEmpty {
      billed =
        hold(&ride, meteredFare: nil) ?? holdUnreported(&ride) ?? bill(&ride, meteredFare: nil)
    } else {
      throw Refusal(.illegalMove, "expected a fare with the tolls", path: "fare")
    }
    ride.account.record(end, end.fare, at: now)
    return billed
  }

  private func holdUnreported(_ ride: inout Ride) -> (effects: MoneyEffects, doubt: String?)? {
    guard ride.status.rideOption.usesMeteredFare else { return nil }
    let lines = quoter.finalFare(of: ride).lines
    ride.askForFeedback(feedbackPolicy(of: ride))
    let held = HeldFare(
      fare: lines.fare(in: ride.account.currency), reason: "no driver has reported the end")
    return (MoneyEffects(), hold(&ride, held))
  }

  private func check(_ fare: Money, of ride: Ride) throws(Refusal) {
    guard fare.currency != ride.account.currency else { return }
    throw Refusal(
      .currencyUnsupported,
      "expected a fare in \(ride.account.currency.code), came \(fare.currency.code)",
      path: "fare.currencyCode")
  }

  /// The lines of a named fare, without tolls, if they are not above what its rider has agreed to,
  /// was billed before, or is held: of what a meter shows no more than any may.
  private func agreedLines(
    named fare: Money, of ride: Ride
  ) throws(Refusal) -> [RideAccount.BilledLine] {
    let lines = quoter.lines(named: fare, of: ride)
    let currency = ride.account.currency
    let isMetered = ride.status.rideOption.usesMeteredFare
    func compared(_ lines: [RideAccount.BilledLine]) -> Money {
      isMetered ? lines.fare(in: currency) : lines.map(\.item.price).sum(in: currency)
    }
    let agreed =
      isMetered
      ? quoter.meterLimit(of: ride, policy: policy(of: ride), at: ride.endedAt ?? now)
      : quoter.agreedPrice(of: ride)
    let tolls = quoter.tollLines(of: ride)
    let limit = isMetered ? quoter.meterLimit(of: ride) : nil
    let before =
      ride.heldFare.map { quoter.lines(named: $0.atMost(limit ?? $0), of: ride) }
      ?? (ride.account.bill ?? []).filter { line in !tolls.contains(line) }
    let named = compared(lines)
    let most = max(agreed?.minorUnits ?? .max, compared(before).minorUnits)
    guard named.minorUnits > most else { return lines }
    let price = Money(minorUnits: most, currency: currency)
    throw Refusal(
      .priceTooHigh,
      "expected at most \(price.decimalString), which the rider has agreed to, came "
        + "\(named.decimalString) without tolls", path: "fare", price: price)
  }

  private func check(fee: Money, isAtMost most: Money) throws(Refusal) {
    guard fee.minorUnits > most.minorUnits else { return }
    throw Refusal(
      .cancellationFeeTooHigh,
      "expected a fee of at most \(most.decimalString), came \(fee.decimalString)", path: "fare")
  }

  private func feeLines(
    named fee: Money, of ride: Ride, _ tolls: [PaidToll]
  ) throws(Refusal) -> [RideAccount.BilledLine] {
    guard tolls.isEmpty, ride.isFeeBilled, let old = ride.account.bill?.first,
      let agreed = ride.agreedFee
    else {
      throw Refusal(
        .illegalMove, "expected a ride with a fee for canceling or missing it, and no tolls")
    }
    try check(fee: fee, isAtMost: agreed)
    let item = FareLineItem(title: old.item.title, kind: .amount, price: fee)
    return fee.minorUnits > 0 ? [RideAccount.BilledLine(item: item, account: old.account)] : []
  }
}

extension Ride {
  /// Ends a ride whose rider is, or may be, aboard, by the operator's word (rule A15); any other is
  /// refused with `illegalMove`.
  package mutating func end(at now: Instant, policies: Policies) throws(Refusal) -> Effect {
    guard let vehicle = status.vehicle?.identifier, status.phase != .completed else {
      throw Refusal(
        .illegalMove, "expected a ride under way with a vehicle, came one that is \(status.phase)")
    }
    // The operator's word replaces the start code, as in `allowStart`.
    if status.phase == .pickup, startCheck != nil {
      startCheck = StartCheck(isWaived: true)
      status.isStartHeld = false
    }
    return try apply(.ended, by: vehicle, at: now, now: now, fix: nil, policies: policies)
  }

  /// Whether a fee for a cancellation or a missed pickup is billed.
  fileprivate var isFeeBilled: Bool {
    status.completionStatus.map { $0.outcome != .completed } ?? false
      && account.total.minorUnits > 0
  }

  /// Whether the fee for a missed pickup awaits a decision.
  fileprivate var isFeeHeld: Bool {
    status.completionStatus?.outcome == .canceledMissedPickup && heldFare != nil
  }

  /// The highest fee that was agreed for the way in which the ride ended, or accepted with it.
  fileprivate var agreedFee: Money? {
    guard let terms = cancellationTerms else { return nil }
    guard status.completionStatus?.outcome == .canceledMissedPickup else {
      let fee = terms.highestFee(for: status.completionStatus?.cause)
      return cancellation?.maximumFee.map(fee.atMost) ?? fee
    }
    return CauseFee.highest(terms.fees, for: .riderAbsent, usual: terms.missedPickupFee)
  }
}
