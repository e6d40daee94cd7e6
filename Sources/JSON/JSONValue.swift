/// A JSON text as a tree.
///
/// A tree has no order of members, and `1` and `1.0` are the same number in it.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A whole number that fits 64 bits; `-0` is none.
  case integer(Int64)
  /// Any other number; finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// Of two members whose names Swift takes for the same text the first counts.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The text of a string; nil for anything else.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a whole number, `3.0` included; nil for anything else.
  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The value of any number; nil for anything else.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value of `true` or `false`; nil for anything else.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of an array; nil for anything else.
  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object; nil for anything else.
  package var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether this is `null`.
  package var isNull: Bool { self == .null }

  /// The member of that name; nil when there is none, or this is no object.
  package subscript(name: String) -> JSONValue? {
    members?[name]
  }

  /// The element at that place; nil when there is none, or this is no array.
  package subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// The type in words, as an error message says what came.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
