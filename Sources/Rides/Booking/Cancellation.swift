/// How a ride was canceled, and the fee.
package struct Cancellation: Hashable, Sendable {
  /// Who canceled.
  package enum Actor: String, Sendable, CaseIterable {
    /// The rider.
    case user
    /// The operator.
    case service
  }

  package var actor: Actor
  package var reason: String?
  /// When the user asked, within plausible limits.
  package var requestedAt: Instant
  /// The fee; nil when canceling was free.
  package var fee: Money?
  /// The moment from which a fee applied, as known when the ride was canceled.
  package var threshold: Instant?
  /// The highest fee that the rider has accepted; nil for the ride's terms.
  package var maximumFee: Money?

  package init(
    actor: Actor, reason: String?, requestedAt: Instant, fee: Money?, threshold: Instant? = nil,
    maximumFee: Money? = nil
  ) {
    self.maximumFee = maximumFee
    self.actor = actor
    self.reason = reason
    self.requestedAt = requestedAt
    self.fee = fee
    self.threshold = threshold
  }
}

/// A request to cancel a ride.
package struct CancellationRequest: Hashable, Sendable {
  package var actor: Cancellation.Actor
  /// In words.
  package var reason: String?
  /// Of the closed list; without it the usual fee applies, and no party is at fault.
  package var cause: CancellationCause?
  /// When the user asked, by the producer's clock; nil is now.
  package var requestedAt: Instant?
  /// The highest fee that the rider accepts; nil accepts the ride's terms.
  ///
  /// With a higher fee the ride is not canceled.
  package var maximumFee: Money?

  package init(
    actor: Cancellation.Actor, reason: String? = nil, cause: CancellationCause? = nil,
    requestedAt: Instant? = nil, maximumFee: Money? = nil
  ) {
    self.actor = actor
    self.reason = reason
    self.cause = cause
    self.requestedAt = requestedAt
    self.maximumFee = maximumFee
  }
}

/// The fee for canceling a ride, as shown before canceling.
package struct CancellationCost: Hashable, Sendable {
  /// The highest possible fee; nil when canceling is free.
  package var fee: Money?
  /// The moment from which the fee applies, by the current state; nil if it never does.
  package var threshold: Instant?

  package init(fee: Money?, threshold: Instant?) {
    self.fee = fee
    self.threshold = threshold
  }

  /// The fee for a request at that moment; nil before the threshold.
  fileprivate func fee(asked: Instant) -> Money? {
    guard let fee, let threshold, threshold <= asked else { return nil }
    return fee
  }
}

extension Ride {
  /// The fee for canceling the ride, and the time from which it applies.
  ///
  /// The fee is shown even while canceling is still free: the rider may decide later, and only a
  /// fee that was shown may be charged (rule A6). For a ride that this actor has canceled, it is
  /// the charged fee. Throws the refusals of `cancel`.
  ///
  /// - Parameters:
  ///   - cause: Why, of the closed list: the fee is the highest one for it.
  ///   - isVehicleLost: Whether the vehicle that is committed is off duty or silent.
  package func cancellationCost(
    for actor: Cancellation.Actor, because cause: CancellationCause? = nil,
    isVehicleLost: Bool = false, at now: Instant
  ) throws(Refusal) -> CancellationCost {
    if isCanceled(by: actor) {
      return CancellationCost(
        fee: cancellation?.fee, threshold: cancellation?.threshold ?? cancellationTerms?.threshold)
    }
    try checkCancelable(by: actor)
    guard actor == .user, let terms = cancellationTerms else {
      return CancellationCost(fee: nil, threshold: nil)
    }
    let fee = terms.highestFee(for: cause)
    guard fee.minorUnits > 0 else { return CancellationCost(fee: nil, threshold: nil) }
    let isLost = isVehicleLost || status.isStartHeld || isWrongVehicleShown(by: cause)
    return CancellationCost(fee: fee, threshold: threshold(terms, isVehicleLost: isLost, at: now))
  }

  /// The least time for which canceling stays free after it was shown as free without an end.
  package static let shownFreeSeconds = 60

  /// The moment from which the fee applies, by the current state.
  ///
  /// A fee requires a vehicle that keeps its promise. Without a vehicle, or with a late or lost
  /// one, or one whose word the positions contradict, the moment is always in the future. When the
  /// next vehicle commits, the late one arrives or the lost one reports again, the rider keeps the
  /// time that was shown.
  private func threshold(
    _ terms: CancellationTerms, isVehicleLost: Bool, at now: Instant
  ) -> Instant {
    let agreed = terms.threshold ?? createdAt
    guard let commitment else {
      let seconds = max(terms.freeSeconds, Self.shownFreeSeconds)
      return max(agreed, now.advanced(bySeconds: seconds))
    }
    // An arrival that no position supports does not count.
    let arrivedAt = arrivalDoubt == nil ? arrivedAt : nil
    let isLate = commitment.isLate(tolerating: terms.toleratedDelaySeconds, at: arrivedAt ?? now)
    if isVehicleLost || isStalled || boardingDoubt != nil || (isLate && arrivedAt == nil) {
      return max(agreed, now.advanced(bySeconds: Self.shownFreeSeconds))
    }
    // Nothing was shown before the booking.
    let shown = commitment.since > createdAt ? Self.shownFreeSeconds : 0
    let sinceCommitment = commitment.since.advanced(bySeconds: max(terms.freeSeconds, shown))
    let sinceArrival = isLate ? arrivedAt?.advanced(bySeconds: Self.shownFreeSeconds) : nil
    return max(agreed, sinceCommitment, sinceArrival ?? agreed, commitment.freeUntil ?? agreed)
  }

