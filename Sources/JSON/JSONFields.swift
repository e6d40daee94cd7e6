/// The members of a JSON object, read by name.
///
/// `null` counts as absent, and members that nobody asks for are ignored.
///
/// Every fault names the path from the root of the text, what was expected and what came.
package struct JSONFields {
  private let members: [JSONMember]
  /// The path of the object itself; empty for the root.
  package let path: String

  /// The members of `value`; throws `wrongType` unless it is an object.
  package init(_ value: JSONValue, path: String = "") throws(JSONFault) {
    guard case .object(let members) = value else {
      throw .wrongType(path: path, expected: "an object", found: value)
    }
    self.members = members
    self.path = path
  }

  /// The path of a member.
  package func path(to name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// The member of that name; nil when it is absent or null.
  package subscript(name: String) -> JSONValue? {
    // Backwards, because the last of two members with one name counts.
    for member in members.reversed() where member.name == name {
      return member.value.isNull ? nil : member.value
    }
    return nil
  }

  /// A value that must be there; throws `missing` with its path when it is not.
  package func require<Value>(
    _ name: String, _ value: Value?
  ) throws(JSONFault) -> Value {
    guard let value else {
      throw JSONFault(.missing, path: path(to: name), "expected a value, got none")
    }
    return value
  }

  /// A text that is at most so many bytes of UTF-8 long.
  package func string(_ name: String, atMost limit: Int) throws(JSONFault) -> String? {
    guard let value = self[name] else { return nil }
    return try value.string(path: path(to: name), atMost: limit)
  }

  /// A whole number; `3.0` is one.
  package func integer(_ name: String) throws(JSONFault) -> Int64? {
    guard let value = self[name] else { return nil }
    if let integer = value.integer { return integer }
    guard let number = value.number else {
      throw .wrongType(path: path(to: name), expected: "a whole number", found: value)
    }
    if number.rounded() == number {
      throw JSONFault(
        .outOfRange, path: path(to: name), "expected a whole number of 64 bits, got \(number)")
    }
    throw JSONFault(.wrongType, path: path(to: name), "expected a whole number, got \(number)")
  }

  /// Any number; it is finite.
  package func number(_ name: String) throws(JSONFault) -> Double? {
    guard let value = self[name] else { return nil }
    guard let number = value.number else {
      throw .wrongType(path: path(to: name), expected: "a number", found: value)
    }
    return number
  }

  /// `true` or `false`.
  package func bool(_ name: String) throws(JSONFault) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let bool = value.bool else {
      throw .wrongType(path: path(to: name), expected: "a boolean", found: value)
    }
    return bool
  }

  /// The elements of an array, each with its path.
  package func array<Element>(
    _ name: String, _ element: (JSONValue, String) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element]? {
    guard let value = self[name] else { return nil }
    guard let values = value.array else {
      throw .wrongType(path: path(to: name), expected: "an array", found: value)
    }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      elements.append(try element(value, "\(path(to: name))[\(index)]"))
    }
    return elements
  }

  /// The members of an object.
  package func object(_ name: String) throws(JSONFault) -> JSONFields? {
    guard let value = self[name] else { return nil }
    return try JSONFields(value, path: path(to: name))
  }
}

extension JSONValue {
  /// The text of a string of at most so many bytes; throws `wrongType` or `outOfRange` with the
  /// path given.
  package func string(
    path: @autoclosure () -> String, atMost limit: Int
  ) throws(JSONFault) -> String {
    guard case .string(let text) = self else {
      throw .wrongType(path: path(), expected: "a string", found: self)
    }
    guard text.utf8.count <= limit else {
      throw JSONFault(
        .outOfRange, path: path(), "expected at most \(limit) bytes, got \(text.utf8.count)")
    }
    return text
  }
}

extension JSONFault {
  /// The fault of a value that has another type than the one expected.
  package static func wrongType(
    path: String, expected: String, found: JSONValue
  ) -> JSONFault {
    JSONFault(.wrongType, path: path, "expected \(expected), got \(found.typeName)")
  }
}
