/// How rides of an area are paid.
package struct PaymentPolicy: Hashable, Sendable {
  /// Whether a booking must name a payment method; without one the driver collects the fare.
  package var isMethodRequired: Bool
  /// What is authorised beyond the dearest price quoted, in percent: waiting may add to it.
  package var authorisationBufferPercent: Int
  /// How long an answer of the payment system is awaited before the same is asked again.
  package var retrySeconds: Int
  /// How often a capture that failed is tried before the amount stays outstanding.
  package var captureAttempts: Int
  /// How many times the estimate a meter may show before its fare is held for the operator.
  package var meterTimesEstimate: Int

  package init(
    isMethodRequired: Bool = false, authorisationBufferPercent: Int = 20, retrySeconds: Int = 30,
    captureAttempts: Int = 3, meterTimesEstimate: Int = 3
  ) {
    self.isMethodRequired = isMethodRequired
    self.authorisationBufferPercent = authorisationBufferPercent
    self.retrySeconds = retrySeconds
    self.captureAttempts = captureAttempts
    self.meterTimesEstimate = meterTimesEstimate
  }

  /// The pause after so many attempts: twice as long each time, at most an hour.
  func pause(after attempts: Int) -> Int {
    let first = min(max(retrySeconds, 1), 3_600)
    return min(first << min(max(attempts - 1, 0), 12), 3_600)
  }

  /// What is held for a ride of that price: the price and the buffer, rounded once, half away from
  /// zero.
  package func hold(for price: Money) throws(MoneyError) -> Money {
    try price.adding(price.share(percent: authorisationBufferPercent))
  }

  /// How often one thing is tried under keys of its own.
  var attempts: Int { max(captureAttempts, 1) }
}
