extension PaymentPolicy {
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
}
