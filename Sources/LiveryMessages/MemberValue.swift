internal import JSON

/// The value of a member.
protocol MemberValue: Sendable {
  /// What stands in its place while an object is read.
  static var blank: Self { get }
  /// The member of that name; nil where it is absent or null.
  static func read(_ fields: JSONFields, _ name: String) throws(JSONFault) -> Self?
  func write(_ json: inout JSONWriter)
}

/// A value of which there are arrays.
protocol Element: MemberValue {
  /// The next element of an array.
  static func next(_ elements: inout JSONElements) throws(JSONFault) -> Self
}

/// A value that is a text of some form.
protocol TextValue: Element {
  /// What the text is to be.
  static var form: String { get }
  /// Nil for a text of another form.
  init?(text: String)
  var text: String { get }
}

extension TextValue {
  static func read(_ fields: JSONFields, _ name: String) throws(JSONFault) -> Self? {
    guard let text = try fields.string(name, atMost: .max) else { return nil }
    return try of(text, fields.path(to: name))
  }

  static func next(_ elements: inout JSONElements) throws(JSONFault) -> Self {
    let path = elements.path(of: elements.index)
    return try of(try elements.string(atMost: .max), path)
  }

  func write(_ json: inout JSONWriter) { json.string(text) }

  private static func of(
    _ text: String, _ path: @autoclosure () -> String
  ) throws(JSONFault) -> Self {
    if let value = Self(text: text) { return value }
    throw JSONFault(.wrongType, path: path(), "expected \(form), got another text")
  }
}

extension String: TextValue {
  static var blank: String { "" }
  static var form: String { "a text" }
  var text: String { self }
  init?(text: String) { self = text }
}

extension Instant: TextValue {
  static var blank: Instant { Instant(microseconds: 0) }
  static var form: String { "a moment in RFC 3339" }
  var text: String { description }
  init?(text: String) { self.init(text) }
}

/// A word of a list that has no other words in this version of the messages.
protocol ClosedWord: TextValue, RawRepresentable, CaseIterable where RawValue == String {}

extension ClosedWord {
  // Each list has a word.
  static var blank: Self { allCases.first! }
  static var form: String { "one of \(allCases.map(\.rawValue).joined(separator: ", "))" }
  var text: String { rawValue }
  init?(text: String) { self.init(rawValue: text) }
}

/// A word of a list to which later releases may add words, which are kept as they came.
protocol OpenWord: TextValue, Hashable, LosslessStringConvertible {
  /// The words of this release.
  static var known: [String: Self] { get }
  static func other(_ word: String) -> Self
  /// The word of a later release.
  var unknown: String? { get }
}

extension OpenWord {
  static var blank: Self { .other("") }
  static var form: String { "a word" }
  var text: String { description }
  init?(text: String) { self.init(text) }

  /// The word itself.
  public var description: String {
    unknown ?? Self.known.first { $0.value == self }?.key ?? ""
  }

  /// Any word; one that this release does not know is `other`.
  public init(_ word: String) { self = Self.known[word] ?? .other(word) }
}

extension Int: Element {
  static var blank: Int { 0 }

  static func read(_ fields: JSONFields, _ name: String) throws(JSONFault) -> Int? {
    try fields.integer(name).map { Int($0) }
  }

  static func next(_ elements: inout JSONElements) throws(JSONFault) -> Int {
    Int(try elements.integer())
  }

  func write(_ json: inout JSONWriter) { json.integer(self) }
}

extension Double: MemberValue {
  static var blank: Double { 0 }

  static func read(_ fields: JSONFields, _ name: String) throws(JSONFault) -> Double? {
    try fields.number(name)
  }

  func write(_ json: inout JSONWriter) { json.double(self) }
}

extension Bool: MemberValue {
  static var blank: Bool { false }

  static func read(_ fields: JSONFields, _ name: String) throws(JSONFault) -> Bool? {
    try fields.bool(name)
  }

  func write(_ json: inout JSONWriter) { json.bool(self) }
}

extension DecimalNumber: TextValue {
  static var blank: DecimalNumber { DecimalNumber(units: 0, fractionDigits: 0) }
  static var form: String { "a decimal number" }
  var text: String { description }
  init?(text: String) { self.init(text) }
}

extension Money: MessageObject {
  static var blank: Money { Money(.blank, currencyCode: .blank) }

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("amount", &amount)
    try member("currencyCode", &currencyCode)
  }
}
