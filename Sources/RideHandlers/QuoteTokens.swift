import Rides

/// Signs the claims of quotes and reads them back: `q1.` and what the signer made of the claims.
///
/// The signature is made outside, so that the use cases hold no secret. Without a signer no quote
/// is signed, and a quote that comes is refused.
package struct QuoteTokens: Sendable {
  /// Turns claims into a text that only a holder of the key can make.
  package typealias Seal = @Sendable ([UInt8]) -> String
  /// Turns such a text back into the claims; nil if no accepted key made it.
  package typealias Open = @Sendable (String) -> [UInt8]?

  private static let version = "q1."

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

  /// The token of a quote that is valid until `expires`, or nil when there is no key.
  func token(for quote: Quote, trip: Trip, expires: Instant) -> String? {
    seal.map { Self.version + $0(QuoteClaims(quote: quote, trip: trip, expires: expires).encoded) }
  }

  /// The claims of a token for that trip; refuses one that is forged, altered, or another trip's.
  func claims(of token: String, trip: Trip) throws(Refusal) -> QuoteClaims {
    guard token.hasPrefix(Self.version),
      let bytes = open?(String(token.dropFirst(Self.version.count))),
      let claims = QuoteClaims(encoded: bytes)
    else {
      throw Refusal(
        .invalidQuote, "the quote was not made by this service", path: "quoteIdentifier")
    }
    guard claims.matches(trip: trip) else {
      throw Refusal(.invalidQuote, "the quote is for another trip", path: "quoteIdentifier")
    }
    return claims
  }
}
