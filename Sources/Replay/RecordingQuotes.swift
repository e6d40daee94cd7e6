package import Crypto
import Fleet
package import RideHandlers

/// The quotes in recordings that are masked.
///
/// A quote names its rider and the ends of its trip, and is sealed; one that is masked has to be
/// sealed anew. The key of that seal is no secret: it is good for replays, and no fleet that serves
/// riders has it.
package enum RecordingQuotes {
  private static let key = MessageAuthenticationKey(
    identifier: "recording", secret: Array("livery recording".utf8))

  /// Tokens of that key; those of other keys are opened, too.
  package static func tokens(beside keys: [MessageAuthenticationKey]) -> QuoteTokens {
    .signed(by: [key] + keys)
  }

  /// The owner of a quote that comes from a rider with another name now.
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
