extension RideAccount {
  /// Sets the highest price shown to the rider of a ride that has not ended, and enlarges what is
  /// held to an amount.
  ///
  /// What lacks is held by a charge of its own, and a hold that is only planned gets another
  /// amount. Where less is needed the holds stay: their rest is released at the end.
  mutating func reprice(
    holding amount: Money, quotedMaximum: Money?, at now: Instant, policy: PaymentPolicy
  ) throws(MoneyError) -> MoneyEffects {
    guard bill == nil else { return MoneyEffects() }
    let amount = try amount.checked(in: currency)
    self.quotedMaximum = try quotedMaximum?.checked(in: currency)
    guard let method else { return MoneyEffects() }
    let fares = charges.indices.filter { charges[$0].purpose == .fare }
    let lack = amount.minus(fares.map { charges[$0].capacity }.sum(in: currency))
    if let planned = fares.last(where: { charges[$0].state == .none }) {
      let changed = charges[planned].requested.plus(lack)
      if changed.minorUnits > 0 { charges[planned].requested = changed }
      return MoneyEffects()
    }
    guard lack.minorUnits > 0 else { return MoneyEffects() }
    var charge = Charge(
      rideIdentifier: rideIdentifier, purpose: .fare, number: fares.count + 1, method: method,
      amount: lack)
    let commands = charge.authorize(at: now, policy: policy)
    charges.append(charge)
    return MoneyEffects(commands: commands)
  }
}

extension RidePayments {
  /// Changes a ride as its rider has asked, and enlarges what is held on the payment method
  /// (rule B15); nil where nothing is another than it was.
  ///
  /// Refused are, beside what `Quoter.change` refuses, `paymentDeclined` and `paymentNeedsAction`
  /// where the payment system answers at once that it does not hold more. Where it refuses later
  /// and the search has begun, the change stays, and what is beyond the holds is a charge at the
  /// end, as any amount above them.
  package func change(
    _ ride: inout Ride, by change: RideChange, supply: Supply, fix: Fix?
  ) throws(Refusal) -> MoneyEffects? {
    var changed = ride
    guard try quoter.change(&changed, by: change, supply: supply, fix: fix, at: now) else {
      return nil
    }
    let effects = try enlargeHold(of: &changed)
    ride = changed
    return effects
  }

  private func enlargeHold(of ride: inout Ride) throws(Refusal) -> MoneyEffects {
    let (policy, known) = (policy(of: ride), ride.account.charges.count)
    let asked: MoneyEffects
    do throws(MoneyError) {
      let price = quoter.expectedFare(of: ride) ?? .zero(ride.account.currency)
      asked = try ride.account.reprice(
        holding: try policy.hold(for: price),
        quotedMaximum: ride.status.rideOption.priceRange?.maximumPrice, at: now, policy: policy)
    } catch {
      throw Refusal(.notAvailableHere, "the price of this trip is beyond what can be held")
    }
    let effects = execute(asked, on: &ride.account, policy: policy)
    guard ride.account.charges.count > known else { return effects }
    switch ride.account.charges.last?.state {
    case .declined:
      throw Refusal(.paymentDeclined, "the payment system has refused to hold the higher price")
    case .needsAction:
      throw Refusal(
        .paymentNeedsAction, "the payment system asks the rider to approve the higher price")
    default: return effects
    }
  }
}
