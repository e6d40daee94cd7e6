package import Rides

/// Holds, bills and settles what rides cost, at one moment.
struct RidePayments {
  let quoter: Quoter
  let gateway: any PaymentGateway
  let now: Instant

  /// How rides of the area of a ride are paid; an area that has gone leaves rides behind, which are
  /// paid as usual.
  func policy(of ride: Ride) -> PaymentPolicy {
    quoter.policies(of: ride.area)?.payment ?? PaymentPolicy()
  }

  /// What riders of the area of a ride may rate and tip.
  func feedbackPolicy(of ride: Ride) -> FeedbackPolicy {
    quoter.policies(of: ride.area)?.feedback ?? FeedbackPolicy()
  }

  /// Passes commands to the payment system and applies what it answers immediately; returns the
  /// effects with the commands that remain to be published.
  func execute(
    _ effects: MoneyEffects, on account: inout RideAccount, policy: PaymentPolicy
  ) -> MoneyEffects {
    var rest = MoneyEffects(transactions: effects.transactions, declined: effects.declined)
    var open = effects.commands[...]
    while let command = open.popFirst() {
      guard let result = gateway.answer(command, times: account.timesAsked(command.key)),
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
  func arrange(_ ride: inout Ride) throws(Refusal) -> MoneyEffects {
    try plan(&ride)
    guard ride.searchFrom <= now else { return MoneyEffects() }
    let policy = policy(of: ride)
    let effects = execute(
      ride.account.authorise(at: now, policy: policy), on: &ride.account, policy: policy)
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
  func plan(_ ride: inout Ride) throws(Refusal) {
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

  /// Bills a ride that its driver has ended, and asks its rider for feedback; says why somebody
  /// should look at the fare, if so.
  func bill(
    _ ride: inout Ride, meteredFare: Money?
  ) -> (effects: MoneyEffects, doubt: String?) {
    defer { ride.askForFeedback(feedbackPolicy(of: ride)) }
    let fare = quoter.finalFare(of: ride, meteredFare: meteredFare)
    let policy = policy(of: ride)
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
      let limit = quoter.meterLimit(of: ride, policy: policy(of: ride)),
      fare.minorUnits > limit.minorUnits
    else { return nil }
    ride.heldFare = fare
    ride.askForFeedback(feedbackPolicy(of: ride))
    return (
      MoneyEffects(),
      "the meter of ride \(ride.status.rideIdentifier) shows \(fare.decimalString) "
        + "\(fare.currency.code), expected at most \(limit.decimalString): "
        + "held until ride.settle names the fare"
    )
  }

  /// Bills a ride whose meter was held.
  func billHeld(_ ride: inout Ride, fare: Money) throws(Refusal) -> MoneyEffects {
    guard ride.heldFare != nil else {
      throw Refusal(.illegalMove, "expected a ride whose meter is held", path: "fare")
    }
    guard fare.currency == ride.account.currency else {
      throw Refusal(
        .currencyUnsupported,
        "expected a fare in \(ride.account.currency.code), came \(fare.currency.code)",
        path: "fare.currencyCode")
    }
    let policy = policy(of: ride)
    let lines = quoter.finalFare(of: ride, meteredFare: fare).lines
    guard let effects = try? ride.account.complete(lines, at: now, policy: policy) else {
      throw Refusal(.notAvailableHere, "expected a fare that can be billed", path: "fare")
    }
    ride.heldFare = nil
    // What was asked for at the end could not suggest a tip.
    if ride.status.completionStatus?.feedback.contains(.rate) == true {
      ride.askForFeedback(feedbackPolicy(of: ride))
    }
    return effects
  }

  /// Bills a rider who did not come what was agreed at the booking.
  func billMissedPickup(_ ride: inout Ride, title: String) -> MoneyEffects {
    let policy = policy(of: ride)
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

/// The port to the payment system.
package protocol PaymentGateway: Sendable {
  /// What has become of a command; nil when the answer comes later, as a message.
  ///
  /// `times` counts how often the command has been asked for under its key, this time included. The
  /// function is pure: it is asked within a transaction that may be tried again.
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
