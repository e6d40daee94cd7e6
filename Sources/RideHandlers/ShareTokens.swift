package import Rides

/// The tokens by which a rider shares a ride: each names one ride and gives its status to whoever
/// has it (rule A18).
///
/// A token is `s1.` and the sealed identifier of the ride. It is made of the ride and the key
/// alone, so that a repeated message gets the same token and nothing of it is stored.
package struct ShareTokens: Sendable {
  private static let version = Array("s1.".utf8)
  /// The first byte of what is sealed: no version of a quote has it, so that a quote shares no
  /// ride, and a share token books none.
  private static let beginning = UInt8(ascii: "s")

  private let tokens: QuoteTokens

  /// Tokens sealed and opened by the keys of quotes.
  package init(_ quotes: QuoteTokens) { tokens = quotes }

  /// The token of a ride; nil when there is no key.
  package func token(of ride: RideIdentifier) -> String? {
    guard let seal = tokens.seal else { return nil }
    var token = Self.version
    seal([Self.beginning] + ride.rawValue.utf8, &token)
    return String(decoding: token, as: UTF8.self)
  }

  /// The ride of a token; nil for a text that no accepted key made as a share token.
  package func ride(of token: String) -> RideIdentifier? {
    let text = Array(token.utf8)
    guard text.starts(with: Self.version),
      let bytes = tokens.open?(text[Self.version.count...]), bytes.first == Self.beginning
    else { return nil }
    return RideIdentifier(String(decoding: bytes.dropFirst(), as: UTF8.self))
  }

  /// The token of the same ride by another name, sealed by other keys; nil for a token that these
  /// keys did not make.
  package func reissued(
    _ token: String, by other: QuoteTokens, naming name: (String) -> String
  ) -> String? {
    ride(of: token).flatMap {
      ShareTokens(other).token(of: RideIdentifier(name($0.rawValue)))
    }
  }
}
