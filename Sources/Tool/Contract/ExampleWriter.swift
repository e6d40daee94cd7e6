import Messages

/// Writes an example of a body: all that it must have, and what it may have.
enum ExampleWriter {
  static func example(of schema: ObjectSchema) -> Document {
    Document(
      members:
        schema.members.compactMap { member in
          value(of: member.schema).map { (member.name, $0) }
        })
  }

  /// Nil for what has no form.
  private static func value(of schema: BodySchema) -> Document? {
    switch schema {
    case .text(let text): .text(text.example)
    case .word(let word): .text(word.example ?? word.words[0])
    case .integer(_, let example): .integer(example)
    case .number(let number): .number(number.example)
    case .boolean: true
    case .anything: nil
    case .array(let element, let counts):
      .list(counts.upperBound > 0 ? value(of: element).map { [$0] } ?? [] : [])
    case .object(let object): example(of: object)
    case .map(let element):
      value(of: element).map { ["rideIdentifier": $0] }
    case .either(let objects): objects.first.map(example(of:))
    }
  }
}
