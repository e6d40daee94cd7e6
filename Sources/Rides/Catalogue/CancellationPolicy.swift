/// What it costs a rider to cancel a ride of a product, or to miss it.
package struct CancellationPolicy: Hashable, Sendable {
  /// Taken when the rider cancels after the threshold.
  package var fee: Money
  /// How long after the booking, and after the commitment of each vehicle, cancelling is free; nil
  /// means that the fee applies from the commitment on.
  ///
  /// For a scheduled pickup it is also free until `freeSecondsBeforePickup` before it.
  package var freeSeconds: Int?
  /// How long before the window of a scheduled pickup cancelling stops being free.
  package var freeSecondsBeforePickup: Int
  /// How much later than the estimate with which it was committed a vehicle may be, before
  /// cancelling is free.
  package var toleratedDelaySeconds: Int
  /// Taken when the rider does not come.
  package var missedPickupFee: Money
  /// What the fees are called in a receipt, by locale; nil is in English.
  package var titles: [String: String]?
  package var missedPickupTitles: [String: String]?

  /// What is tolerated unless the catalogue says otherwise.
  package static let usualToleratedDelaySeconds = 300

  package init(
    fee: Money, freeSeconds: Int?, freeSecondsBeforePickup: Int = 3_600,
    toleratedDelaySeconds: Int = usualToleratedDelaySeconds, missedPickupFee: Money,
    titles: [String: String]? = nil, missedPickupTitles: [String: String]? = nil
  ) {
    self.fee = fee
    self.freeSeconds = freeSeconds
    self.freeSecondsBeforePickup = freeSecondsBeforePickup
    self.toleratedDelaySeconds = toleratedDelaySeconds
    self.missedPickupFee = missedPickupFee
    self.titles = titles
    self.missedPickupTitles = missedPickupTitles
  }
}
