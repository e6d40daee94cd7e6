internal import JSON

/// The value of a member.
protocol MemberValue: Sendable {
  /// What stands in its place while an object is read.
  static var blank: Self { get }
  /// The value of a member, or an element of an array.
  static func read(_ fields: JSONFields, at index: JSONIndex) throws(JSONFault) -> Self
  func write(_ json: inout JSONWriter)
}

/// A value that is a text of some form.
protocol TextValue: MemberValue {
  /// What the text is to be.
  static var form: String { get }
  /// Nil for a text of another form.
  init?(text: String)
  var text: String { get }
}

extension TextValue {
  static func read(_ fields: JSONFields, at index: JSONIndex) throws(JSONFault) -> Self {
    if let value = Self(text: try fields.string(at: index)) { return value }
    throw JSONFault(
      .wrongType, path: fields.path(of: index), "expected \(form), got another text")
  }

  func write(_ json: inout JSONWriter) { json.string(text) }
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
  init?(text: String) {
    guard text.isShort else { return nil }
    self.init(rawValue: text)
  }
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
  public init(_ word: String) { self = (word.isShort ? Self.known[word] : nil) ?? .other(word) }
}

extension String {
  /// Whether it can be a word of a list; a long text may take time with the square of its accents
  /// to be compared.
  fileprivate var isShort: Bool { utf8.count <= 128 }
}

extension Int: MemberValue {
  static var blank: Int { 0 }

  static func read(_ fields: JSONFields, at index: JSONIndex) throws(JSONFault) -> Int {
    Int(try fields.integer(at: index))
  }

  func write(_ json: inout JSONWriter) { json.integer(self) }
}

extension Double: MemberValue {
  static var blank: Double { 0 }

  static func read(_ fields: JSONFields, at index: JSONIndex) throws(JSONFault) -> Double {
    try fields.number(at: index)
  }

  /// What JSON has no number for is null, which the fleet refuses where it needs a number.
  func write(_ json: inout JSONWriter) { isFinite ? json.double(self) : json.null() }
}

extension Bool: MemberValue {
  static var blank: Bool { false }

  static func read(_ fields: JSONFields, at index: JSONIndex) throws(JSONFault) -> Bool {
    try fields.bool(at: index)
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
