import JSON
import Messages
import RideStore
import Rides
import Tool

/// What is wrong with the message of a dead letter: what it has, and what was expected.
struct LetterMistakes {
  /// A value that is not as expected.
  struct Mistake: Hashable {
    /// The place of the value; empty for the whole body.
    let path: String
    let expected: String
    /// Nil where there is none.
    let value: String?
    /// Whether the letter died of it.
    var isFault = false
    /// Whether it is merely not read.
    var isUnread = false
    /// Whether `expected` is what the worker has said of the fault, which can be anything.
    var isMessage = false

    /// Writes the members.
    func write(into writer: inout JSONWriter) {
      writer.texts([
        ("path", path), (isMessage ? "message" : "expected", expected), ("value", value),
      ])
      writer.member("isFault", isFault)
      writer.member("isUnread", isUnread)
    }
  }

  /// That of which the letter died first.
  private(set) var all: [Mistake] = []

  /// A body that is not stored whole has only that of which the letter died.
  init(of letter: DeadLetterRecord) {
    if letter.excerpt == nil { check(letter) }
    // An edited letter has the fault of the one in whose place it is, until it is sent.
    let isUntried = letter.replaces != nil && letter.redrives == 0
    guard !isUntried, let path = letter.fault.path else { return }
    if let place = all.firstIndex(where: { $0.path == path }) {
      var fault = all.remove(at: place)
      fault.isFault = true
      all.insert(fault, at: 0)
    } else {
      let value = Self.value(at: path, of: letter)
      all.insert(
        Mistake(
          path: path, expected: letter.fault.message, value: value, isFault: true, isMessage: true),
        at: 0)
    }
  }

  private mutating func check(_ letter: DeadLetterRecord) {
    guard let schema = Self.schema(of: letter) else { return }
    let body: JSONValue
    do throws(JSONFault) {
      body = try JSONValue(parsing: letter.body, limits: .stored)
    } catch {
      all = [Mistake(path: "", expected: error.description, value: nil)]
      return
    }
    let check = SchemaCheck(body, schema, fits: Self.fits)
    all = check.mistakes.map { Self.mistake($0, isUnread: false) }
    all += check.unknown.map { Self.mistake($0, isUnread: true) }
  }

  private static func mistake(_ found: SchemaCheck.Mistake, isUnread: Bool) -> Mistake {
    Mistake(
      path: found.path, expected: found.expected, value: found.value.map(shown),
      isUnread: isUnread)
  }

  private static func schema(of letter: DeadLetterRecord) -> ObjectSchema? {
    if let type = letter.type.flatMap({ MessageType(rawValue: $0) }) { return type.requestSchema }
    return PaymentCommand.Operation.allCases.first {
      [$0.rawValue, $0.messageType].contains(letter.type)
    }?.schema
  }

  private static func value(at path: String, of letter: DeadLetterRecord) -> String? {
    if path.hasPrefix("headers.") {
      let properties = try? PropertiesDocument.decode(letter.properties)
      let header = properties?.header(String(path.dropFirst("headers.".count)))
      return header.map { if case .string(let text) = $0 { text } else { "\($0)" } }
    }
    let body = try? JSONValue(parsing: letter.body, limits: .stored)
    return body.flatMap { body in BodyPath(path)?.value(in: body) }.map(shown)
  }

  /// The start of a value.
  private static func shown(_ value: JSONValue) -> String {
    let text = String(decoding: value.text, as: UTF8.self)
    return text.count > 200 ? "\(text.prefix(200))…" : text
  }

  /// Whether a pattern of a schema matches the whole of a text; one that cannot be read does.
  private static func fits(_ pattern: String, _ text: String) -> Bool {
    guard let expression = try? Regex(pattern).matchingSemantics(.unicodeScalar) else {
      return true
    }
    return (try? expression.wholeMatch(in: text)) != nil
  }
}
