/// What the operator has decided for an area.
package struct Policies: Hashable, Sendable {
  /// Which code answers a booking that no vehicle has taken yet (rules B3 to B5).
  package enum BookingCodes: String, Sendable, CaseIterable {
    /// `received` is `inProgress`, as SiriKit's sample has it.
    case classic
    /// `received` is `success`: SiriKit has deprecated `inProgress`.
    case modern
  }

  package var listExpirySeconds: Int
  package var unfinishedRidesPerRider: Int
  package var bookingCodes: BookingCodes
  /// How many options a list has at most (rule L2).
  package var maximumOptions: Int
  /// How far ahead pickups are booked; nil where they are for now only.
  package var scheduling: SchedulingPolicy?
  package var dispatch: DispatchPolicy
  package var feedback: FeedbackPolicy
  package var payment: PaymentPolicy
  package var app: AppPolicy
  /// How far back a producer may date a request with `requested-at`.
  package var requestedAtReachSeconds: Int

  package init(
    listExpirySeconds: Int, unfinishedRidesPerRider: Int, bookingCodes: BookingCodes,
    maximumOptions: Int = 8, scheduling: SchedulingPolicy? = nil,
    dispatch: DispatchPolicy = DispatchPolicy(), feedback: FeedbackPolicy = FeedbackPolicy(),
    payment: PaymentPolicy = PaymentPolicy(), app: AppPolicy = AppPolicy(),
    requestedAtReachSeconds: Int = 300
  ) {
    self.listExpirySeconds = listExpirySeconds
    self.unfinishedRidesPerRider = unfinishedRidesPerRider
    self.bookingCodes = bookingCodes
    self.maximumOptions = maximumOptions
    self.scheduling = scheduling
    self.dispatch = dispatch
    self.feedback = feedback
    self.payment = payment
    self.app = app
    self.requestedAtReachSeconds = requestedAtReachSeconds
  }
}
