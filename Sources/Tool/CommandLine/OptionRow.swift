import Rides

/// One option of a command: a row of the table that it is parsed by and that its help shows.
struct OptionRow: Sendable {
  /// What comes after an option.
  enum Kind: Hashable, Sendable {
    case flag
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case choice([String])
    /// A moment, as RFC 3339 writes it.
    case time
    /// A length of time in whole seconds, minutes, hours or days.
    case length
    case text
  }

  let name: String
  /// The word for the value in the help; empty for a flag.
  let placeholder: String
  let kind: Kind
  let summary: String
  /// Whether it may be given several times.
  let repeats: Bool

  /// A flag.
  init(_ name: String, _ summary: String) {
    self.init(name, "", .flag, summary)
  }

  init(
    _ name: String, _ placeholder: String, _ kind: Kind, repeats: Bool = false, _ summary: String
  ) {
    self.name = name
    self.placeholder = placeholder
    self.kind = kind
    self.repeats = repeats
    self.summary = summary
  }

  /// What a value must be, in words.
  var expectation: String {
    switch kind {
    case .flag: "no value"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
    case .choice(let words): words.joined(separator: " or ")
    case .time: "a time such as 2026-11-21T05:00:00Z"
    case .length: "a length of time such as 90s, 30m, 2h or 1d"
    case .text: "a text"
    }
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// The seconds of a length of time; nil for what is none, and above ten years.
  static func length(_ text: String) -> Int? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let first = text.first, first.isASCII,
      first.isNumber, let count = Int(text.dropLast()), count <= 10 * 366 * 86_400 / unit
    else { return nil }
    return count * unit
  }

  /// Whether a text is a value of this option.
  func accepts(_ text: String) -> Bool {
    switch kind {
    case .flag: false
    case .integer(let range): Int(text).map(range.contains) ?? false
    case .number(let range): Double(text).map(range.contains) ?? false
    case .choice(let words): words.contains(text)
    case .time: Instant(rfc3339: text) != nil
    case .length: Self.length(text) != nil
    case .text: !text.isEmpty
    }
  }
}
