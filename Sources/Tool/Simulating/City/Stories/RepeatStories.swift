import Messages
import Rides

/// Repeated messages, and ids that two messages share.
enum RepeatStories {
  static var all: [Story] {
    [bookingComesTwice, idWithAnotherBody, cancellationComesTwice, deadlinePasses]
  }

  private static var bookingComesTwice: Story {
    Story(
      name: "a booking that comes twice", weight: 3, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        .send { $0.book() }, .send { $0.again() },
        .send { $0.again { $0.body = $0.body.replacing("riderIdentifier", "rider") } },
      ] + StorySteps.ended + [.send { $0.again() }])
  }

  private static var idWithAnotherBody: Story {
    Story(
      name: "an id with another body", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        StorySteps.temper(.still), .send { $0.book() },
        .send { district in
          let other = district.booking(with: ["partySize": 1, "wheelchairAccessible": true])
          return district.again { $0.body = Array(other.line.utf8) }
        }, StorySteps.temper(.willing),
      ] + StorySteps.ended)
  }

  private static var cancellationComesTwice: Story {
    Story(
      name: "a cancellation that comes twice", isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        StorySteps.temper(.still), .send { $0.book() }, .wait(4),
        .send { district in
          let message = district.about(.cancelRide)
          district.memory.sent = message
          return message
        }, StorySteps.temper(.willing), .send { $0.again() },
      ] + StorySteps.ended)
  }

  private static var deadlinePasses: Story {
    Story(
      name: "a deadline that passes", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        .send { district in
          let message = district.book()
          let past = district.now.advanced(bySeconds: -60).rfc3339
          return message.header("deadline", .string(past))
        },
        .send { district in
          let later = district.now.advanced(bySeconds: 60).rfc3339
          return district.again { $0.properties.headers = [Header("deadline", .string(later))] }
        },
      ] + StorySteps.ended)
  }
}

extension [UInt8] {
  /// The text with one word replaced by another, so that the original member is missing.
  fileprivate func replacing(_ word: String, _ other: String) -> [UInt8] {
    Array(String(decoding: self, as: UTF8.self).replacing("\"\(word)\"", with: "\"\(other)\"").utf8)
  }
}
