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
  /// The flag says whether the text has the form of earlier builds. A text of the other form is not
  /// accepted: a quote has one spelling, since its text is what tells that it is used.
  package typealias Open = @Sendable (ArraySlice<UInt8>, Bool) -> [UInt8]?

  private static let version = Array("q3.".utf8)
  /// Tokens of earlier builds, accepted until they expire.
  ///
  /// Their claims are a text; those of `q1.` name no rider and are valid for any.
  private static let earlierVersions = [Array("q2.".utf8), Array("q1.".utf8)]

  /// The beginning of what is sealed: a byte that no claims of earlier builds begin with, so that
  /// those of one version are never read as those of another.
  private enum Beginning {
    /// 64 bits of the digest of the rider follow.
    static let owner: UInt8 = 3
    /// The claims name no rider: a quote of an earlier build, sealed again.
    static let noOwner: UInt8 = 4
  }

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
  func token(for quote: ListedQuote, owner: [UInt8], expires: Instant) -> [UInt8]? {
    guard let seal else { return nil }
    return Self.sealed(QuoteClaims(quote: quote, expires: expires), owner[...], by: seal)
  }

  private static func sealed(
    _ claims: QuoteClaims, _ owner: ArraySlice<UInt8>?, by seal: Seal
  ) -> [UInt8] {
    var token: [UInt8] = []
    token.reserveCapacity(384)
    token += version
    let bytes = claims.encoded { bytes in
      bytes.append(owner == nil ? Beginning.noOwner : Beginning.owner)
      if let owner { bytes += owner.prefix(ownerLength) }
    }
    seal(bytes, &token)
    return token
  }

  /// The bytes of a rider's digest in a token.
  private static let ownerLength = 8

  /// The claims of a token for that trip.
  ///
  /// Refuses a token that is forged, altered, used, or for another rider or trip.
  func claims(
    of token: String, trip: Trip, owner: [UInt8], isUsed: Bool
  ) throws(Refusal) -> QuoteClaims {
    guard let (claims, signedOwner) = opened(token) else { throw Self.forged }
    guard signedOwner.map({ $0.elementsEqual(owner.prefix(Self.ownerLength)) }) ?? true else {
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

  /// The claims of a token, and the short name of its rider if it has one; nil for a token that no
  /// accepted key made.
  private func opened(_ token: String) -> (claims: QuoteClaims, owner: [UInt8]?)? {
    let text = Array(token.utf8)
    let version = text.prefix(Self.version.count)
    let isEarlier = Self.earlierVersions.contains { version.elementsEqual($0) }
    guard isEarlier || version.elementsEqual(Self.version),
      let bytes = open?(text[version.endIndex...], isEarlier)
    else { return nil }
    return isEarlier
      ? Self.earlierClaims(bytes, namesOwner: version.elementsEqual(Self.earlierVersions[0]))
      : Self.claims(bytes)
  }

  private static func claims(_ bytes: [UInt8]) -> (claims: QuoteClaims, owner: [UInt8]?)? {
    var rest = bytes[...]
    var owner: [UInt8]?
    switch rest.popFirst() {
    case Beginning.owner where rest.count > ownerLength:
      owner = Array(rest.prefix(ownerLength))
      rest = rest.dropFirst(ownerLength)
    case Beginning.noOwner: break
    default: return nil
    }
    return QuoteClaims(encoded: rest).map { ($0, owner) }
  }

  /// The claims of an earlier build: the short name of the rider in hexadecimal digits and `;`, and
  /// a text.
  private static func earlierClaims(
    _ bytes: [UInt8], namesOwner: Bool
  ) -> (claims: QuoteClaims, owner: [UInt8]?)? {
    guard namesOwner else { return QuoteClaims(text: bytes[...]).map { ($0, nil) } }
    guard let end = bytes.firstIndex(of: UInt8(ascii: ";")),
      let owner = [UInt8](hexadecimal: bytes[..<end])
    else { return nil }
    return QuoteClaims(text: bytes[(end + 1)...]).map { ($0, owner) }
  }

  /// The token with changed claims and rider, sealed by other keys; nil for a token that these keys
  /// did not make.
  ///
  /// `change` gets the claims and the first 64 bits of the digest of their rider, nil in a token
  /// that names none.
  package func reissued(
    _ token: String, by other: QuoteTokens, _ change: (inout QuoteClaims, inout [UInt8]?) -> Void
  ) -> String? {
    guard var (claims, owner) = opened(token), let seal = other.seal else { return nil }
    change(&claims, &owner)
    return String(decoding: Self.sealed(claims, owner?[...], by: seal), as: UTF8.self)
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

extension [UInt8] {
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
}
