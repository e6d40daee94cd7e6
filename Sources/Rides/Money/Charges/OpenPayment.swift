/// A payment of a ride that has not ended, or that has failed.
package struct OpenPayment: Hashable, Sendable {
  /// What the money is for.
  package enum Kind: String, Sendable, CaseIterable {
    /// The fare, and the hold for it.
    case fare
    /// What a cancellation or a missed pickup costs.
    case fee
    case tip
    case refund
    /// The end of a hold that is not needed.
    case void
  }

  /// Where it stands.
  package enum State: String, Sendable, CaseIterable {
    /// The payment system has been asked and has not answered.
    case requested
    /// It has failed and is asked for again later.
    case retrying
    /// The rider has to act first.
    case needsAction
    /// It was declined, or has failed too often; it is not asked for again by itself.
    case failed
  }

  /// Its name within the ride, such as `fare:capture:1`; letters, digits and colons only.
  package var key: String
  package var kind: Kind
  package var state: State
  /// When it came to stand there.
  package var since: Instant

  package init(key: String, kind: Kind, state: State, since: Instant) {
    self.key = key
    self.kind = kind
    self.state = state
    self.since = since
  }
}
