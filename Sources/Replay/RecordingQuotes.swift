package import Crypto
import Fleet
package import RideHandlers
import Rides

/// The quotes in recordings that are masked.
///
/// A quote names its rider and the ends of its trip, and is sealed; one that is masked has to be
/// sealed again. The key of that seal is no secret: it is good for replays, and no fleet that
/// serves riders has it.
package enum RecordingQuotes {
  private static let key = MessageAuthenticationKey(
    identifier: "recording", secret: Array("livery recording".utf8))

  /// Tokens of that key; those of other keys are opened, too.
  package static func tokens(beside keys: [MessageAuthenticationKey]) -> QuoteTokens {
    .signed(by: [key] + keys)
  }

  /// The owner of a quote whose rider has been renamed.
  ///
  /// The quote of another rider stays one: it becomes that of no rider.
  package static func owner(_ owner: [UInt8], from rider: String, named name: String) -> [UInt8] {
    self.owner(owner == self.owner(rider) ? name : "")
  }

  /// What a rider's name becomes in a quote.
  package static func owner(_ rider: String) -> [UInt8] {
    Array(SHA256.digest(Array(rider.utf8)).prefix(8))
  }
}

/// Seals the quotes in a recording again for masked riders and masked trips.
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
  /// It matches the masked message as it matched the original: the quote of another rider, or for
  /// another trip, remains one.
  package func requote(
    _ token: String, _ original: QuotedTrip, _ masked: QuotedTrip
  ) -> String? {
    accepted.reissued(token, by: sealed) { claims, owner in
      claims = claims.moved(original, masked)
      owner = RecordingQuotes.owner(owner, from: original.rider, named: masked.rider)
    }
  }

  /// The token of a shared ride by its masked name; nil for a token that no key opens.
  package func reshare(_ token: String, _ name: (String) -> String) -> String? {
    ShareTokens(accepted).reissued(token, by: sealed, naming: name)
  }
}

extension QuoteClaims {
  /// The same promise for the masked trip.
  fileprivate func moved(_ original: QuotedTrip, _ masked: QuotedTrip) -> QuoteClaims {
    QuoteClaims(
      area: area, product: product, pickup: pickup.moved(original.pickup, masked.pickup),
      dropOff: dropOff.map { $0.moved(original.dropOff, masked.dropOff) },
      stops: stops.indices.map { index in
        let isInMessage =
          original.stops.indices.contains(index) && masked.stops.indices.contains(index)
        return stops[index].moved(
          isInMessage ? original.stops[index] : nil, isInMessage ? masked.stops[index] : nil)
      }, currency: currency, price: price, fare: fare, extras: extras, expires: expires)
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
