import Messages

/// Writes the contract's own schemas as JSON Schema, in keywords that mean the same in draft-07 and
/// in 2020-12.
struct SchemaWriter {
  let style: SchemaStyle
  /// The objects that were referred to, in the order in which they were met.
  private(set) var definitions: [Document.Member] = []

  init(_ style: SchemaStyle) { self.style = style }

  /// The schema of a body, which is one object.
  mutating func body(_ schema: ObjectSchema) -> Document {
    alternatives([reference(schema)], false)
  }

  /// The schema of a choice: one object with the member, another one without.
  mutating func choice(_ schema: ChoiceSchema) -> Document {
    [
      "type": "object", "if": ["required": [.text(schema.member)]],
      "then": reference(schema.with), "else": reference(schema.without),
    ]
  }

  /// A reference to an object, which becomes one of the definitions.
  mutating func reference(_ schema: ObjectSchema) -> Document {
    let name = "\(style.direction.rawValue).\(schema.name)"
    if !definitions.contains(where: { $0.name == name }) {
      // In its place before those that it refers to.
      let place = definitions.count
      definitions.append(Document.Member(name: name, value: .null))
      definitions[place] = Document.Member(name: name, value: object(schema))
    }
    let file = "\(SchemaStyle.definitions).\(style.form.rawValue).json"
    return ["$ref": .text("\(file)#/$defs/\(name)")]
  }

  private mutating func object(_ schema: ObjectSchema) -> Document {
    var properties: [(String, Document)] = []
    for member in schema.members { properties.append((member.name, property(member))) }
    var document: Document = [
      "type": "object", "description": .text(schema.summary),
      "required": Document(texts: schema.members.filter(isRequired).map(\.name)),
      "properties": Document(members: properties),
    ]
    if !schema.needsOneOf.isEmpty {
      document = document + ["anyOf": .list(schema.needsOneOf.map(Self.presence(of:)))]
    }
    return style.form == .writer ? document + ["additionalProperties": false] : document
  }

  private func isRequired(_ member: ObjectSchema.Member) -> Bool { member.presence != .optional }

  private mutating func property(_ member: ObjectSchema.Member) -> Document {
    let orNull = member.presence == .optional && style.direction == .request
    return ["description": .text(member.summary)] + value(member.schema, orNull: orNull)
  }

  private mutating func value(_ schema: BodySchema, orNull: Bool) -> Document {
    switch schema {
    case .text(let text): ["type": type("string", orNull)] + Self.limits(of: text)
    case .word(let word): words(word, orNull)
    case .integer(let range, _):
      [
        "type": type("integer", orNull), "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    case .number(let number): ["type": type("number", orNull)] + Self.limits(of: number)
    case .boolean: ["type": type("boolean", orNull)]
    case .anything: [:]
    case .array(let element, let counts): array(element, counts, orNull)
    case .map(let value):
      ["type": type("object", orNull), "additionalProperties": self.value(value, orNull: false)]
    case .object(let object): alternatives([reference(object)], orNull)
    case .either(let objects): either(objects, orNull)
    }
  }

  private mutating func either(_ objects: [ObjectSchema], _ orNull: Bool) -> Document {
    var references: [Document] = []
    for object in objects { references.append(reference(object)) }
    return alternatives(references, orNull)
  }

  private mutating func array(
    _ element: BodySchema, _ counts: ClosedRange<Int>, _ orNull: Bool
  ) -> Document {
    let items: Document =
      if case .object(let object) = element { reference(object) } else {
        value(element, orNull: false)
      }
    var document: Document = ["type": type("array", orNull), "items": items]
    if counts.lowerBound > 0 {
      document = document + ["minItems": .integer(Int64(counts.lowerBound))]
    }
    if counts.upperBound < .max {
      document = document + ["maxItems": .integer(Int64(counts.upperBound))]
    }
    return document
  }

  /// In draft-07 all other members of an object with a reference are ignored.
  private func alternatives(_ schemas: [Document], _ orNull: Bool) -> Document {
    let all = schemas + (orNull ? [["type": "null"]] : [])
    return all.count == 1 ? ["allOf": .list(all)] : ["anyOf": .list(all)]
  }

  private func words(_ schema: WordSchema, _ orNull: Bool) -> Document {
    let words = Document(texts: schema.words)
    if schema.isOpen, style.allowsNewWords {
      return ["type": type("string", orNull), "examples": words]
    }
    guard orNull else { return ["type": "string", "enum": words] }
    return ["type": type("string", true), "enum": .list(schema.words.map { .text($0) } + [.null])]
  }

  private func type(_ name: String, _ orNull: Bool) -> Document {
    orNull ? [.text(name), "null"] : .text(name)
  }

  /// A schema of objects in which a member has a value.
  private static func presence(of name: String) -> Document {
    let value: Document = ["type": ["array", "boolean", "number", "object", "string"]]
    return ["required": [.text(name)], "properties": Document(members: [(name, value)])]
  }
}

/// The limits of single values.
extension SchemaWriter {
  fileprivate static func limits(of number: NumberSchema) -> Document {
    Document(
      members: [
        ("minimum", number.minimum), ("maximum", number.maximum),
        ("exclusiveMaximum", number.limit),
      ].compactMap { name, bound in bound.map { (name, .number($0)) } })
  }

  /// A character has at least one byte, so `maxLength` refuses nothing that Livery accepts.
  fileprivate static func limits(of text: TextSchema) -> Document {
    var members: [(String, Document)] = []
    if text.minimumLength > 0 { members.append(("minLength", .integer(Int64(text.minimumLength)))) }
    if let bytes = text.maximumBytes {
      members += [
        ("maxLength", .integer(Int64(bytes))), ("x-livery-maxBytes", .integer(Int64(bytes))),
      ]
    }
    if let characters = text.maximumCharacters {
      members.append(("x-livery-maxCharacters", .integer(Int64(characters))))
    }
    if let pattern = text.patterns.first { members.append(("pattern", .text(pattern))) }
    if text.patterns.count > 1 {
      members.append(("allOf", .list(text.patterns.dropFirst().map { ["pattern": .text($0)] })))
    }
    if let rule = text.rule { members.append(("x-livery-rule", .text(rule))) }
    return Document(members: members + [("examples", [.text(text.example)])])
  }
}

/// For whom a schema is written.
struct SchemaStyle: Sendable {
  /// Who writes the message.
  enum Direction: String, Sendable {
    /// A producer, and Livery reads it.
    case request
    /// Livery.
    case answer
  }

  let direction: Direction
  let form: SchemaForm

  /// The name of the file that has what several schemas share.
  static let definitions = "definitions"

  /// Whether a word that is not in an open list is allowed.
  var allowsNewWords: Bool { direction == .answer && form == .reader }
}

/// For which side of a message a schema is.
enum SchemaForm: String, CaseIterable, Sendable {
  /// Open: new members may come, and new words in open lists.
  case reader
  /// Closed: no other members, and no other words than today's.
  case writer
}
