import Messages
import RideStore
import Rides

/// A message of the street that is decided, on its way into the store.
struct DispatchDraft {
  let accepted: Triage.Accepted
  /// Nil for a vehicle's own update, which needs no id: its sequence does that work.
  let identity: StoredOutcome.Identity?
  /// The statuses that rides went through because of it, oldest first.
  var statuses: [RideStatus] = []
  /// Rides that should be looked after, because a vehicle may be free for them.
  var searches: [RideIdentifier] = []
  var refusal: Refusal?
  /// The ride for which a due command seeks a vehicle; nil when the ride did not wait at the
  /// command's turn in the batch.
  var seeking: RideIdentifier?

  /// Whether there is anything to keep of it: a command that found nothing to do may come again.
  var isKept: Bool {
    guard identity != nil else { return false }
    return !(accepted.message.type == .rideDue && statuses.isEmpty)
  }
}
