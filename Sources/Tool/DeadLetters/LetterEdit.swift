import JSON
import Messages
package import RideStore
package import Rides

/// A rule by which a letter's message is changed before it is sent again.
package struct LetterEdit: Hashable, Sendable {
  /// What the rule changes.
  private enum Target: Hashable {
    case header(String)
    case body(BodyPath)
  }

  private let place: Target
  /// Nil to remove the value.
  private let value: JSONValue?
  private let text: String

  /// A line of the difference that a rule makes.
  package struct Difference: Hashable, Sendable {
    package let place: String
    package let before: String
    package let after: String
  }

  /// Reads `PATH=VALUE`, or `PATH` to remove; nil for a text that is no rule.
  ///
  /// A value that is not JSON is a string. `headers.NAME` is a header, as in errors.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts[0])
    self.text = path
    value = parts.count < 2 ? nil : Self.value(String(parts[1]))
    if path.hasPrefix("headers."), path.count > "headers.".count {
      place = .header(String(path.dropFirst("headers.".count)))
    } else if let path = BodyPath(path) {
      place = .body(path)
    } else {
      return nil
    }
  }

  private static func value(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: Array(text.utf8), limits: .stored)) ?? .string(text)
  }

  /// The letter that replaces another: its message is changed by the rules and has a new id, since
  /// another content under the old id would be refused.
  static func edited(
    _ letter: DeadLetterRecord, by edits: [LetterEdit], at now: Instant
  ) throws(LetterRoute.Obstacle) -> (letter: DeadLetterRecord, differences: [Difference]) {
    guard var properties = try? PropertiesDocument.decode(letter.properties) else {
      throw LetterRoute.Obstacle(reason: "its properties cannot be read")
    }
    var body = letter.body
    var differences: [Difference] = []
    for edit in edits { differences.append(try edit.apply(to: &properties, &body)) }
    return (try replacement(of: letter, properties, body, at: now), differences)
  }

  /// The letter that replaces another, with another body.
  package static func edited(
    _ letter: DeadLetterRecord, body: [UInt8], at now: Instant
  ) throws(LetterRoute.Obstacle) -> DeadLetterRecord {
    guard let properties = try? PropertiesDocument.decode(letter.properties) else {
      throw LetterRoute.Obstacle(reason: "its properties cannot be read")
    }
    return try replacement(of: letter, properties, body, at: now)
  }

  private static func replacement(
    of letter: DeadLetterRecord, _ properties: MessageProperties, _ body: [UInt8],
    at now: Instant
  ) throws(LetterRoute.Obstacle) -> DeadLetterRecord {
    var (edited, properties) = (letter, properties)
    // Made of the old one's, so that an edit that was interrupted is not made twice.
    let identifier = DeadLetterIdentifier("\(letter.identifier)-edited")
    guard identifier.rawValue.utf8.count <= 200 else {
      throw LetterRoute.Obstacle(reason: "it was edited too often")
    }
    properties.messageID = "edited-\(letter.identifier)"
    edited.identifier = identifier
    edited.messageIdentifier = properties.messageID
    edited.properties = PropertiesDocument.encode(properties)
    edited.body = body
    (edited.state, edited.revision, edited.redrives, edited.redrivenAt) = (.dead, 1, 0, nil)
    (edited.storedAt, edited.replaces, edited.replacedBy) = (now, letter.identifier, nil)
    return edited
  }

  private func apply(
    to properties: inout MessageProperties, _ body: inout [UInt8]
  ) throws(LetterRoute.Obstacle) -> Difference {
    switch place {
    case .header(let name):
      let before = properties.header(name).map(Self.shown) ?? "nothing"
      properties.headers.removeAll { $0.name == name }
      if let value {
        let text = value.string ?? String(decoding: value.text, as: UTF8.self)
        properties.headers.append(Header(name, .string(text)))
      }
      return Difference(place: text, before: before, after: shown(value))
    case .body(let path):
      guard let tree = try? JSONValue(parsing: body, limits: .stored) else {
        throw LetterRoute.Obstacle(reason: "its body is no JSON, so that \(text) cannot be edited")
      }
      guard let changed = path.setting(value, in: tree) else {
        throw LetterRoute.Obstacle(reason: "its body has no place \(text)")
      }
      body = changed.text
      return Difference(place: text, before: shown(path.value(in: tree)), after: shown(value))
    }
  }

  private func shown(_ value: JSONValue?) -> String {
    value.map { String(decoding: $0.text, as: UTF8.self) } ?? "nothing"
  }

  private static func shown(_ value: HeaderValue) -> String {
    if case .string(let text) = value { "\"\(text)\"" } else { "\(value)" }
  }
}
