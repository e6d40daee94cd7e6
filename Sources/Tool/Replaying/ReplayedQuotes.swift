import JSON
import Messages
import Recordings
import Replay
import RideHandlers
import Rides

/// The quotes that a fleet has given in a replay, in the place of those that were recorded.
///
/// A rider books by the quote of a list; with another tariff the list would have had another quote.
struct ReplayedQuotes {
  /// The most trips whose quotes are remembered.
  private static let capacity = 100_000

  /// What makes two quotes quotes for the same.
  private struct Trip: Hashable {
    let owner: [UInt8]?
    let area: String
    let product: ProductKey
    let pickup: QuoteClaims.Point
    let dropOff: QuoteClaims.Point?
  }

  private let tokens: QuoteTokens
  private var given: [Trip: String] = [:]

  init(_ tokens: QuoteTokens) { self.tokens = tokens }

  /// The message with the quotes of this replay.
  func requoted(_ message: RecordedMessage) -> RecordedMessage {
    guard message.body.firstRange(of: "\"quoteIdentifier\"".utf8) != nil,
      let body = try? JSONRewriter.rewrite(
        message.body, limits: .message,
        { scalar in
          guard scalar.name == "quoteIdentifier", let token = scalar.string,
            let trip = trip(of: token), let other = given[trip]
          else { return nil }
          return JSONValue.string(other).text
        })
    else { return message }
    var message = message
    message.body = body
    return message
  }

  /// Learns the quotes of lists.
  mutating func learn(_ outputs: [ReplayOutput]) {
    for output in outputs where output.label.hasPrefix("list-ride-options.handle") {
      guard let fields = try? JSONValue(parsing: output.body, limits: .stored) else { continue }
      for option in fields["rideOptions"]?.array ?? [] {
        guard let token = option["quoteIdentifier"]?.string, let trip = trip(of: token) else {
          continue
        }
        if given.count >= Self.capacity { given.removeAll() }
        given[trip] = token
      }
    }
  }

  private func trip(of token: String) -> Trip? {
    var trip: Trip?
    _ = tokens.reissued(token, by: tokens) { claims, owner in
      trip = Trip(
        owner: owner, area: claims.area, product: claims.product, pickup: claims.pickup,
        dropOff: claims.dropOff)
    }
    return trip
  }
}
