/// What riders are asked after a ride, and what they may give (rules A7, A8).
package struct FeedbackPolicy: Hashable, Sendable {
  /// Whether a ride without a rating blocks its rider's next list and booking.
  package var isRatingRequired: Bool
  /// How long after the end feedback is taken.
  package var windowSeconds: Int
  /// The tips that are suggested, in percent of the fare.
  package var tipPercentages: [Int]
  /// The largest tip, in percent of the fare.
  package var tipLimitPercent: Int

  package init(
    isRatingRequired: Bool = false, windowSeconds: Int = 86_400,
    tipPercentages: [Int] = [10, 15, 20], tipLimitPercent: Int = 200
  ) {
    self.isRatingRequired = isRatingRequired
    self.windowSeconds = windowSeconds
    self.tipPercentages = tipPercentages
    self.tipLimitPercent = tipLimitPercent
  }
}
