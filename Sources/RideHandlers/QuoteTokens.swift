package import RideStore
package import Rides

/// Signs the claims of quotes and verifies them.
///
/// A token is `q3.` and the sealed text of a short name of the rider and the claims. The caller
/// passes the sealing in, so the use cases hold no secret. Without a signer no quote is signed, and
/// every quote is refused.
package struct QuoteTokens: Sendable {
  /// Appends a text in ASCII that only a holder of the key can make of claims.
  package typealias Seal = @Sendable (consuming [UInt8], inout [UInt8]) -> Void
  /// Converts the bytes of such a text into the claims; nil if no accepted key made it.
  ///
  /// A quote has one spelling, since its text is what tells that it is used.
  package typealias Open = @Sendable (ArraySlice<UInt8>) -> [UInt8]?

  private static let version = Array("q3.".utf8)
  /// The first byte of what is sealed, so that claims of one version are never read as those of
  /// another; 64 bits of the digest of the rider follow.
  private static let beginning: UInt8 = 3

  let seal: Seal?
  let open: Open?

  /// Tokens sealed by the first key and opened by any accepted one.
  package init(seal: @escaping Seal, open: @escaping Open) {
    self.seal = seal
    self.open = open
  }

  private init() {
    seal = nil
    open = nil
  }

  /// No quote is signed and none is accepted.
  package static let none = QuoteTokens()

  /// The token of a rider's quote that is valid until `expires`, in ASCII, or nil when there is no
  /// key.
  ///
  /// `start` is kept from one quote of a list for the next.
  func token(
    for quote: ListedQuote, owner: [UInt8], expires: Instant, start: inout QuoteStart
  ) -> [UInt8]? {
    guard let seal else { return nil }
    let claims = QuoteClaims(quote: quote, expires: expires)
    return Self.sealed(claims, owner, sharing: &start, by: seal)
  }

  private static func sealed(
    _ claims: QuoteClaims, _ owner: [UInt8], sharing start: inout QuoteStart, by seal: Seal
  ) -> [UInt8] {
    var token: [UInt8] = []
    token.reserveCapacity(384)
    token += version
    let bytes = claims.encoded(sharing: &start, after: 1 + ownerLength) { bytes in
      bytes.append(beginning)
      bytes += owner.prefix(ownerLength)
    }
    seal(bytes, &token)
    return token
  }

  /// The bytes of a rider's digest in a token.
  private static let ownerLength = 8

  /// The claims of a token for that trip.
  ///
  /// Refuses a token that is forged, altered, or for another rider or trip.
  fileprivate func claims(
    of token: String, trip: Trip, owner: [UInt8]
  ) throws(Refusal) -> QuoteClaims {
    guard let (claims, signedOwner) = opened(token) else { throw Self.forged }
    guard signedOwner.elementsEqual(owner.prefix(Self.ownerLength)) else {
      throw Refusal(
        .quoteOfAnotherRider, "the quote was listed for another rider", path: "quoteIdentifier")
    }
    guard claims.matches(trip: trip) else {
      throw Refusal(.invalidQuote, "the quote is for another trip", path: "quoteIdentifier")
    }
    return claims
  }

  /// The claims of a token, and the short name of its rider; nil for a token that no accepted key
  /// made.
  private func opened(_ token: String) -> (claims: QuoteClaims, owner: [UInt8])? {
    let text = Array(token.utf8)
    guard text.starts(with: Self.version), let bytes = open?(text[Self.version.count...]),
      bytes.first == Self.beginning
    else { return nil }
    let rest = bytes.dropFirst()
    return QuoteClaims(encoded: rest.dropFirst(Self.ownerLength)).map {
      ($0, Array(rest.prefix(Self.ownerLength)))
    }
  }

  /// The token with changed claims and rider, sealed by other keys; nil for a token that these keys
  /// did not make.
  ///
  /// `change` gets the claims and the first 64 bits of the digest of their rider.
  package func reissued(
    _ token: String, by other: QuoteTokens, _ change: (inout QuoteClaims, inout [UInt8]) -> Void
  ) -> String? {
    guard var (claims, owner) = opened(token), let seal = other.seal else { return nil }
    change(&claims, &owner)
    var start = QuoteStart()
    return String(
      decoding: Self.sealed(claims, owner, sharing: &start, by: seal), as: UTF8.self)
  }

  /// The refusal of a quote that has booked a ride.
  static let used = Refusal(
    .quoteUsed, "the quote has booked a ride already", path: "quoteIdentifier")

  private static let forged = Refusal(
    .invalidQuote, "the quote was not made by this service", path: "quoteIdentifier")
}

extension HandlerDependencies {
  /// The digest of a rider; a quote has a part of it, so that it does not show the identifier.
  func quoteOwner(_ rider: RiderIdentifier) -> [UInt8] { digest(Array(rider.rawValue.utf8)) }

  /// The claims of a rider's quote for a trip by those places.
  func claims(
    of token: String, from pickup: Place, by stops: [Place], to dropOff: Place?,
    for rider: RiderIdentifier
  ) throws(Refusal) -> QuoteClaims {
    try quotes.claims(
      of: token, trip: Trip(pickup: pickup, dropOff: dropOff, stops: stops),
      owner: quoteOwner(rider))
  }

  /// The key that is stored with the outcome of a booking, so that its quote books no other ride.
  ///
  /// Outcomes are kept for days, longer than the day for which a quote can be valid.
  func use(ofQuote token: String) -> StoredOutcome.Identity {
    StoredOutcome.Identity(
      key: .use(ofQuote: token, digest: digest, base32: base32), digest: [])
  }
}

extension OutcomeKey {
  /// The key of the use of a quote.
  package static func use(
    ofQuote token: String, digest: ([UInt8]) -> [UInt8], base32: ([UInt8]) -> String
  ) -> OutcomeKey {
    let name = base32(Array(digest(Array(token.utf8)).prefix(16)))
    return OutcomeKey(operation: "quote", scope: "", messageIdentifier: name)
  }
}

extension StoredOutcome {
  /// That a quote has been used, under the key of its use.
  package init(useOfQuote key: OutcomeKey, at now: Instant) {
    self.init(Identity(key: key, digest: []), at: now)
  }
}
