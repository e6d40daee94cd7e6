import JSON
import Messages
import Rides

/// What becomes of quotes.
enum QuoteStories {
  static let all = [
    Story(
      "a quote that is used twice", of: \.isPlain,
      quoted, .bookQuote, .wait(4), .about(.cancelRide), .ended, .until { $0.isReady },
      .bookQuote, .ended),
    Story(
      "the quote of another rider", of: \.isPlain,
      quoted, .act { ($0.rider, $0.guest) = ($0.guest, $0.rider) }, .bookQuote, .ended),
    Story(
      "a quote of another trip", of: \.isPlain,
      quoted, .act { $0.planTrip() }, .bookQuote,
      .send { $0.book(with: ["quoteIdentifier": "q3.forged.token"]) }, .ended),
    Story(
      "a quote for later", of: \.isPlain, where: \.schedulesRides,
      quoted,
      .send { district in
        let start = district.now.advanced(bySeconds: 3_600).rfc3339
        let later: JSONValue = ["scheduledPickupTime": ["start": .string(start)]]
        return district.book(with: (district.quote ?? [:]) + later)
      },
      .ended),
    Story(
      "a quote that has expired", of: \.isPlain,
      quoted,
      .until { district in
        let expiry = Double(district.area.policies.listExpirySeconds)
        return district.listedAt.map { $0.seconds(to: district.now) > expiry + 15 } ?? true
      },
      .bookQuote, .ended),
  ]

  /// Lists options with quotes, which needs a key that signs them.
  private static let quoted = Step.several([
    .listed, .act { $0.memory.kept["listedAt"] = $0.now.rfc3339 },
  ])
}

extension District {
  fileprivate var listedAt: Instant? {
    memory.kept["listedAt"].flatMap { Instant(rfc3339: $0) }
  }
}
