/// What it costs a rider to cancel a ride of a product, or to miss it.
package struct CancellationPolicy: Hashable, Sendable {
  /// Taken when the rider cancels after the threshold.
  package var fee: Money
  /// How long after the booking cancelling is free; nil means that the fee applies from the moment
  /// of booking.
  ///
  /// For a scheduled pickup it is also free until `freeSecondsBeforePickup` before it.
  package var freeSeconds: Int?
  /// How long before the window of a scheduled pickup cancelling stops being free.
  package var freeSecondsBeforePickup: Int
  /// Taken when the rider does not come.
  package var missedPickupFee: Money
  /// What the fees are called in a receipt, by locale; nil is in English.
  package var titles: [String: String]?
  package var missedPickupTitles: [String: String]?

  package init(
    fee: Money, freeSeconds: Int?, freeSecondsBeforePickup: Int = 3_600, missedPickupFee: Money,
    titles: [String: String]? = nil, missedPickupTitles: [String: String]? = nil
  ) {
    self.fee = fee
    self.freeSeconds = freeSeconds
    self.freeSecondsBeforePickup = freeSecondsBeforePickup
    self.missedPickupFee = missedPickupFee
    self.titles = titles
    self.missedPickupTitles = missedPickupTitles
  }
}
