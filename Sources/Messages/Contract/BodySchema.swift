/// What a value of a body may be: the contract in a form that programs can read.
///
/// It says what the readers take and the writers write, and a test holds it to them.
package indirect enum BodySchema: Sendable {
  case text(TextSchema)
  case word(WordSchema)
  case integer(ClosedRange<Int64>, example: Int64)
  case number(NumberSchema)
  case boolean
  /// A value that is not read, or only whether it is there.
  case anything
  /// So many values of one kind.
  case array(BodySchema, ClosedRange<Int>)
  case object(ObjectSchema)
  /// An object whose names somebody else has chosen, with values of one kind.
  case map(BodySchema)
  case either([ObjectSchema])
}

/// One of a list of words.
package struct WordSchema: Sendable {
  package var words: [String]
  /// Whether later releases may write more words of the same version of the message.
  package var isOpen = false
}

/// Any number of a range.
package struct NumberSchema: Sendable {
  package var minimum: Double?
  package var maximum: Double?
  /// What every number is below.
  package var limit: Double?
  package var example: Double
}

/// An object of one of two kinds: which one, a member tells by being there.
package struct ChoiceSchema: Sendable {
  package var member: String
  package var with: ObjectSchema
  package var without: ObjectSchema
}

extension BodySchema {
  /// One of the words of a list that the code knows.
  static func word<Word: RawRepresentable & CaseIterable>(
    of list: Word.Type, isOpen: Bool = false
  ) -> BodySchema where Word.RawValue == String {
    .word(WordSchema(words: list.allCases.map(\.rawValue), isOpen: isOpen))
  }

  /// This text and no other.
  static func only(_ text: String) -> BodySchema { .word(WordSchema(words: [text])) }

  /// Any whole number of 64 bits.
  static func integer(example: Int64) -> BodySchema { .integer(.min ... .max, example: example) }

  /// A whole number from 0 on.
  static func count(example: Int64) -> BodySchema { .integer(0 ... .max, example: example) }

  /// Any number of values of one kind.
  static func list(_ element: BodySchema) -> BodySchema { .array(element, 0...Int.max) }
}
