/// A rider's feedback after a ride: a rating, a tip, or both.
package struct Feedback: Hashable, Sendable {
  /// 0 to 10, both included.
  package var rating: Int?
  package var tip: Money?
  package var comment: String?
  /// When the rider gave it, by the producer's clock; nil is now.
  package var requestedAt: Instant?

  package init(
    rating: Int? = nil, tip: Money? = nil, comment: String? = nil, requestedAt: Instant? = nil
  ) {
    self.rating = rating
    self.tip = tip
    self.comment = comment
    self.requestedAt = requestedAt
  }
}

extension Ride {
  /// Requests feedback on a completed ride; called after the fare is billed and before the change
  /// is published.
  ///
  /// A tip is suggested where it can be charged: with a payment method, for a fare that is above
  /// zero before discounts. A driver who collected the fare collects the tip as well.
  package mutating func askForFeedback(_ policy: FeedbackPolicy) {
    guard status.completionStatus?.outcome == .completed else { return }
    let isAsked = policy.windowSeconds > 0
    let isTipAsked = isAsked && account.method != nil && account.undiscounted.minorUnits > 0
    status.completionStatus?.feedback = (isAsked ? [.rate] : []) + (isTipAsked ? [.tip] : [])
    status.completionStatus?.defaultTippingOptions =
      isTipAsked ? policy.tippingOptions(for: account.undiscounted) : []
    if isAsked, policy.isRatingRequired { ratingDueBy = feedbackEnd(policy) }
  }

  /// Requests a declined tip again, within the window.
  mutating func askForTipAgain(_ policy: FeedbackPolicy, at now: Instant) {
    guard now < feedbackEnd(policy), status.completionStatus?.feedback.contains(.tip) == false
    else { return }
    status.completionStatus?.feedback.append(.tip)
    status.completionStatus?.defaultTippingOptions = policy.tippingOptions(
      for: account.undiscounted)
  }

  /// Suggests the tips of another fare that was billed, where a tip is still asked for.
  mutating func suggestTipsAnew(_ policy: FeedbackPolicy) {
    guard status.completionStatus?.feedback.contains(.tip) == true else { return }
    guard account.undiscounted.minorUnits > 0 else { return askForNoTip() }
    status.completionStatus?.defaultTippingOptions = policy.tippingOptions(
      for: account.undiscounted)
  }

  /// Suggests no tip for a ride whose fare was given back.
  mutating func askForNoTip() {
    status.completionStatus?.feedback.removeAll { $0 == .tip }
    status.completionStatus?.defaultTippingOptions = []
  }

  /// Records a rating, a tip, or both, each once (rules A7, A8); a refusal changes nothing.
  ///
  /// `order` is the id of the message; a tip that it has brought before changes nothing, even one
  /// that was declined. Refused are feedback on a ride that was not driven to its
  /// end (`rideNotCompleted`), after the window (`feedbackTooLate`), of a kind that was given
  /// (`feedbackAlreadyGiven`), and a tip in another currency (`currencyUnsupported`), above the
  /// limit (`tipTooLarge`), or for a driver who collected the fare (`paymentMethodRequired`).
  package mutating func record(
    _ feedback: Feedback, order: String, policies: Policies, at now: Instant
  ) throws(Refusal) -> MoneyEffects {
    if feedback.tip != nil, account.order(.tip, order) != nil { return MoneyEffects() }
    var ride = self
    try ride.checkTime(of: feedback, policies, now: now)
    if let rating = feedback.rating { try ride.rate(rating) }
    var effects = MoneyEffects()
    if let tip = feedback.tip {
      try ride.checkLimit(of: tip, policies.feedback)
      effects = try ride.account.tip(
        tip, order: order, at: now, policy: policies.payment)
      ride.status.completionStatus?.feedback.removeAll { $0 == .tip }
      ride.status.completionStatus?.defaultTippingOptions = []
    }
    if let comment = feedback.comment {
      // A tip and a rating may come separately, each with a comment.
      ride.comment = ride.comment.map { "\($0)\n\(comment)" } ?? comment
    }
    ride.advance(at: now)
    self = ride
    return effects
  }

  /// Ends the request for an overdue rating, so that no rider is blocked forever; returns whether
  /// it was overdue.
  package mutating func lapseFeedback(at now: Instant) -> Bool {
    guard let end = ratingDueBy, now >= end else { return false }
    ratingDueBy = nil
    status.completionStatus?.feedback = []
    status.completionStatus?.defaultTippingOptions = []
    advance(at: now)
    return true
  }

  private mutating func rate(_ rating: Int) throws(Refusal) {
    guard self.rating == nil else {
      throw Refusal(.feedbackAlreadyGiven, "the ride has had a rating", path: "rating")
    }
    self.rating = rating
    ratingDueBy = nil
    status.completionStatus?.feedback.removeAll { $0 == .rate }
  }

  /// The time at which the rider gave it decides, as for a cancellation; the window's end is
  /// exclusive.
  private func checkTime(
    of feedback: Feedback, _ policies: Policies, now: Instant
  ) throws(Refusal) {
    guard status.completionStatus?.outcome == .completed else {
      let end = status.completionStatus.map { "\($0.outcome)" } ?? "\(status.phase)"
      throw Refusal(
        .rideNotCompleted, "expected a ride that was driven to its end, came one that is \(end)",
        path: "rideIdentifier")
    }
    let asked = Instant.asked(
      at: feedback.requestedAt, since: end, reach: policies.requestedAtReachSeconds, now: now)
    let windowEnd = feedbackEnd(policies.feedback)
    guard asked < windowEnd else {
      throw Refusal(
        .feedbackTooLate,
        "expected feedback before \(windowEnd.rfc3339), came some of \(asked.rfc3339)")
    }
  }

  private func checkLimit(of tip: Money, _ policy: FeedbackPolicy) throws(Refusal) {
    guard tip.currency == account.currency else {
      throw Refusal(
        .currencyUnsupported,
        "expected a tip in \(account.currency.code), "
          + "came one in \(tip.currency.code)", path: "tip")
    }
    // A limit beyond the range of money is no limit.
    let limit = try? account.undiscounted.share(percent: policy.tipLimitPercent)
    guard let limit, tip.minorUnits > limit.minorUnits else { return }
    throw Refusal(
      .tipTooLarge, "expected at most \(limit.decimalString), came \(tip.decimalString)",
      path: "tip")
  }

  private var end: Instant { endedAt ?? status.updatedAt }

  private func feedbackEnd(_ policy: FeedbackPolicy) -> Instant {
    end.advanced(bySeconds: policy.windowSeconds)
  }
}
