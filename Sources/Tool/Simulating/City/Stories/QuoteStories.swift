import Messages
import Rides

/// What becomes of quotes.
enum QuoteStories {
  static var all: [Story] {
    [quoteUsedTwice, quoteOfAnotherRider, quoteOfAnotherTrip, quoteForLater, quoteHasExpired]
  }

  private static var quoteUsedTwice: Story {
    story(
      "a quote that is used twice",
      [
        .send { $0.book(with: $0.quote ?? [:]) }, .wait(4),
        .send { $0.about(.cancelRide) },
      ] + StorySteps.ended + [
        .until { $0.isReady }, .send { $0.book(with: $0.quote ?? [:]) },
      ])
  }

  private static var quoteOfAnotherRider: Story {
    story(
      "the quote of another rider",
      [
        .send { district in
          (district.rider, district.guest) = (district.guest, district.rider)
          return district.book(with: district.quote ?? [:])
        }
      ])
  }

  private static var quoteOfAnotherTrip: Story {
    story(
      "a quote of another trip",
      [
        .act { $0.planTrip() }, .send { $0.book(with: $0.quote ?? [:]) },
        .send { $0.book(with: ["quoteIdentifier": "q3.forged.token"]) },
      ])
  }

  private static var quoteForLater: Story {
    story(
      "a quote for later",
      [
        .send { district in
          let start = district.now.advanced(bySeconds: 3_600).rfc3339
          let later: Document = ["scheduledPickupTime": ["start": .text(start)]]
          return district.book(with: (district.quote ?? [:]) + later)
        }
      ], isPossible: { $0.area.policies.scheduling != nil })
  }

  private static var quoteHasExpired: Story {
    story(
      "a quote that has expired",
      [
        .until { district in
          let expiry = Double(district.area.policies.listExpirySeconds)
          return district.listedAt.map { $0.seconds(to: district.now) > expiry + 15 } ?? true
        },
        .send { $0.book(with: $0.quote ?? [:]) },
      ])
  }

  /// A story of a quote, which needs a key that signs it.
  private static func story(
    _ name: String, _ steps: [Step], isPossible: @escaping (District) -> Bool = { _ in true }
  ) -> Story {
    Story(
      name: name,
      isPossible: {
        $0.area.products.contains(where: \.isPlain) && isPossible($0)
      },
      steps: StorySteps.begin(\.isPlain) + StorySteps.listed
        + [.act { $0.memory.kept["listedAt"] = $0.now.rfc3339 }] + steps + StorySteps.ended)
  }
}

extension District {
  fileprivate var listedAt: Instant? {
    memory.kept["listedAt"].flatMap { Instant(rfc3339: $0) }
  }
}
