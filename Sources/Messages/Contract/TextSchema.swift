/// What a text of a body may be.
package struct TextSchema: Sendable {
  package var example: String
  /// In characters.
  package var minimumLength = 0
  /// In bytes of UTF-8; nil where only the size of the whole body is limited.
  package var maximumBytes: Int?
  /// Regular expressions, each for the whole text, in the part of their grammar that all languages
  /// share: ECMA-262 without lookahead, and `\x` for control characters.
  package var patterns: [String] = []
  /// What is asked beside that, which no pattern can say.
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

  /// A text without control characters but line breaks and tabs.
  static func lines(_ example: String, atMost limit: Int) -> TextSchema {
    TextSchema(
      example: example, maximumBytes: limit,
      patterns: [#"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"#])
  }

  private static let withoutControls = #"^[^\x00-\x1f\x7f-\x9f]*$"#

  /// The URL of a picture.
  static let link = TextSchema(
    example: "https://example.org/car.png", maximumBytes: TextLimit.link,
    patterns: [#"^https?://[^\x00-\x20\x7f-\x9f]*$"#])

  static let locale = TextSchema(
    example: "en_US", maximumBytes: TextLimit.locale,
    patterns: [
      "^[A-Za-z][A-Za-z0-9_-]*([.@][A-Za-z0-9@.=;_/+:-]*[A-Za-z0-9.=;_/+:-])?$"
    ], rule: "A locale as BCP 47, CLDR or POSIX writes it.")

  static let currency = TextSchema(
    example: "USD", patterns: ["^[A-Z]{3}$"],
    rule: "A current currency of ISO 4217 that is money.")

  /// An amount beside its currency, of either sign.
  static let amount = TextSchema(
    example: "8.28", maximumBytes: 20, patterns: [#"^-?[0-9]+(\.[0-9]{1,4})?$"#],
    rule: amountRule)

  /// An amount of nothing or more.
  static let unsignedAmount = TextSchema(
    example: "5.00", maximumBytes: 20,
    patterns: [#"^(-0+(\.0{1,4})?|[0-9]+(\.[0-9]{1,4})?)$"#], rule: amountRule)

  /// An amount of more than nothing.
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
