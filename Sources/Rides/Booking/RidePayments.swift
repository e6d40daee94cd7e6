/// Authorizes, bills and settles the costs of rides, at one moment.
package struct RidePayments {
  let quoter: Quoter
  let gateway: any PaymentGateway
  let now: Instant

  package init(quoter: Quoter, gateway: any PaymentGateway, now: Instant) {
    self.quoter = quoter
    self.gateway = gateway
    self.now = now
  }

  /// The payment policy of a ride's area; rides of a removed area get the default policy.
  package func policy(of ride: Ride) -> PaymentPolicy {
    quoter.policies(of: ride.area)?.payment ?? PaymentPolicy()
  }

  /// What riders of the area of a ride may rate and tip.
  package func feedbackPolicy(of ride: Ride) -> FeedbackPolicy {
    quoter.policies(of: ride.area)?.feedback ?? FeedbackPolicy()
  }

  /// Passes commands to the payment system and applies what it answers immediately; returns the
  /// effects with the commands that remain to be published.
  package func execute(
    _ effects: MoneyEffects, on account: inout RideAccount, policy: PaymentPolicy
  ) -> MoneyEffects {
    var rest = effects
    rest.commands = []
    var open = effects.commands[...]
    while let command = open.popFirst() {
      guard let result = gateway.answer(command, times: account.timesAsked(command.key)),
        // The command is the account's own, whose key it knows.
        var next = try? account.apply(result, at: now, policy: policy)
      else {
        rest.commands.append(command)
        continue
      }
      open += next.commands
      next.commands = []
      rest.append(next)
    }
    return rest
  }

  /// Authorizes the cost of a new ride if its pickup is near.
  ///
  /// Refuses a ride whose payment is declined (`paymentDeclined`) or needs the rider
  /// (`paymentNeedsAction`). Until the answer, the ride is stored, and no vehicle is searched.
  /// Without a payment method nothing is authorized: the driver collects the fare.
  package func arrange(_ ride: inout Ride) throws(Refusal) -> MoneyEffects {
    try plan(&ride)
    let policy = policy(of: ride)
    guard ride.searchFrom <= now else { return try check(&ride, policy) }
    let effects = execute(
      ride.account.authorize(at: now, policy: policy), on: &ride.account, policy: policy)
    if try !isClear(ride.account.clearance) { ride.isSought = false }
    return effects
  }

  /// Has the payment method of a ride that is booked ahead checked, where its area does that.
  private func check(
    _ ride: inout Ride, _ policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    guard quoter.policies(of: ride).scheduling?.checksPayment ?? false else {
      return MoneyEffects()
    }
    let effects = execute(
      ride.account.check(at: now, policy: policy), on: &ride.account, policy: policy)
    _ = try isClear(ride.account.clearance)
    return effects
  }

  /// Whether all holds are approved; refuses a payment that is declined or needs the rider.
  private func isClear(_ clearance: RideAccount.Clearance) throws(Refusal) -> Bool {
    switch clearance {
    case .cleared: return true
    case .planned, .awaited: return false
    case .declined:
      throw Refusal(
        .paymentDeclined, "the payment system has refused the payment method",
        path: "paymentMethod")
    case .needsAction:
      throw Refusal(
        .paymentNeedsAction, "the payment system asks the rider to approve the payment",
        path: "paymentMethod")
    }
  }

  /// Plans the authorization of a ride without a payment system; refuses impossible amounts.
  package func plan(_ ride: inout Ride) throws(Refusal) {
    do throws(MoneyError) {
      var holds: [RideAccount.Hold] = []
      if let method = ride.paymentMethod {
        let price = quoter.expectedFare(of: ride) ?? .zero(ride.account.currency)
        let amount = try policy(of: ride).hold(for: price)
        holds = [RideAccount.Hold(method: method, amount: amount)]
      }
      try ride.account.plan(holds, quotedMaximum: ride.status.rideOption.priceRange?.maximumPrice)
    } catch {
      throw Refusal(.notAvailableHere, "the price of this trip is beyond what can be held")
    }
  }

  /// Bills a ride that its driver has ended, and asks its rider for feedback; returns why an
  /// operator should check the fare, if so.
  package func bill(
    _ ride: inout Ride, meteredFare: Money?
  ) -> (effects: MoneyEffects, doubt: String?) {
    defer { ride.askForFeedback(feedbackPolicy(of: ride)) }
    let fare = quoter.finalFare(of: ride, meteredFare: meteredFare)
    let policy = policy(of: ride)
    do throws(MoneyError) {
      let effects = try ride.account.complete(
        fare.lines + quoter.tollLines(of: ride), note: fare.doubt, at: now, policy: policy)
      return (effects, fare.doubt)
    } catch {
      // A meter's fare that cannot be billed was refused before. If the lines exceed the range of
      // money, the ride costs nothing; else its authorization would stay forever.
      let effects = try? ride.account.complete([], at: now, policy: policy)
      return (effects ?? MoneyEffects(), "the fare cannot be billed: \(error)")
    }
  }

  /// Holds the fare of an ended ride for review if it is far more than expected, the positions
  /// contradict it, or a toll is not as the catalogue has it; else nil.
  ///
  /// Tolls that are as the catalogue has them stay with the ride, whose bill they come on.
  package func hold(_ ride: inout Ride, meteredFare: Money?, tolls: [PaidToll] = []) -> (
    effects: MoneyEffects, doubt: String?
  )? {
    let (payable, doubt) = quoter.payable(tolls, of: ride)
    ride.tolls = payable
    let held = quoter.heldFare(of: ride, meteredFare: meteredFare, at: now)
    let reasons = [held?.reason, doubt].compactMap(\.self)
    guard !reasons.isEmpty else { return nil }
    let fare =
      held?.fare
      ?? quoter.finalFare(of: ride, meteredFare: meteredFare).lines.fare(in: ride.account.currency)
    ride.askForFeedback(feedbackPolicy(of: ride))
    return (
      MoneyEffects(), hold(&ride, HeldFare(fare: fare, reason: reasons.joined(separator: "; ")))
    )
  }

  /// Records a held fare or fee; returns the doubt for the operator.
  ///
  /// The rider owes nothing, and the authorization stays, until the operator names the fare.
  func hold(_ ride: inout Ride, _ held: HeldFare) -> String {
    ride.heldFare = held.fare
    ride.heldReason = held.reason
    return "\(held.reason): \(held.fare.decimalString) \(held.fare.currency.code) of ride "
      + "\(ride.status.rideIdentifier) is held until ride.settle names the fare"
  }

  /// Bills a ride whose fare, or fee for a missed pickup, was held for review.
  ///
  /// Tolls that the operator names, of whatever amount, replace those of the driver.
  package func billHeld(
    _ ride: inout Ride, fare: Money, tolls: [PaidToll] = []
  ) throws(Refusal) -> MoneyEffects {
    guard ride.heldFare != nil else {
      throw Refusal(.illegalMove, "expected a ride whose fare is held", path: "fare")
    }
    guard fare.currency == ride.account.currency else {
      throw Refusal(
        .currencyUnsupported,
        "expected a fare in \(ride.account.currency.code), came \(fare.currency.code)",
        path: "fare.currencyCode")
    }
    try ride.check(tolls)
    if !tolls.isEmpty { ride.tolls = tolls }
    guard let effects = try? bill(&ride, named: fare) else {
      throw Refusal(.notAvailableHere, "expected a fare that can be billed", path: "fare")
    }
    ride.heldFare = nil
    ride.heldReason = nil
    // The request for feedback at the end could not suggest a tip.
    if ride.status.completionStatus?.feedback.contains(.rate) == true {
      ride.askForFeedback(feedbackPolicy(of: ride))
    }
    return effects
  }

  /// The bill of a fare, or of a fee for a missed pickup, that the operator names.
  private func bill(_ ride: inout Ride, named fare: Money) throws(MoneyError) -> MoneyEffects {
    let policy = policy(of: ride)
    guard ride.status.completionStatus?.outcome == .canceledMissedPickup else {
      return try ride.account.complete(
        quoter.lines(named: fare, of: ride) + quoter.tollLines(of: ride), at: now, policy: policy)
    }
    // Who pays for a missed pickup is at fault for it.
    if fare.minorUnits > 0 { ride.status.completionStatus?.party = .rider }
    return try ride.account.cancel(
      fee: missedPickup(ride, fare), for: .missedPickupFee, at: now, policy: policy)
  }

  private func missedPickup(_ ride: Ride, _ fee: Money) -> FareLineItem {
    FareLineItem(title: quoter.missedPickupTitle(of: ride), kind: .amount, price: fee)
  }

  /// Bills the agreed fee to a rider who did not appear, or holds it where no position supports
  /// that the vehicle came.
  package func billMissedPickup(_ ride: inout Ride) -> (effects: MoneyEffects, doubt: String?) {
    let policy = policy(of: ride)
    let doubt = ride.absenceDoubt(quoter.policies(of: ride).positions, at: now)
    let party = ride.partyOfMissedPickup(doubt: doubt, at: now)
    ride.status.completionStatus?.party = party
    let words = quoter.policies(of: ride).words(for: .riderAbsent, ride.locale)
    ride.status.completionStatus?.causeText = words
    let fee = ride.missedPickupFee(party, at: now)
    if let fee, fee.minorUnits > 0, fee.currency == ride.account.currency, let reason = doubt {
      return (MoneyEffects(), hold(&ride, HeldFare(fare: fee, reason: reason)))
    }
    // A fee in another currency than the ride's is the operator's mistake, not the rider's debt.
    for line in [fee.map { missedPickup(ride, $0) }, nil] {
      let effects = try? ride.account.cancel(
        fee: line, for: .missedPickupFee, at: now, policy: policy)
      if let effects { return (effects, nil) }
    }
    return (MoneyEffects(), nil)
  }
}

