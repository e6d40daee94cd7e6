import JSON

/// A JSON value whose members keep their order, to be laid out for people.
indirect enum Document: Equatable, Sendable {
  struct Member: Equatable, Sendable {
    let name: String
    let value: Document
  }

  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([Document])
  case object([Member])

  /// An object with the members of both.
  static func + (left: Document, right: Document) -> Document {
    .object(left.members + right.members)
  }

  /// The members of an object; empty for anything else.
  var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The value of a member.
  subscript(name: String) -> Document? { members.first { $0.name == name }?.value }
}

extension Document: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral flag: Bool) { self = .bool(flag) }
  init(integerLiteral number: Int64) { self = .integer(number) }
  init(floatLiteral number: Double) { self = .number(number) }
  init(arrayLiteral elements: Document...) { self = .list(elements) }
  init(dictionaryLiteral members: (String, Document)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  /// Texts.
  init(texts: [String]) { self = .list(texts.map { Document.text($0) }) }

  /// Members by name.
  init(members: [(String, Document)]) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }
}

extension Document {
  /// The widest line.
  private static let width = 120

  /// The text of a file: values that fit on one line are on one.
  var file: [UInt8] { Array((text(indent: 0, column: 0) + "\n").utf8) }

  /// The value on one line.
  var line: String {
    switch self {
    case .list(let elements): "[\(elements.map(\.line).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)): \($0.value.line)" }.joined(separator: ", "))}"
    default: scalar
    }
  }

  private func text(indent: Int, column: Int) -> String {
    let line = line
    guard column + line.count >= Self.width else { return line }
    let parts: [String]
    let brackets: (String, String)
    switch self {
    case .list(let elements):
      brackets = ("[", "]")
      parts = elements.map { $0.text(indent: indent + 2, column: indent + 2) }
    case .object(let members):
      brackets = ("{", "}")
      parts = members.map { member in
        let name = "\(Self.quoted(member.name)): "
        return name + member.value.text(indent: indent + 2, column: indent + 2 + name.count)
      }
    default: return line
    }
    let margin = String(repeating: " ", count: indent)
    return brackets.0 + "\n" + parts.map { "\(margin)  \($0)" }.joined(separator: ",\n")
      + "\n\(margin)\(brackets.1)"
  }

  private var scalar: String {
    var writer = JSONWriter(capacity: 64)
    switch self {
    case .bool(let flag): writer.bool(flag)
    case .integer(let number): writer.integer(number)
    case .number(let number): writer.double(number)
    case .text(let text): writer.string(text)
    case .null, .list, .object: writer.null()
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func quoted(_ name: String) -> String { Document.text(name).scalar }
}
