import Catalogues
import Foundation
import JSON
import Messages
import Rides

@testable import Replay

/// Masks of tests, and messages for them.
enum Masks {
  /// The catalogue of the recordings in the repository.
  static let catalogue = Result {
    try CatalogueFile.load(
      path: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../deploy/recordings/catalogue.json").standardized.path)
  }

  /// A mask whose key and positions are the same each time; `token` is the one quote it knows.
  static func mask(_ secret: String = "a secret of a test") throws -> MessageMask {
    MessageMask(
      try catalogue.get(), secret: Array(secret.utf8), random: { 0.5 },
      requote: { token, original, masked in
        guard token == "q2.known" else { return nil }
        let ends = [original.pickup, masked.pickup, masked.dropOff].map { $0 == nil }
        return "q2.for \(original.rider) now \(masked.rider) \(ends)"
      },
      reshare: { token, name in token == "s1.known" ? "s1.\(name("a ride"))" : nil })
  }

  static func message(
    _ body: String, _ type: String = "request-ride.handle", role: Role = .riders,
    change: (inout MessageProperties) -> Void = { _ in }
  ) -> RecordedMessage {
    var properties = MessageProperties(
      correlationID: "c1", replyTo: "replies.city.1", messageID: "m1", type: type)
    change(&properties)
    return RecordedMessage(
      number: 1, at: Instant(seconds: 1_800_000_000), exchange: role.exchange, routingKey: type,
      properties: properties, body: Array(body.utf8))
  }
}

extension RecordedMessage {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as a tree; nil where it is no JSON.
  var json: JSONValue? { try? JSONValue(parsing: body) }
}