extension RideAccount {
  /// The number of attempts of the command with that key.
  fileprivate func timesAsked(_ key: String) -> Int {
    charges.lazy.compactMap { $0.attempt(key) }.first?.timesAsked ?? 1
  }
}

/// The port to the payment system.
package protocol PaymentGateway: Sendable {
  /// The answer to a command; nil if it comes later, as a message.
  ///
  /// `times` counts the attempts under the command's key, including this one. The function is pure,
  /// because the transaction around it may be repeated.
  func answer(_ command: PaymentCommand, times: Int) -> PaymentResult?
}

/// A payment system behind the broker: commands are messages, and so are the answers.
package struct PaymentsByMessage: PaymentGateway {
  package init() {}

  package func answer(_ command: PaymentCommand, times: Int) -> PaymentResult? { nil }
}

/// A payment system for tests and demonstrations: it approves everything except what the script of
/// the catalogue declines.
package struct ScriptedPayments: PaymentGateway {
  private let script: PaymentScript

  package init(_ script: PaymentScript = PaymentScript()) { self.script = script }

  package func answer(_ command: PaymentCommand, times: Int) -> PaymentResult? {
    PaymentResult(
      key: command.key, outcome: script.outcome(of: command, times: times),
      reference: "built-in:\(command.key)")
  }
}
