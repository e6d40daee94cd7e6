package import JSON

/// Holds a body to a schema of the contract, as a validator of JSON Schema would.
package struct SchemaCheck {
  /// A value that is not as the schema wants it.
  package struct Mistake: Hashable, Sendable {
    /// The place of the value; empty for the whole body.
    package let path: String
    /// What the schema wants there, in words.
    package let expected: String
    /// Nil where there is none.
    package let value: JSONValue?
  }

  package private(set) var mistakes: [Mistake] = []
  /// The values of which more is asked than the schema can say.
  package private(set) var loose: Set<String> = []
  /// Members that no schema names.
  package private(set) var unknown: [Mistake] = []
  private let fits: (_ pattern: String, _ text: String) -> Bool

  /// `fits` says whether a regular expression matches the whole of a text.
  package init(
    _ body: JSONValue, _ schema: ObjectSchema,
    fits: @escaping (_ pattern: String, _ text: String) -> Bool
  ) {
    self.fits = fits
    check(body, schema, "")
  }

  private mutating func check(_ value: JSONValue, _ schema: ObjectSchema, _ path: String) {
    guard let members = value.members else {
      return hold(false, path, "an object: \(schema.summary)", value)
    }
    let prefix = path.isEmpty ? "" : "\(path)."
    for member in schema.members {
      let path = prefix + member.name
      guard let value = members[member.name], !value.isNull else {
        hold(member.presence != .required, path, member.schema.expectation, members[member.name])
        continue
      }
      check(value, member.schema, path)
    }
    if !schema.needsOneOf.isEmpty, schema.needsOneOf.allSatisfy({ members[$0]?.isNull ?? true }) {
      hold(false, path, "one of the members \(schema.needsOneOf.joined(separator: ", "))", value)
    }
    checkNames(members, schema, prefix)
  }

  private mutating func checkNames(
    _ members: [String: JSONValue], _ schema: ObjectSchema, _ prefix: String
  ) {
    let known = schema.members.map(\.name)
    for name in members.keys.sorted() where !known.contains(name) {
      let nearest = NearestName.of(name, among: known).map { "; the nearest is \($0)" } ?? ""
      unknown.append(
        Mistake(
          path: prefix + name, expected: "no member of this name\(nearest)",
          value: members[name]))
    }
  }

  private mutating func check(_ value: JSONValue, _ schema: BodySchema, _ path: String) {
    func hold(_ isRight: Bool) { self.hold(isRight, path, schema.expectation, value) }
    switch schema {
    case .text(let text):
      hold(value.string.map { isAsSaid($0, text) } ?? false)
      if text.rule != nil { loose.insert(path) }
    case .word(let word): hold(value.string.map(word.words.contains) ?? false)
    case .integer(let range, _): hold(value.integer.map(range.contains) ?? false)
    case .number(let range): hold(value.number.map(range.contains) ?? false)
    case .boolean: hold(value.bool != nil)
    case .anything: break
    case .array(let element, let counts):
      guard let elements = value.array else { return hold(false) }
      hold(counts.contains(elements.count))
      for (index, value) in elements.enumerated() { check(value, element, "\(path)[\(index)]") }
    case .object(let object): check(value, object, path)
    case .map(let element):
      guard let members = value.members else { return hold(false) }
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        check(value, element, "\(path).\(name)")
      }
    case .either(let objects):
      hold(objects.contains { SchemaCheck(value, $0, fits: fits).mistakes.isEmpty })
    }
  }

  private func isAsSaid(_ text: String, _ schema: TextSchema) -> Bool {
    text.unicodeScalars.count >= schema.minimumLength
      && text.utf8.count <= schema.maximumBytes ?? .max
      && text.count <= schema.maximumCharacters ?? .max
      && schema.patterns.allSatisfy { fits($0, text) }
  }

  private mutating func hold(
    _ isRight: Bool, _ path: String, _ expected: @autoclosure () -> String, _ value: JSONValue?
  ) {
    if !isRight { mistakes.append(Mistake(path: path, expected: expected(), value: value)) }
  }
}

extension NumberSchema {
  fileprivate func contains(_ number: Double) -> Bool {
    number >= minimum ?? -.infinity && number <= maximum ?? .infinity
      && number < limit ?? .infinity
  }
}

extension BodySchema {
  /// What a value has to be, in words: `a whole number from 1 to 6`.
  package var expectation: String {
    switch self {
    case .text(let text): text.expectation
    case .word(let word):
      word.words.count == 1 ? "'\(word.words[0])'" : "one of \(word.words.joined(separator: ", "))"
    case .integer(let range, let example):
      "a whole number\(Self.span(range, .min ... .max)), such as \(example)"
    case .number(let range):
      "a number"
        + [(" from", range.minimum), (" to", range.maximum), (" below", range.limit)]
        .compactMap { word, bound in bound.map { "\(word) \($0)" } }.joined()
        + ", such as \(range.example)"
    case .boolean: "true or false"
    case .anything: "a value"
    case .array(let element, let counts):
      "a list\(Self.span(counts, 0...Int.max)), each \(element.expectation)"
    case .object(let object): "an object: \(object.summary)"
    case .map(let element): "an object with any names, each \(element.expectation)"
    case .either(let objects): "an object: \(objects.map(\.name).joined(separator: " or "))"
    }
  }

  /// The bounds that are bounds.
  private static func span<Bound>(
    _ range: ClosedRange<Bound>, _ widest: ClosedRange<Bound>
  ) -> String {
    (range.lowerBound == widest.lowerBound ? "" : " from \(range.lowerBound)")
      + (range.upperBound == widest.upperBound ? "" : " to \(range.upperBound)")
  }
}

extension TextSchema {
  fileprivate var expectation: String {
    let most = maximumCharacters.map { " of at most \($0) characters" }
    let bytes = maximumBytes.map { " of \(minimumLength) to \($0) bytes" }
    return "a text\(most ?? bytes ?? ""), such as \"\(example)\"\(rule.map { ". \($0)" } ?? "")"
  }
}