  /// Whether this actor has already canceled the ride, so that a repeat changes nothing.
  package func isCanceled(by actor: Cancellation.Actor) -> Bool { cancellation?.actor == actor }

  /// Ends the ride before its drop-off, and charges the fee.
  ///
  /// Riders can cancel until they are aboard, as far as the positions do not contradict that, the
  /// service until the drop-off; later it is refused as `notCancelable`, a fee above the accepted
  /// one as `cancellationFeeTooHigh`, and an accepted fee in another currency as
  /// `currencyUnsupported`. The vehicle stays in the status, so that its late reports are
  /// distinguished from those of another vehicle; the caller frees it.
  ///
  /// - Parameters:
  ///   - feeTitle: Of the fee's line in the receipt, in the rider's language.
  ///   - isVehicleLost: Whether the vehicle that is committed is off duty or silent.
  package mutating func cancel(
    _ request: CancellationRequest, feeTitle: String, isVehicleLost: Bool = false,
    policies: Policies, at now: Instant
  ) throws(Refusal) -> MoneyEffects {
    try checkCancelable(by: request.actor)
    let cost = try cancellationCost(
      for: request.actor, because: request.cause, isVehicleLost: isVehicleLost, at: now)
    let requestedAt = Instant.asked(
      at: request.requestedAt, since: createdAt, reach: policies.requestedAtReachSeconds, now: now)
    let atFault = request.cause.map {
      party(of: $0, by: request.actor, isVehicleLost: isVehicleLost, at: now)
    }
    let fee = cost.fee(asked: requestedAt).map {
      judged($0, because: request.cause, atFault, asked: requestedAt)
    }
    try check(fee, shown: cost.fee, isAtMost: request.maximumFee)
    let (effects, taken) = bill(fee, feeTitle, policies.payment, at: now)
    cancellation = Cancellation(
      actor: request.actor, reason: request.reason, requestedAt: requestedAt, fee: taken,
      threshold: cost.threshold, maximumFee: request.maximumFee)
    status.phase = .completed
    status.estimatedPickupEndDate = nil
    awaitNothing()
    status.completionStatus = CompletionStatus(
      outcome: request.actor == .user ? .canceledByUser : .canceledByService,
      cause: request.cause, party: atFault, causeText: policies.words(for: request.cause, locale),
      payment: account.payment)
    advance(at: now)
    return effects
  }

  /// The fee for the cause, of which the shown one is the highest.
  private func judged(
    _ shown: Money, because cause: CancellationCause?, _ party: FaultParty?, asked: Instant
  ) -> Money {
    guard let cause, let party, let terms = cancellationTerms else { return shown }
    let since = commitment?.since ?? createdAt
    return terms.fee(for: cause, of: party, after: since.seconds(to: asked), usual: shown)
  }

  private func checkCancelable(by actor: Cancellation.Actor) throws(Refusal) {
    let last: RidePhase = actor == .user && boardingDoubt == nil ? .pickup : .ongoing
    guard status.phase.order <= last.order else {
      let end = actor == .user ? "the rider is aboard" : "its drop-off"
      let outcome = status.completionStatus.map { " (\($0.outcome))" } ?? ""
      throw Refusal(
        .notCancelable,
        "the \(actor) can cancel a ride until \(end), this one is \(status.phase)\(outcome)")
    }
  }

  private func check(
    _ fee: Money?, shown: Money?, isAtMost maximum: Money?
  ) throws(Refusal) {
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
      "expected a fee of at most \(maximum.decimalString), canceling costs up to "
        + (shown ?? fee).decimalString,
      path: path)
  }

  /// Bills the fee and releases the rest of the authorization; returns the fee, or nil for none.
  private mutating func bill(
    _ fee: Money?, _ title: String, _ policy: PaymentPolicy, at now: Instant
  ) -> (effects: MoneyEffects, taken: Money?) {
    if let fee, fee.minorUnits > 0 {
      let line = FareLineItem(title: title, kind: .amount, price: fee)
      if let effects = try? account.cancel(fee: line, at: now, policy: policy) {
        return (effects, fee)
      }
    }
    // Without a fee the account refuses nothing. It refuses a fee in another currency than the
    // ride's, which no inspected catalogue has; the rider does not pay for that mistake.
    let effects = try? account.cancel(fee: nil, at: now, policy: policy)
    return (effects ?? MoneyEffects(), nil)
  }
}

extension Quoter {
  /// The title of the cancellation fee in the locale of the booking.
  package func cancellationTitle(of ride: Ride) -> String {
    cancellation(of: ride)?.titles?[ride.locale] ?? "Cancellation fee"
  }

  /// The title of the fee for a missed ride in the locale of the booking.
  package func missedPickupTitle(of ride: Ride) -> String {
    cancellation(of: ride)?.missedPickupTitles?[ride.locale] ?? "Missed pickup"
  }

  private func cancellation(of ride: Ride) -> CancellationPolicy? {
    areas.first { $0.area.key == ride.area }?.product(ride.product)?.product.cancellation
  }
}
