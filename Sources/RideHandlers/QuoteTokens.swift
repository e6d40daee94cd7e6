import RideStore
package import Rides

/// Signs the claims of quotes and verifies them.
///
/// A token is `q2.` and the sealed text of a short name of the rider, `;` and the claims. The
/// caller passes the sealing in, so the use cases hold no secret. Without a signer no quote is
/// signed, and every quote is refused.
package struct QuoteTokens: Sendable {
  /// Converts claims into a text that only a holder of the key can make.
  package typealias Seal = @Sendable ([UInt8]) -> String
  /// Converts the bytes of such a text into the claims; nil if no accepted key made it.
  package typealias Open = @Sendable (ArraySlice<UInt8>) -> [UInt8]?

  private static let version = "q2."
  /// Tokens of builds that did not name the rider; valid for any rider until they expire.
  private static let earlierVersion = "q1."

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

  /// The token of a rider's quote that is valid until `expires`, or nil when there is no key.
  func token(for quote: Quote, trip: Trip, owner: [UInt8], expires: Instant) -> String? {
    seal.map {
      Self.version
        + $0(
          QuoteClaims(quote: quote, trip: trip, expires: expires)
            .encoded { $0.append(ownerOf: owner) })
    }
  }

  /// The claims of a token for that trip.
  ///
  /// Refuses a token that is forged, altered, used, or for another rider or trip.
  func claims(
    of token: String, trip: Trip, owner: [UInt8], isUsed: Bool
  ) throws(Refusal) -> QuoteClaims {
    let (encoded, signedOwner) = try opened(token)
    guard let claims = QuoteClaims(ours: encoded) else { throw Self.forged }
    var expected: [UInt8] = []
    expected.append(ownerOf: owner)
    guard signedOwner.map({ $0.elementsEqual(expected) }) ?? true else {
      throw Refusal(
        .quoteOfAnotherRider, "the quote was listed for another rider", path: "quoteIdentifier")
    }
    guard claims.matches(trip: trip) else {
      throw Refusal(.invalidQuote, "the quote is for another trip", path: "quoteIdentifier")
    }
    guard !isUsed else {
      throw Refusal(.quoteUsed, "the quote has booked a ride already", path: "quoteIdentifier")
    }
    return claims
  }

  /// The claims of a token, and the short name of its rider if it has one.
  private func opened(
    _ token: String
  ) throws(Refusal) -> (claims: ArraySlice<UInt8>, owner: ArraySlice<UInt8>?) {
    let text = Array(token.utf8)
    let version = text.prefix(Self.version.utf8.count)
    let namesOwner = version.elementsEqual(Self.version.utf8)
    guard namesOwner || version.elementsEqual(Self.earlierVersion.utf8),
      let bytes = open?(text[version.endIndex...])
    else { throw Self.forged }
    guard namesOwner else { return (bytes[...], nil) }
    guard let end = bytes.firstIndex(of: UInt8(ascii: ";")) else { throw Self.forged }
    return (bytes[(end + 1)...], bytes[...end])
  }

  /// The token with changed claims and rider, sealed by other keys; nil for a token that these keys
  /// did not make.
  ///
  /// `change` gets the claims and the first 64 bits of the digest of their rider, nil in a token
  /// that names none.
  package func reissued(
    _ token: String, by other: QuoteTokens, _ change: (inout QuoteClaims, inout [UInt8]?) -> Void
  ) -> String? {
    guard let (encoded, signedOwner) = try? opened(token), let seal = other.seal,
      var claims = QuoteClaims(ours: encoded)
    else { return nil }
    var owner = signedOwner.flatMap { [UInt8](hexadecimal: $0.dropLast()) }
    change(&claims, &owner)
    let version = owner == nil ? Self.earlierVersion : Self.version
    return version + seal(claims.encoded { text in owner.map { text.append(ownerOf: $0) } })
  }

  private static let forged = Refusal(
    .invalidQuote, "the quote was not made by this service", path: "quoteIdentifier")
}

extension HandlerDependencies {
  /// The digest of a rider; a quote has a part of it, so that it does not show the identifier.
  func quoteOwner(_ rider: RiderIdentifier) -> [UInt8] { digest(Array(rider.rawValue.utf8)) }

  /// The key that is stored with the outcome of a booking, so that its quote books no other ride.
  ///
  /// The key names no rider, since a quote of an earlier build is valid for any rider. Outcomes are
  /// kept for days, longer than the day for which a quote can be valid.
  func use(ofQuote token: String) -> StoredOutcome.Identity {
    let name = base32(Array(digest(Array(token.utf8)).prefix(16)))
    return StoredOutcome.Identity(
      key: OutcomeKey(operation: "quote", scope: "", messageIdentifier: name), digest: [])
  }
}

extension [UInt8] {
  private static let hexadecimal: StaticString = "0123456789abcdef"

  /// The bytes of hexadecimal digits in lower case; nil for other texts.
  fileprivate init?(hexadecimal text: ArraySlice<UInt8>) {
    let digits = text.map { digit -> UInt8? in
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x61...0x66: digit - 0x61 + 10
      default: nil
      }
    }
    guard text.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap(\.self)
    self = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  /// Appends the first 64 bits of the digest of a rider in hexadecimal digits, and `;`.
  fileprivate mutating func append(ownerOf digest: [UInt8]) {
    for byte in digest.prefix(8) {
      append(Self.hexadecimal.utf8Start[Int(byte >> 4)])
      append(Self.hexadecimal.utf8Start[Int(byte & 15)])
    }
    append(UInt8(ascii: ";"))
  }
}
