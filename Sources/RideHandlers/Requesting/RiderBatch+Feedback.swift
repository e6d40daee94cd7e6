import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Takes a rating, a tip, or both.
  mutating func takeFeedback(
    _ intent: SendRideFeedbackIntent, _ accepted: Triage.Accepted,
    _ identity: StoredOutcome.Identity
  ) {
    var draft = Draft(accepted, identity)
    draft.answer = .refusal(
      Refusal(
        .unknownRide, "the rider has no ride \(intent.rideIdentifier)", path: "rideIdentifier"))
    add(draft)
  }
}
