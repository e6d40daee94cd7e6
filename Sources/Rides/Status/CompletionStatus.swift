/// How a ride ended, what was paid and what is still asked: three independent facts, from which
/// SiriKit's `INRideCompletionStatus` is derived at the edge.
package struct CompletionStatus: Hashable, Sendable {
  /// The way a ride ended.
  package enum Outcome: String, Sendable, CaseIterable {
    case completed
    case canceledByUser
    case canceledByService
    case canceledMissedPickup
  }

  /// The state of the money owed for a ride.
  package struct Payment: Hashable, Sendable {
    /// Whether the amount has been paid.
    package enum State: String, Sendable, CaseIterable {
      case settled
      case outstanding
    }

    package var state: State
    package var amount: Money

    package init(state: State, amount: Money) {
      self.state = state
      self.amount = amount
    }
  }

  /// What the rider is asked for after the ride: SiriKit's `INRideFeedbackTypeOptions`.
  package enum Feedback: String, Sendable, CaseIterable {
    case rate
    case tip
  }

  package var outcome: Outcome
  package var payment: Payment?
  package var feedback: [Feedback]
  package var defaultTippingOptions: [Money]
  /// Where the operator's app takes what is still asked: SiriKit's `completionUserActivity`.
  package var userActivity: UserActivity?

  package init(
    outcome: Outcome, payment: Payment? = nil, feedback: [Feedback] = [],
    defaultTippingOptions: [Money] = [], userActivity: UserActivity? = nil
  ) {
    self.outcome = outcome
    self.payment = payment
    self.feedback = feedback
    self.defaultTippingOptions = defaultTippingOptions
    self.userActivity = userActivity
  }
}
