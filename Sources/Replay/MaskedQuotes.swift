package import Crypto
import Fleet
package import Recordings
import RideHandlers
import Rides

/// Seals the quotes in a recording anew for masked riders and masked trips.
package struct MaskedQuotes: Sendable {
  private let accepted: QuoteTokens
  private let sealed: QuoteTokens

  /// Opens quotes by these keys, those of the fleet that is recorded, and by that of recordings.
  package init(_ keys: [MessageAuthenticationKey]) {
    accepted = RecordingQuotes.tokens(beside: keys)
    sealed = RecordingQuotes.tokens(beside: [])
  }

  /// The quote of a masked message; nil for a token that no key opens.
  ///
  /// It fits the masked message as it fitted the original: what was the quote of another rider, or
  /// for another trip, still is.
  package func requote(
    _ token: String, _ original: QuotedTrip, _ masked: QuotedTrip
  ) -> String? {
    accepted.reissued(token, by: sealed) { claims, owner in
      claims = claims.moved(original, masked)
      owner = owner.map {
        RecordingQuotes.owner($0, from: original.rider, named: masked.rider)
      }
    }
  }
}

extension QuoteClaims {
  /// The same promise for the masked trip.
  fileprivate func moved(_ original: QuotedTrip, _ masked: QuotedTrip) -> QuoteClaims {
    QuoteClaims(
      area: area, product: product, pickup: pickup.moved(original.pickup, masked.pickup),
      dropOff: dropOff.map { $0.moved(original.dropOff, masked.dropOff) }, currency: currency,
      price: price, fare: fare, expires: expires)
  }
}

extension QuoteClaims.Point {
  /// A pole, where no trip begins or ends.
  private static let nowhere = Self(latitude: 90_000_000, longitude: 0)

  /// The masked place where it is that of the message, else a place that is in no message.
  fileprivate func moved(_ original: Coordinate?, _ masked: Coordinate?) -> Self {
    guard let original, let masked, self == Self(original) else { return Self.nowhere }
    return Self(masked)
  }
}
