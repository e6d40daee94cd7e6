package import JSON

/// Bodies of messages as literals.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
  package init(floatLiteral number: Double) { self = .number(number) }
  package init(integerLiteral number: Int64) { self = .integer(number) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { $1 })
  }

  /// An object with the members of both.
  static func + (left: JSONValue, right: JSONValue) -> JSONValue {
    .object((left.members ?? [:]).merging(right.members ?? [:]) { $1 })
  }

  /// The object with other values for some members; `null` removes one.
  func with(_ changes: JSONValue) -> JSONValue {
    .object((self + changes).members?.filter { !$0.value.isNull } ?? [:])
  }
}
