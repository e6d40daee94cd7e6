import Foundation
import JSON
import Messages

/// Holds a body to a schema of the contract, as a validator of JSON Schema would.
struct SchemaCheck {
  /// What is not as the schema wants it, by path.
  private(set) var faults: [String] = []
  /// The values of which more is asked than the schema can say.
  private(set) var loose: Set<String> = []
  /// Members that no schema names.
  private(set) var unknown: [String] = []

  init(_ body: JSONValue, _ schema: ObjectSchema) { check(body, schema, "") }

  private mutating func check(_ value: JSONValue, _ schema: ObjectSchema, _ path: String) {
    guard let members = value.members else {
      faults.append(path)
      return
    }
    let prefix = path.isEmpty ? "" : "\(path)."
    for member in schema.members {
      let path = prefix + member.name
      guard let value = members[member.name], !value.isNull else {
        if member.presence == .required { faults.append(path) }
        continue
      }
      check(value, member.schema, path)
    }
    if !schema.needsOneOf.isEmpty, schema.needsOneOf.allSatisfy({ members[$0]?.isNull ?? true }) {
      faults.append(path)
    }
    let known = Set(schema.members.map(\.name))
    unknown += members.keys.filter { !known.contains($0) }.map { prefix + $0 }
  }

  private mutating func check(_ value: JSONValue, _ schema: BodySchema, _ path: String) {
    switch schema {
    case .text(let text): check(value.string, text, path)
    case .word(let word): hold(value.string.map(word.words.contains) ?? false, path)
    case .integer(let range, _): hold(value.integer.map(range.contains) ?? false, path)
    case .number(let range): hold(value.number.map { Self.isIn(range, $0) } ?? false, path)
    case .boolean: hold(value.bool != nil, path)
    case .anything: break
    case .array(let element, let counts):
      guard let elements = value.array else { return hold(false, path) }
      hold(counts.contains(elements.count), path)
      for (index, value) in elements.enumerated() { check(value, element, "\(path)[\(index)]") }
    case .object(let object): check(value, object, path)
    case .map(let element):
      guard let members = value.members else { return hold(false, path) }
      for (name, value) in members { check(value, element, "\(path).\(name)") }
    case .either(let objects):
      hold(objects.contains { SchemaCheck(value, $0).faults.isEmpty }, path)
    }
  }

  private mutating func check(_ text: String?, _ schema: TextSchema, _ path: String) {
    guard let text else { return hold(false, path) }
    hold(text.unicodeScalars.count >= schema.minimumLength, path)
    hold(text.utf8.count <= schema.maximumBytes ?? .max, path)
    hold(text.count <= schema.maximumCharacters ?? .max, path)
    hold(schema.patterns.allSatisfy { Pattern.named($0).fits(text) }, path)
    if schema.rule != nil { loose.insert(path) }
  }

  private mutating func hold(_ isRight: Bool, _ path: String) {
    if !isRight { faults.append(path) }
  }

  private static func isIn(_ range: NumberSchema, _ number: Double) -> Bool {
    number >= range.minimum ?? -.infinity && number <= range.maximum ?? .infinity
      && number < range.limit ?? .infinity
  }
}

/// A regular expression, made once.
struct Pattern {
  private let expression: NSRegularExpression?

  /// Whether the whole of a text is as the pattern says; never, where it is no pattern.
  func fits(_ text: String) -> Bool {
    let whole = NSRange(text.startIndex..., in: text)
    return expression?.firstMatch(in: text, range: whole)?.range == whole
  }

  static func named(_ pattern: String) -> Pattern {
    if let known = Thread.current.threadDictionary[pattern] as? NSRegularExpression {
      return Pattern(expression: known)
    }
    let made = try? NSRegularExpression(pattern: pattern)
    Thread.current.threadDictionary[pattern] = made
    return Pattern(expression: made)
  }
}
