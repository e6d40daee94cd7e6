/// How a ride came to be cancelled, and what that cost.
package struct Cancellation: Hashable, Sendable {
  /// Who cancelled.
  package enum Actor: String, Sendable, CaseIterable {
    /// The rider.
    case user
    /// The operator.
    case service
  }

  package var actor: Actor
  package var reason: String?
  /// When the user asked, as far as that can be believed.
  package var requestedAt: Instant
  /// What was taken; nil when it was free.
  package var fee: Money?
  /// The moment from which a fee was taken, as it was when the ride was cancelled.
  package var threshold: Instant?

  package init(
    actor: Actor, reason: String?, requestedAt: Instant, fee: Money?, threshold: Instant? = nil
  ) {
    self.actor = actor
    self.reason = reason
    self.requestedAt = requestedAt
    self.fee = fee
    self.threshold = threshold
  }
}

/// What cancelling or missing a ride costs, fixed when it is booked.
package struct CancellationTerms: Hashable, Sendable {
  package var fee: Money
  /// The moment before which cancelling is free whatever vehicle is committed; nil is none.
  package var threshold: Instant?
  /// How long cancelling is free from the commitment of each vehicle.
  package var freeSeconds: Int
  /// How much later than its estimate a committed vehicle may be before cancelling is free.
  package var toleratedDelaySeconds: Int
  package var missedPickupFee: Money

  package init(
    fee: Money, threshold: Instant?, freeSeconds: Int = 0,
    toleratedDelaySeconds: Int = CancellationPolicy.usualToleratedDelaySeconds,
    missedPickupFee: Money
  ) {
    self.fee = fee
    self.threshold = threshold
    self.freeSeconds = freeSeconds
    self.toleratedDelaySeconds = toleratedDelaySeconds
    self.missedPickupFee = missedPickupFee
  }
}

/// A wish to cancel a ride.
package struct CancellationRequest: Hashable, Sendable {
  package var actor: Cancellation.Actor
  package var reason: String?
  /// When the user asked, by the producer's clock; nil is now.
  package var requestedAt: Instant?
  /// The most that the rider agrees to pay: what costs more is not cancelled; nil agrees to the
  /// ride's own terms.
  package var maximumFee: Money?

  package init(
    actor: Cancellation.Actor, reason: String? = nil, requestedAt: Instant? = nil,
    maximumFee: Money? = nil
  ) {
    self.actor = actor
    self.reason = reason
    self.requestedAt = requestedAt
    self.maximumFee = maximumFee
  }
}

/// What cancelling a ride costs, as it is shown before it is done.
package struct CancellationQuote: Hashable, Sendable {
  /// The most that can be taken; nil when cancelling costs nothing.
  package var fee: Money?
  /// The moment from which the fee is taken, as things stand; nil when it never is.
  package var threshold: Instant?

  package init(fee: Money?, threshold: Instant?) {
    self.fee = fee
    self.threshold = threshold
  }

  /// What is taken for a request at that moment; nothing while it is before the threshold.
  fileprivate func fee(asked: Instant) -> Money? {
    guard let fee, let threshold, threshold <= asked else { return nil }
    return fee
  }
}

extension Ride {
  /// What can be taken for cancelling the ride, and from when on.
  ///
  /// The fee is shown while cancelling is still free, too: the rider may take a while to agree, and
  /// nothing may be taken that was not shown (rule A6). A ride that this actor has cancelled shows
  /// what that has cost. Refused is what `cancel` refuses.
  ///
  /// - Parameter isVehicleLost: Whether the vehicle that is committed is off duty or silent.
  package func cancellationQuote(
    for actor: Cancellation.Actor, isVehicleLost: Bool = false, at now: Instant
  ) throws(Refusal) -> CancellationQuote {
    if isCancelled(by: actor) {
      return CancellationQuote(
        fee: cancellation?.fee, threshold: cancellation?.threshold ?? cancellationTerms?.threshold)
    }
    try checkCancelable(by: actor)
    guard actor == .user, let terms = cancellationTerms, terms.fee.minorUnits > 0 else {
      return CancellationQuote(fee: nil, threshold: nil)
    }
    return CancellationQuote(
      fee: terms.fee, threshold: threshold(terms, isVehicleLost: isVehicleLost, at: now))
  }

  /// For how long cancelling stays free at least after it was shown to be free without an end.
  package static let shownFreeSeconds = 60

  /// The moment from which the fee is taken, as things stand.
  ///
  /// A fee needs a vehicle that does what it has promised. While there is none, or it is late or
  /// lost, the moment is ahead, however often it is asked for; and when the next vehicle commits
  /// itself, the late one arrives or the lost one is back, the rider keeps the time that was shown.
  private func threshold(
    _ terms: CancellationTerms, isVehicleLost: Bool, at now: Instant
  ) -> Instant {
    let agreed = terms.threshold ?? createdAt
    guard let commitment else {
      let seconds = max(terms.freeSeconds, Self.shownFreeSeconds)
      return max(agreed, now.advanced(bySeconds: seconds))
    }
    let isLate = commitment.isLate(terms, at: arrivedAt ?? now)
    if isVehicleLost || (isLate && arrivedAt == nil) {
      return max(agreed, now.advanced(bySeconds: Self.shownFreeSeconds))
    }
    // Nothing was shown before the booking.
    let shown = commitment.since > createdAt ? Self.shownFreeSeconds : 0
    let sinceCommitment = commitment.since.advanced(bySeconds: max(terms.freeSeconds, shown))
    let sinceArrival = isLate ? arrivedAt?.advanced(bySeconds: Self.shownFreeSeconds) : nil
    return max(agreed, sinceCommitment, sinceArrival ?? agreed, commitment.freeUntil ?? agreed)
  }

