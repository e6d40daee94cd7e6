extension Ride {
  /// What the rider still owes for the ride; nil while it goes on, and once all is settled.
  ///
  /// A payment that is on its way is not yet owed: whoever pays by it need not wait for the answer.
  /// Of two kinds it is the payment: a rider who has to pay cannot go on by rating. A rating that
  /// is required is owed until its window ends.
  package var obligation: Obligation? {
    guard status.phase.isFinal else { return nil }
    if account.outstanding.minorUnits > 0, !account.isFareOnItsWay { return .payment }
    return ratingDueBy == nil ? nil : .feedback
  }

  /// The same at a moment, after the end of a window that nobody has noted yet too.
  package func obligation(at now: Instant) -> Obligation? {
    guard obligation == .feedback, let ratingDueBy, ratingDueBy <= now else { return obligation }
    return nil
  }
}

extension Obligation {
  /// Why whoever owes this gets no other ride.
  package var refusal: Refusal {
    switch self {
    case .payment:
      Refusal(.previousRideNeedsCompletion, "an earlier ride of the rider is not paid")
    case .feedback:
      Refusal(.previousRideNeedsFeedback, "an earlier ride of the rider waits for its rating")
    }
  }
}
