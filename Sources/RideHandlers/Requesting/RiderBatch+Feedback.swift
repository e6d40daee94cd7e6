import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Applies a rating, a tip, or both.
  ///
  /// A repeated tip whose outcome was deleted is recognized by its message id in the ride, and
  /// answered as before.
  mutating func applyFeedback(
    _ intent: SendRideFeedbackIntent, _ accepted: Triage.Accepted,
    _ identity: StoredOutcome.Identity
  ) {
    var decision = Decision(accepted, identity)
    do throws(Refusal) {
      var ride = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      if let known = ride.account.order(.tip, identity.key.messageIdentifier),
        known.amount != intent.tip
      {
        return transaction.triage.settle(
          conflict: Deduplicator.conflict(identity.key, "another tip"), accepted)
      }
      let sequence = ride.status.sequence
      decision.money = try apply(intent, on: &ride, accepted.message.context)
      if ride.status.sequence == sequence {
        transaction.answerOrders(of: &ride, &decision)
      } else {
        decision.statuses = [ride.status]
      }
      transaction.work.put(ride)
    } catch {
      decision.answer = .refusal(error)
    }
    add(decision)
  }

  /// Answers whether the feedback would be accepted, and changes nothing.
  func checkFeedback(_ intent: SendRideFeedbackIntent, _ message: IncomingMessage) -> Outcome {
    do throws(Refusal) {
      var ride = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      _ = try apply(intent, on: &ride, message.context)
      var encoder = ResponseEncoder()
      return answers.answered(encoder.acknowledgement(code: .ready), .ready, message)
    } catch {
      return answers.refused(error, message)
    }
  }

  private func apply(
    _ intent: SendRideFeedbackIntent, on ride: inout Ride, _ context: MessageContext
  ) throws(Refusal) -> MoneyEffects {
    let feedback = Feedback(
      rating: intent.rating, tip: intent.tip, comment: intent.comment,
      requestedAt: context.requestedAt)
    return try ride.record(
      feedback, order: context.messageIdentifier ?? "",
      policies: dependencies.quoter.policies(of: ride), at: now)
  }
}
