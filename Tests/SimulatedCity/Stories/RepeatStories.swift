import JSON
import Messages
import Rides

/// Repeated messages, and ids that two messages share.
enum RepeatStories {
  static let all = [
    Story(
      "a booking that comes twice", weight: 3, of: \.isPlain,
      .book, .again, .send { $0.again { $0.body = $0.body.replacing("riderIdentifier", "rider") } },
      .ended, .again),
    Story(
      "an id with another body", weight: 2, of: \.isPlain,
      .temper(.still), .book,
      .send { district in
        let other = district.booking(with: ["partySize": 1, "wheelchairAccessible": true])
        return district.again { $0.body = other.text }
      },
      .temper(.willing), .ended),
    Story(
      "a cancellation that comes twice", of: \.isPlain,
      .temper(.still), .book, .wait(4),
      .send { district in
        let message = district.about(.cancelRide)
        district.memory.sent = message
        return message
      },
      .temper(.willing), .again, .ended),
    Story(
      "a deadline that passes", weight: 2, of: \.isPlain,
      .send { district in
        let message = district.book()
        let past = district.now.advanced(bySeconds: -60).rfc3339
        return message.header("deadline", .string(past))
      },
      .send { district in
        let later = district.now.advanced(bySeconds: 60).rfc3339
        return district.again { $0.properties.headers = [Header("deadline", .string(later))] }
      },
      .ended),
  ]
}

extension [UInt8] {
  /// The text with one word replaced by another, so that the original member is missing.
  fileprivate func replacing(_ word: String, _ other: String) -> [UInt8] {
    Array(String(decoding: self, as: UTF8.self).replacing("\"\(word)\"", with: "\"\(other)\"").utf8)
  }
}
