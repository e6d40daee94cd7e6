extension Ride {
  /// Shows in the status of a ride that has ended how its payment stands; whether that is news.
  ///
  /// The caller counts the change, or knows that it belongs to one that is counted already.
  package mutating func showPayment() -> Bool {
    guard var completion = status.completionStatus, completion.payment != account.payment else {
      return false
    }
    completion.payment = account.payment
    status.completionStatus = completion
    takeLeave()
    return true
  }

  /// Tells, as a change of its own, that the payment of a ride that has ended stands otherwise than
  /// last told (rule A9); whether there was such news.
  package mutating func tellPayment(at now: Instant) -> Bool {
    guard showPayment() else { return false }
    advance(at: now)
    return true
  }

  /// Whether the payment lets a vehicle be sought, and nothing else has begun that yet.
  package var isReadyForSearch: Bool {
    status.phase == .received && !isSought && account.clearance == .cleared
  }
}