  /// Whether this actor has cancelled the ride before, so that to do so again changes nothing.
  package func isCancelled(by actor: Cancellation.Actor) -> Bool { cancellation?.actor == actor }

  /// Ends the ride before its drop-off, and takes what that costs.
  ///
  /// Riders can cancel until they are aboard, the service until the drop-off; later it is refused
  /// as `notCancelable`, a fee above the most that was agreed to as `cancellationFeeTooHigh`, and
  /// one agreed to in another currency as `currencyUnsupported`. The vehicle stays in the status,
  /// so that what it reports late is distinguished from a stranger's; the caller frees it.
  ///
  /// - Parameters:
  ///   - feeTitle: Of the fee's line in the receipt, in the rider's language.
  ///   - isVehicleLost: Whether the vehicle that is committed is off duty or silent.
  package mutating func cancel(
    _ request: CancellationRequest, feeTitle: String, isVehicleLost: Bool = false,
    policies: Policies, at now: Instant
  ) throws(Refusal) -> MoneyEffects {
    try checkCancelable(by: request.actor)
    let quote = try cancellationQuote(for: request.actor, isVehicleLost: isVehicleLost, at: now)
    let requestedAt = Instant.asked(
      at: request.requestedAt, since: createdAt, reach: policies.requestedAtReachSeconds, now: now)
    let fee = quote.fee(asked: requestedAt)
    try check(fee, isAtMost: request.maximumFee)
    let (effects, taken) = bill(fee, feeTitle, policies.payment, at: now)
    cancellation = Cancellation(
      actor: request.actor, reason: request.reason, requestedAt: requestedAt, fee: taken,
      threshold: quote.threshold)
    status.phase = .completed
    status.estimatedPickupEndDate = nil
    awaitedUntil = nil
    status.completionStatus = CompletionStatus(
      outcome: request.actor == .user ? .canceledByUser : .canceledByService,
      payment: account.payment)
    advance(at: now)
    return effects
  }

  private func checkCancelable(by actor: Cancellation.Actor) throws(Refusal) {
    let last: RidePhase = actor == .user ? .pickup : .ongoing
    guard status.phase.order <= last.order else {
      let end = actor == .user ? "the rider is aboard" : "its drop-off"
      let outcome = status.completionStatus.map { " (\($0.outcome))" } ?? ""
      throw Refusal(
        .notCancelable,
        "the \(actor) can cancel a ride until \(end), this one is \(status.phase)\(outcome)")
    }
  }

  private func check(_ fee: Money?, isAtMost maximum: Money?) throws(Refusal) {
    guard let maximum else { return }
    let path = "maximumCancellationFee"
    guard maximum.currency == account.currency else {
      throw Refusal(
        .currencyUnsupported,
        "expected a fee in \(account.currency.code), came \(maximum.currency.code)", path: path)
    }
    guard let fee, fee.minorUnits > maximum.minorUnits else { return }
    throw Refusal(
      .cancellationFeeTooHigh,
      "expected a fee of at most \(maximum.decimalString), canceling costs "
        + "\(fee.decimalString) now",
      path: path)
  }

  /// Bills the fee and lets go of what is held beyond it; returns what was taken, nil for
  /// nothing.
  private mutating func bill(
    _ fee: Money?, _ title: String, _ policy: PaymentPolicy, at now: Instant
  ) -> (effects: MoneyEffects, taken: Money?) {
    if let fee, fee.minorUnits > 0 {
      let line = FareLineItem(title: title, kind: .amount, price: fee)
      if let effects = try? account.cancel(fee: line, at: now, policy: policy) {
        return (effects, fee)
      }
    }
    // Without a fee the account has nothing to refuse. It refuses one in another currency than the
    // ride's, which no inspected catalogue has; that mistake is not the rider's to pay for.
    let effects = try? account.cancel(fee: nil, at: now, policy: policy)
    return (effects ?? MoneyEffects(), nil)
  }
}

extension Quoter {
  /// What the fee for cancelling a ride is called in the locale in which the ride was booked.
  package func cancellationTitle(of ride: Ride) -> String {
    cancellation(of: ride)?.titles?[ride.locale] ?? "Cancellation fee"
  }

  /// What the fee for missing a ride is called in the locale in which the ride was booked.
  package func missedPickupTitle(of ride: Ride) -> String {
    cancellation(of: ride)?.missedPickupTitles?[ride.locale] ?? "Missed pickup"
  }

  private func cancellation(of ride: Ride) -> CancellationPolicy? {
    areas.first { $0.area.key == ride.area }?.product(ride.product)?.product.cancellation
  }
}
