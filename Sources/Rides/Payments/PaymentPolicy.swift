/// The payment rules of an area.
package struct PaymentPolicy: Hashable, PolicyTable {
  /// Whether a booking must name a payment method; without one the driver collects the fare.
  package var isMethodRequired = false
  /// The percentage held above the highest quoted price, for waiting times.
  package var authorizationBufferPercent = 20
  /// How long an answer is awaited before the command is repeated.
  package var retrySeconds = 30
  /// The number of attempts at a failed capture before the amount stays outstanding.
  package var captureAttempts = 3
  /// The multiple of the estimate above which a meter's fare is held for review.
  package var meterTimesEstimate = 3

  package static let rows: [PolicyRow<Self>] = [
    .truth("methodRequired", \.isMethodRequired),
    .number("authorisationBufferPercent", \.authorizationBufferPercent, 0...1_000),
    .number("retrySeconds", \.retrySeconds, 1...86_400),
    .number("captureAttempts", \.captureAttempts, 1...100),
    .number("meterTimesEstimate", \.meterTimesEstimate, 1...1_000),
  ]

  package init() {}

  /// The pause after that many attempts: doubled each time, at most an hour.
  func pause(after attempts: Int) -> Int {
    let first = min(max(retrySeconds, 1), 3_600)
    return min(first << min(max(attempts - 1, 0), 12), 3_600)
  }

  /// The hold for a ride of that price: the price and the buffer, rounded once, half away from
  /// zero.
  package func hold(for price: Money) throws(MoneyError) -> Money {
    try price.adding(price.share(percent: authorizationBufferPercent))
  }

  /// The number of attempts at one operation under separate keys.
  var attempts: Int { max(captureAttempts, 1) }
}
