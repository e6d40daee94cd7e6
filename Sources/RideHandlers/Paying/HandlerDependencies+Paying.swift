import Rides

extension HandlerDependencies {
  /// How rides of the area of a ride are paid; an area that has gone leaves rides behind, which are
  /// paid as usual.
  func paymentPolicy(of ride: Ride) -> PaymentPolicy {
    quoter.policies(of: ride.area)?.payment ?? PaymentPolicy()
  }

  /// Gives commands to the payment system, and takes what it answers at once; what is left is to be
  /// published.
  func carryOut(
    _ effects: MoneyEffects, on account: inout RideAccount, policy: PaymentPolicy, at now: Instant
  ) -> MoneyEffects {
    var rest = MoneyEffects(transactions: effects.transactions, declined: effects.declined)
    var open = effects.commands[...]
    while let command = open.popFirst() {
      guard let result = payments.answer(command, times: account.timesAsked(command.key)),
        // The command is the account's own, whose key it knows.
        let next = try? account.apply(result, at: now, policy: policy)
      else {
        rest.commands.append(command)
        continue
      }
      rest.transactions += next.transactions
      rest.declined += next.declined
      open += next.commands
    }
    return rest
  }

  /// Holds what a new ride will cost, as far as its pickup is near; refuses the ride whose payment
  /// is refused (`paymentDeclined`) or needs its rider (`paymentNeedsAction`).
  ///
  /// While an answer is awaited the ride is kept and no vehicle is sought for it. Without a payment
  /// method nothing is held: the driver collects the fare.
  func arrangePayment(of ride: inout Ride, at now: Instant) throws(Refusal) -> MoneyEffects {
    try planPayment(of: &ride)
    guard ride.searchFrom <= now else { return MoneyEffects() }
    let policy = paymentPolicy(of: ride)
    let effects = carryOut(
      ride.account.authorise(at: now, policy: policy), on: &ride.account, policy: policy, at: now)
    switch ride.account.clearance {
    case .cleared: break
    case .planned, .awaited: ride.isSought = false
    case .declined:
      throw Refusal(
        .paymentDeclined, "the payment system has refused the payment method",
        path: "paymentMethod")
    case .needsAction:
      throw Refusal(
        .paymentNeedsAction, "the payment system asks the rider to approve the payment",
        path: "paymentMethod")
    }
    return effects
  }

  /// Plans what is held for a ride and asks no payment system; refuses what no hold can be for.
  func planPayment(of ride: inout Ride) throws(Refusal) {
    do throws(MoneyError) {
      var holds: [RideAccount.Hold] = []
      if let method = ride.paymentMethod {
        let price = quoter.expectedFare(of: ride) ?? .zero(ride.account.currency)
        let amount = try paymentPolicy(of: ride).hold(for: price)
        holds = [RideAccount.Hold(method: method, amount: amount)]
      }
      try ride.account.plan(holds, quotedMaximum: ride.status.rideOption.priceRange?.maximumPrice)
    } catch {
      throw Refusal(.notAvailableHere, "the price of this trip is beyond what can be held")
    }
  }

  /// Bills a ride that its driver has ended, and asks its rider for feedback; says why somebody
  /// should look at the fare, if so.
  func bill(
    _ ride: inout Ride, meteredFare: Money?, at now: Instant
  ) -> (effects: MoneyEffects, doubt: String?) {
    defer { ride.askForFeedback(quoter.policies(of: ride.area)?.feedback ?? FeedbackPolicy()) }
    let fare = quoter.finalFare(of: ride, meteredFare: meteredFare)
    let policy = paymentPolicy(of: ride)
    do throws(MoneyError) {
      let effects = try ride.account.complete(
        fare.lines, note: fare.doubt, at: now, policy: policy)
      return (effects, fare.doubt)
    } catch {
      // A meter's fare that cannot be billed was refused before. Should lines come to more than
      // money holds, the ride costs nothing, rather than keep its rider's hold for ever.
      let effects = try? ride.account.complete([], at: now, policy: policy)
      return (effects ?? MoneyEffects(), "the fare cannot be billed: \(error)")
    }
  }

  /// Keeps a ride that its driver has ended from being billed where its meter shows far more than
  /// was to be expected; nil where it does not.
  ///
  /// The rider is aboard no longer and owes nothing, and what is held stays held, until the
  /// operator names the fare.
  func hold(_ ride: inout Ride, meteredFare: Money?) -> (effects: MoneyEffects, doubt: String?)? {
    guard let fare = meteredFare, ride.status.rideOption.usesMeteredFare,
      let limit = quoter.meterLimit(of: ride, policy: paymentPolicy(of: ride)),
      fare.minorUnits > limit.minorUnits
    else { return nil }
    ride.heldFare = fare
    ride.askForFeedback(quoter.policies(of: ride.area)?.feedback ?? FeedbackPolicy())
    return (
      MoneyEffects(),
      "the meter of ride \(ride.status.rideIdentifier) shows \(fare.decimalString) "
        + "\(fare.currency.code), expected at most \(limit.decimalString): "
        + "held until ride.settle names the fare"
    )
  }

  /// Bills a ride whose meter was held.
  func billHeld(
    _ ride: inout Ride, fare: Money, at now: Instant
  ) throws(Refusal) -> MoneyEffects {
    guard ride.heldFare != nil else {
      throw Refusal(.illegalMove, "expected a ride whose meter is held", path: "fare")
    }
    guard fare.currency == ride.account.currency else {
      throw Refusal(
        .currencyUnsupported,
        "expected a fare in \(ride.account.currency.code), came \(fare.currency.code)",
        path: "fare.currencyCode")
    }
    let policy = paymentPolicy(of: ride)
    let lines = quoter.finalFare(of: ride, meteredFare: fare).lines
    guard let effects = try? ride.account.complete(lines, at: now, policy: policy) else {
      throw Refusal(.notAvailableHere, "expected a fare that can be billed", path: "fare")
    }
    ride.heldFare = nil
    // What was asked for at the end could not suggest a tip.
    if ride.status.completionStatus?.feedback.contains(.rate) == true {
      ride.askForFeedback(quoter.policies(of: ride.area)?.feedback ?? FeedbackPolicy())
    }
    return effects
  }

  /// Bills a rider who did not come what was agreed at the booking.
  func billMissedPickup(_ ride: inout Ride, title: String, at now: Instant) -> MoneyEffects {
    let policy = paymentPolicy(of: ride)
    let fee = ride.cancellationTerms.map {
      FareLineItem(title: title, kind: .amount, price: $0.missedPickupFee)
    }
    if let effects = try? ride.account.missedPickup(fee: fee, at: now, policy: policy) {
      return effects
    }
    // A fee in another currency than the ride's is the operator's mistake, not the rider's debt.
    return (try? ride.account.missedPickup(fee: nil, at: now, policy: policy)) ?? MoneyEffects()
  }
}

extension RideAccount {
  /// How often the command of that key has been asked for.
  fileprivate func timesAsked(_ key: String) -> Int {
    charges.lazy.compactMap { $0.attempt(key) }.first?.timesAsked ?? 1
  }
}
