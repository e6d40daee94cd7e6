import Messages
import RideStore
import Rides

/// Writes the messages to the vehicles of the rides that a batch has changed (rule A19).
///
/// They are made of the rides as they are, and are not stored with the outcomes: so the words of a
/// passenger are kept no longer than the ride, and a repeated message sends nothing old.
struct VehicleAssignments {
  let rides: [RideIdentifier: Ride]
  let quoter: Quoter
  let now: Instant

  /// The messages that follow a decision.
  func after(_ decision: Decision) -> [Publication] {
    decision.statuses.compactMap { status in
      guard let ride = rides[status.rideIdentifier] else { return nil }
      let policy = quoter.policies(of: ride).dispatch
      let assignment =
        status.sequence == ride.status.sequence
        ? ride.assignment(policy, sentAt: now) : ride.withdrawal(by: status, policy, sentAt: now)
      return publication(of: assignment, decision.accepted.message.context)
    }
  }

  /// The messages that follow a repeated message, unless the ride has changed since.
  func repeated(_ outcome: StoredOutcome, by accepted: Triage.Accepted) -> [Publication] {
    outcome.changes.compactMap { change in
      guard let ride = rides[change.rideIdentifier], ride.status.sequence == change.sequence else {
        return nil
      }
      let policy = quoter.policies(of: ride).dispatch
      return publication(of: ride.assignment(policy), accepted.message.context)
    }
  }

  private func publication(
    of assignment: VehicleAssignment?, _ context: MessageContext
  ) -> Publication? {
    assignment.flatMap {
      VehicleAssignmentMessage.publication(
        of: $0, at: now, traceparent: context.traceparent, tracestate: context.tracestate)
    }
  }
}
