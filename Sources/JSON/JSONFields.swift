/// The members of a JSON object, read by name.
///
/// `null` counts as absent, and members that nobody asks for are ignored. Of two members with one
/// name the first counts.
///
/// Every fault names the path from the root of the text, what was expected and what came.
package struct JSONFields {
  private let container: KeyedDecodingContainer<JSONName>

  /// Reads a JSON text by RFC 8259 that is an object: UTF-8 without a byte order mark, nothing
  /// after the value.
  ///
  /// Throws `tooLarge`, `tooDeep`, `malformed` and `wrongType`. A value is looked at when it is
  /// asked for: spellings that JSON does not have show then, and not in members that nobody reads.
  package init(parsing text: [UInt8], limits: JSONLimits = .message) throws(JSONFault) {
    self = try limits.decode(JSONFields.self, from: text)
  }

  /// The path of the object itself; empty for the root.
  package var path: String { container.codingPath.jsonPath }

  /// The path of a member.
  package func path(to name: String) -> String {
    (container.codingPath + [JSONName(name)]).jsonPath
  }

  /// The names of all members, sorted; those of nulls too.
  package var names: [String] { container.allKeys.map(\.stringValue).sorted() }

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
    let text = try read(name, "a string") { try $0.decodeIfPresent(String.self, forKey: $1) }
    guard let text else { return nil }
    return try JSONFault.check(text, atMost: limit, path: path(to: name))
  }

  /// A whole number; `3.0` is one.
  package func integer(_ name: String) throws(JSONFault) -> Int64? {
    let integer = try read(name, "a whole number") { container, key -> Int64?? in
      do {
        return .some(try container.decodeIfPresent(Int64.self, forKey: key))
      } catch let error as DecodingError {
        throw error
      } catch {
        return nil  // A number, but none of 64 bits.
      }
    }
    if let integer { return integer }
    guard let number = try number(name) else { return nil }
    if number.rounded() == number {
      throw JSONFault(
        .outOfRange, path: path(to: name), "expected a whole number of 64 bits, got \(number)")
    }
    throw JSONFault(.wrongType, path: path(to: name), "expected a whole number, got \(number)")
  }

  /// Any number; it is finite.
  package func number(_ name: String) throws(JSONFault) -> Double? {
    try read(name, "a number") { try $0.decodeIfPresent(Double.self, forKey: $1) }
  }

  /// `true` or `false`.
  package func bool(_ name: String) throws(JSONFault) -> Bool? {
    try read(name, "a boolean") { try $0.decodeIfPresent(Bool.self, forKey: $1) }
  }

  /// The elements of an array; `element` reads the next one, and one at a time.
  package func array<Element>(
    _ name: String, _ element: (inout JSONElements) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element]? {
    let list = try read(name, "an array") { try $0.decodeIfPresent(JSONElements.self, forKey: $1) }
    guard var elements = list else { return nil }
    var values: [Element] = []
    values.reserveCapacity(elements.count)
    while !elements.isAtEnd { values.append(try element(&elements)) }
    return values
  }

  /// The members of an object.
  package func object(_ name: String) throws(JSONFault) -> JSONFields? {
    try read(name, "an object") { try $0.decodeIfPresent(JSONFields.self, forKey: $1) }
  }

  /// A value of any type, whole.
  package func value(_ name: String) throws(JSONFault) -> JSONValue? {
    try read(name, "a value") { try $0.decodeIfPresent(JSONValue.self, forKey: $1) }
  }
}

extension JSONFields: Decodable {
  package init(from decoder: any Decoder) throws {
    do {
      container = try decoder.container(keyedBy: JSONName.self)
    } catch {
      throw JSONFault(reading: error, expected: "an object", path: decoder.codingPath.jsonPath) {
        decoder
      }
    }
  }
}

extension JSONFields {
  private func read<Value>(
    _ name: String, _ expected: String,
    _ body: (KeyedDecodingContainer<JSONName>, JSONName) throws -> Value
  ) throws(JSONFault) -> Value {
    do {
      return try body(container, JSONName(name))
    } catch let fault as JSONFault {
      throw fault
    } catch {
      throw JSONFault(reading: error, expected: expected, path: path(to: name)) {
        try container.superDecoder(forKey: JSONName(name))
      }
    }
  }
}

extension JSONFault {
  /// The text if it is at most so many bytes long; throws `outOfRange` with the path given.
  static func check(
    _ text: String, atMost limit: Int, path: @autoclosure () -> String
  ) throws(JSONFault) -> String {
    guard text.utf8.count <= limit else {
      throw JSONFault(
        .outOfRange, path: path(), "expected at most \(limit) bytes, got \(text.utf8.count)")
    }
    return text
  }
}
