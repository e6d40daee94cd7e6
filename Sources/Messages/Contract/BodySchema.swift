/// The schema of a value in a body: the contract in a form for programs.
///
/// A test compares it with the readers and the writers.
package indirect enum BodySchema: Sendable {
  case text(TextSchema)
  case word(WordSchema)
  case integer(ClosedRange<Int64>, example: Int64)
  case number(NumberSchema)
  case boolean
  /// A value that is not read, or only whether it is there.
  case anything
  /// An array of values of one kind, with limits of its length.
  case array(BodySchema, ClosedRange<Int>)
  case object(ObjectSchema)
  /// An object with any names and values of one kind.
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
  /// The exclusive upper limit.
  package var limit: Double?
  package var example: Double
}

/// An object of one of two kinds; the presence of a member tells them apart.
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

  /// Exactly this text.
  static func only(_ text: String) -> BodySchema { .word(WordSchema(words: [text])) }

  /// Any whole number of 64 bits.
  static func integer(example: Int64) -> BodySchema { .integer(.min ... .max, example: example) }

  /// A whole number from 0 on.
  static func count(example: Int64) -> BodySchema { .integer(0 ... .max, example: example) }

  /// Any number of values of one kind.
  static func list(_ element: BodySchema) -> BodySchema { .array(element, 0...Int.max) }
}

/// What a text of a body may be.
package struct TextSchema: Sendable {
  package var example: String
  /// In characters.
  package var minimumLength = 0
  /// In bytes of UTF-8; nil where only the size of the whole body is limited.
  package var maximumBytes: Int?
  /// In grapheme clusters; nil where bytes alone are counted.
  package var maximumCharacters: Int?
  /// Regular expressions, each for the whole text, in the part of their grammar that all languages
  /// share: ECMA-262 without lookahead, and `\x` for control characters.
  package var patterns: [String] = []
  /// Further requirements that no pattern can express.
  package var rule: String?
}

extension TextSchema {
  /// Any text.
  static func any(_ example: String) -> TextSchema { TextSchema(example: example) }

  /// 1 to 128 bytes without control characters.
  static func identifier(_ example: String) -> TextSchema {
    TextSchema(
      example: example, minimumLength: 1, maximumBytes: TextLimit.identifier,
      patterns: [withoutControls])
  }

  /// A text without control characters.
  static func line(_ example: String, atMost limit: Int) -> TextSchema {
    TextSchema(example: example, maximumBytes: limit, patterns: [withoutControls])
  }

  /// A text of a vehicle or its driver that riders are shown.
  static func printable(_ example: String) -> TextSchema {
    TextSchema(
      example: example, maximumBytes: TextLimit.name, patterns: [withoutControls],
      rule: "No character that sets the direction of writing (Unicode's Bidi_Control), and no "
        + "separator of lines or paragraphs.")
  }

  /// A text that people write, of at most so many characters: without control characters except
  /// line breaks and tabs.
  static func lines(_ example: String, atMost limit: Int) -> TextSchema {
    TextSchema(
      example: example, maximumBytes: limit * CharacterLimit.bytesEach, maximumCharacters: limit,
      patterns: [#"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"#])
  }

  private static let withoutControls = #"^[^\x00-\x1f\x7f-\x9f]*$"#

  /// A telephone number, in the way in which people write one.
  static let phoneNumber = TextSchema(
    example: "+13125550103", maximumBytes: TextLimit.name,
    patterns: [#"^\+?\(?[0-9]([ ()./-]{0,3}[0-9]){2,14}$"#])

  /// The four digits by which a driver shows to have met the rider.
  static let startCode = TextSchema(example: "4821", patterns: ["^[0-9]{4}$"])

  /// The URL of a picture.
  static let link = TextSchema(
    example: "https://example.org/car.png", maximumBytes: TextLimit.link,
    patterns: [#"^https?://[^\x00-\x20\x7f-\x9f]*$"#])

  /// The correlation id of an observer.
  static let correlation = TextSchema(
    example: "c-1", maximumBytes: ShortString.limit, patterns: [#"^[^\x00]*$"#])

  static let locale = TextSchema(
    example: "en_US", maximumBytes: TextLimit.locale,
    patterns: [
      "^[A-Za-z][A-Za-z0-9_-]*([.@][A-Za-z0-9@.=;_/+:-]*[A-Za-z0-9.=;_/+:-])?$"
    ], rule: "A locale as BCP 47, CLDR or POSIX writes it.")

  static let currency = TextSchema(
    example: "USD", patterns: ["^[A-Z]{3}$"],
    rule: "A current currency of ISO 4217 that is money.")

  /// An amount next to its currency, of either sign.
  static let amount = TextSchema(
    example: "8.28", maximumBytes: 20, patterns: [#"^-?[0-9]+(\.[0-9]{1,4})?$"#],
    rule: amountRule)

  /// An amount of zero or more.
  static let unsignedAmount = TextSchema(
    example: "5.00", maximumBytes: 20,
    patterns: [#"^(-0+(\.0{1,4})?|[0-9]+(\.[0-9]{1,4})?)$"#], rule: amountRule)

  /// An amount above zero.
  static let positiveAmount = TextSchema(
    example: "8.28", maximumBytes: 20,
    patterns: [#"^[0-9]+(\.[0-9]{1,4})?$"#, #"^[0-9.]*[1-9][0-9.]*$"#], rule: amountRule)

  private static let amountRule =
    "At most as many digits after the point as the currency has, and within 10^12 of its minor "
    + "units."
}

/// Times.
extension TextSchema {
  private static let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]"
  private static let minute = "([01][0-9]|2[0-3]):[0-5][0-9]"
  private static let zoned =
    #":([0-5][0-9]|60)(\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"#

  /// RFC 3339, with any offset.
  static let instant = TextSchema(
    example: "2026-11-21T05:04:10Z", maximumBytes: TextLimit.instant,
    patterns: ["^\(date)\(minute)\(zoned)$"],
    rule: "RFC 3339: a day of the calendar, in the years 0000 to 9999.")

  /// RFC 3339 in UTC, as Livery writes it.
  static let writtenInstant = TextSchema(
    example: "2026-11-21T05:04:10Z", maximumBytes: TextLimit.instant,
    patterns: [
      #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3}([0-9]{3})?)?Z$"#
    ])

  /// RFC 3339, or a date and a time of day without an offset.
  static let instantOrLocalTime = TextSchema(
    example: "2026-11-22T07:00:00", maximumBytes: TextLimit.instant,
    patterns: ["^\(date)\(minute)(\(zoned)|(:[0-5][0-9])?)$"],
    rule: "RFC 3339, or what the clocks at the pickup show; a day of the calendar.")
}
