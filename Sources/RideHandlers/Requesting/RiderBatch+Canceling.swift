import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Cancels a ride of the rider's.
  mutating func cancel(
    _ intent: CancelRideIntent, _ accepted: Triage.Accepted, _ identity: StoredOutcome.Identity
  ) {
    var draft = Draft(accepted, identity)
    draft.answer = .refusal(
      Refusal(
        .unknownRide, "the rider has no ride \(intent.rideIdentifier)", path: "rideIdentifier"))
    add(draft)
  }
}
