import Messages
import RideStore
import Rides

extension BookingBatch {
  /// What is kept of a booking, so that it can be told again.
  func outcome(
    of draft: BookingDraft, changes: [StatusChange], _ encoder: inout ResponseEncoder
  ) -> StoredOutcome {
    var outcome = StoredOutcome(draft.identity, at: now)
    switch draft.result {
    case .success(let ride):
      outcome.response = encoder.requestRide(
        code: code(of: ride), rideStatus: changes.last?.status ?? [])
      outcome.changes = changes.map(\.key)
      outcome.searches = ride.isWaiting ? [ride.status.rideIdentifier] : []
    case .failure(let refusal):
      outcome.response = encoder.failure(
        code: RefusalCodes.code(for: refusal.reason, of: .requestRide),
        error: ErrorBody(refusal))
    }
    return outcome
  }

  /// The outcome of a booking that has just been made or refused.
  func told(
    _ draft: BookingDraft, _ outcome: StoredOutcome, _ changes: [StatusChangeKey: StatusChange]
  ) -> Outcome {
    let message = draft.accepted.message
    let note: Outcome.Note
    switch draft.result {
    case .success(let ride):
      note = .init(of: message.context, code: code(of: ride))
    case .failure(let refusal):
      note = .init(
        of: message.context, code: RefusalCodes.code(for: refusal.reason, of: .requestRide),
        error: ErrorBody(refusal))
    }
    return answers.told(outcome, changes: changes, to: message, note: note)
  }

  /// The code that answers a booking, by the profile of its area (rules B3 to B5).
  private func code(of ride: Ride) -> ResponseCode {
    let area = tools.quoter.catalogue.serviceAreas.first { $0.key == ride.area }
    return BookingCodes.code(
      for: ride.status.phase, profile: area?.policies.bookingCodes ?? .classic)
  }
}

extension StoredOutcome {
  /// An outcome that says nothing yet.
  init(_ identity: Identity, at now: Instant) {
    self.init(
      key: identity.key, digest: identity.digest, response: [], changes: [], searches: [],
      storedAt: now)
  }
}

extension IncomingMessage {
  /// The booking that a message on the queue of bookings carries.
  var requestRide: RequestRideIntent {
    guard case .requestRide(let intent) = intent else {
      preconditionFailure("the queue of bookings carries nothing but bookings")
    }
    return intent
  }
}
