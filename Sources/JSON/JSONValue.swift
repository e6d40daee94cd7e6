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

extension JSONValue {
  /// Reads a JSON text by RFC 8259, strictly: UTF-8 without a byte order mark, no lone surrogates,
  /// no name twice in an object, nothing after the value.
  ///
  /// Throws `tooLarge`, `tooDeep`, `malformed`, and `outOfRange` for a number beyond a `Double`.
  package init(parsing text: [UInt8], limits: JSONLimits = .message) throws(JSONFault) {
    self = try JSONValue(JSONText(parsing: text, limits: limits), at: 0)
  }

  /// Reads a JSON text in which an object may have a name twice, of which the first counts, with
  /// the fault of each such name; all else is as strict.
  package init(
    parsing text: [UInt8], limits: JSONLimits, repeated: inout [JSONFault]
  ) throws(JSONFault) {
    self = try JSONValue(JSONText(parsing: text, limits: limits, repeated: &repeated), at: 0)
  }

  init(_ text: JSONText, at index: Int) throws(JSONFault) {
    switch text.entries[index].kind {
    case .null: self = .null
    case .true: self = .bool(true)
    case .false: self = .bool(false)
    case .number: self = try Self.number(text, at: index)
    case .string: self = .string(try text.string(at: index, atMost: Int.max))
    case .array: self = .array(try Self.elements(text, of: index))
    case .object: self = .object(try Self.members(text, of: index))
    }
  }

  private static func number(_ text: JSONText, at index: Int) throws(JSONFault) -> JSONValue {
    let number = try text.number(at: index, expected: "a number")
    let double = try text.double(of: number, at: index)
    // `-0` keeps its sign only as a floating-point number.
    if double == 0, double.sign == .minus { return .number(double) }
    return number.integer.map { .integer($0) } ?? .number(double)
  }

  private static func elements(
    _ text: JSONText, of array: Int
  ) throws(JSONFault) -> [JSONValue] {
    var elements: [JSONValue] = []
    elements.reserveCapacity(Int(text.entries[array].count))
    var index = array + 1
    while index < text.entries[array].end {
      elements.append(try JSONValue(text, at: index))
      index = Int(text.entries[index].end)
    }
    return elements
  }

  private static func members(
    _ text: JSONText, of object: Int
  ) throws(JSONFault) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    var index = object + 1
    while index < text.entries[object].end {
      guard text.entries[index].count <= JSONLimits.nameLength else {
        throw JSONFault(
          .outOfRange, path: text.path(of: object),
          "expected names of at most \(JSONLimits.nameLength) bytes, got one of "
            + "\(text.entries[index].count)")
      }
      let name = text.string(at: index)
      if members[name] == nil {
        members[name] = try JSONValue(text, at: index + 1)
      }
      index = Int(text.entries[index + 1].end)
    }
    return members
  }
}

extension JSONWriter {
  /// A whole tree, the members of its objects in the order of their names.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): self.bool(bool)
    case .integer(let integer): self.integer(integer)
    case .number(let number): double(number)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        key(dynamic: name)
        self.value(member)
      }
      endObject()
    }
  }
}

extension JSONValue {
  /// The tree as a JSON text without blanks.
  package var text: [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.value(self)
    return writer.bytes
  }
}
