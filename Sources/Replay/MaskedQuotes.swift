package import Crypto
import Fleet
import RideHandlers
package import Rides

/// Seals the quotes in a recording anew for masked riders and masked trips.
package struct MaskedQuotes: Sendable {
  private let accepted: QuoteTokens
  private let sealed: QuoteTokens

  /// Quotes are opened by these keys, those of the fleet that is recorded, and by that of
  /// recordings.
  package init(_ keys: [MessageAuthenticationKey]) {
    accepted = RecordingQuotes.tokens(beside: keys)
    sealed = RecordingQuotes.tokens(beside: [])
  }

  /// The quote for a masked rider and the masked ends of its trip; nil for a token that no key
  /// opens.
  package func requote(
    _ token: String, _ rider: String, _ pickup: Coordinate?, _ dropOff: Coordinate?
  ) -> String? {
    accepted.reissued(token, by: sealed) { claims, owner in
      claims = claims.moved(
        pickup: pickup.map { QuoteClaims.Point($0) } ?? claims.pickup,
        dropOff: dropOff.map { QuoteClaims.Point($0) } ?? claims.dropOff)
      if owner != nil { owner = RecordingQuotes.owner(rider) }
    }
  }
}

extension QuoteClaims {
  /// The same promise for a trip between other points.
  fileprivate func moved(pickup: Point, dropOff: Point?) -> QuoteClaims {
    QuoteClaims(
      area: area, product: product, pickup: pickup, dropOff: dropOff, currency: currency,
      price: price, fare: fare, expires: expires)
  }
}
