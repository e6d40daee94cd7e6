/// The members of a JSON object, read by name.
///
/// `null` counts as absent, and members that the caller does not ask for are ignored.
///
/// Every fault names the path from the root of the text, what was expected and what came.
package struct JSONFields {
  let text: JSONText
  private let entry: Int
  /// Where the search for the next member begins.
  private var expected: Int

  /// Reads a JSON text by RFC 8259 that is an object: UTF-8 without a byte order mark, no name
  /// twice in an object, nothing after the value.
  ///
  /// Throws `tooLarge`, `tooDeep`, `malformed` and `wrongType`. Half of a pair of surrogates, which
  /// RFC 8259 allows, is `malformed`, also in members that are never read.
  package init(parsing text: [UInt8], limits: JSONLimits = .message) throws(JSONFault) {
    self = try JSONText(parsing: text, limits: limits).object(at: 0)
  }

  init(_ text: JSONText, at entry: Int) {
    self.text = text
    self.entry = entry
    expected = entry + 1
  }

  /// The path of the object itself; empty for the root.
  package var path: String { text.path(of: entry) }

  /// The path of a member.
  package func path(to name: String) -> String {
    entry == 0 ? name : "\(text.path(of: entry)).\(name)"
  }

  /// The names of all members, sorted; those of nulls too.
  package var names: [String] { text.names(of: entry).sorted() }

  /// The first name, in the order of the text, that is none of these; one of a null too.
  package func firstName(besides known: [String]) -> String? {
    text.names(of: entry).first { name in
      !known.contains { $0.utf8.elementsEqual(name.utf8) }
    }
  }

  /// Whether there is a value, of whatever type; it is not looked at.
  package func has(_ name: String) -> Bool { member(name) != nil }

  /// A value that must be there; throws `missing` with its path when it is not.
  package func require<Value>(
    _ name: String, _ value: Value?
  ) throws(JSONFault) -> Value {
    guard let value else { throw missing(name) }
    return value
  }

  /// The fault of a value that is absent and must not be.
  package func missing(_ name: String) -> JSONFault {
    JSONFault(.missing, path: path(to: name), "expected a value, got none")
  }

  /// A text that is at most so many bytes of UTF-8 long.
  package func string(_ name: String, atMost limit: Int) throws(JSONFault) -> String? {
    guard let value = member(name) else { return nil }
    return try text.string(at: value, atMost: limit)
  }

  /// A whole number; `3.0` is one.
  package func integer(_ name: String) throws(JSONFault) -> Int64? {
    guard let value = member(name) else { return nil }
    return try text.integer(at: value)
  }

  /// Any number; it is finite.
  package func number(_ name: String) throws(JSONFault) -> Double? {
    guard let value = member(name) else { return nil }
    return try text.double(at: value)
  }

  /// `true` or `false`.
  package func bool(_ name: String) throws(JSONFault) -> Bool? {
    guard let value = member(name) else { return nil }
    return try text.bool(at: value)
  }

  /// The elements of an array; `element` reads the next one, and one at a time.
  package func array<Element>(
    _ name: String, _ element: (inout JSONElements) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element]? {
    guard let value = member(name) else { return nil }
    guard text.entries[value].kind == .array else {
      throw text.wrongType(at: value, expected: "an array")
    }
    var elements = JSONElements(text, of: value)
    var values: [Element] = []
    values.reserveCapacity(elements.count)
    while !elements.isAtEnd { values.append(try element(&elements)) }
    return values
  }

  /// The members of an object.
  package func object(_ name: String) throws(JSONFault) -> JSONFields? {
    guard let value = member(name) else { return nil }
    return try text.object(at: value)
  }

  /// A value of any type, whole.
  package func value(_ name: String) throws(JSONFault) -> JSONValue? {
    guard let value = member(name) else { return nil }
    return try JSONValue(text, at: value)
  }

  /// Where a member's value is; takes less time where members are asked for in the order of the
  /// text.
  package mutating func next(_ name: String) -> JSONIndex? {
    guard let value = text.member(name, of: entry, from: expected) else { return nil }
    expected = Int(text.entries[value].end)
    return text.entries[value].kind == .null ? nil : JSONIndex(entry: value)
  }

  /// The entry of a member's value; nil for `null` too.
  private func member(_ name: String) -> Int? {
    guard let value = text.member(name, of: entry, from: entry + 1),
      text.entries[value].kind != .null
    else { return nil }
    return value
  }
}

/// The elements of a JSON array, read one after the other.
package struct JSONElements {
  private let text: JSONText
  private let array: Int
  /// The entry of the next element.
  private var next: Int

  /// How many there are.
  let count: Int
  /// Whether all have been read.
  var isAtEnd: Bool { index == count }

  /// How many elements have been read: the index of the next one.
  package private(set) var index = 0

  init(_ text: JSONText, of array: Int) {
    self.text = text
    self.array = array
    next = array + 1
    count = Int(text.entries[array].count)
  }

  /// The path of an element, such as `products[1]`.
  package func path(of index: Int) -> String { "\(text.path(of: array))[\(index)]" }

  /// The next element, a text that is at most so many bytes of UTF-8 long.
  package mutating func string(atMost limit: Int) throws(JSONFault) -> String {
    try text.string(at: try advance(past: "a string"), atMost: limit)
  }

  /// The next element, an object.
  package mutating func object() throws(JSONFault) -> JSONFields {
    try text.object(at: try advance(past: "an object"))
  }

  /// The next element, a whole number.
  package mutating func integer() throws(JSONFault) -> Int64 {
    try text.integer(at: try advance(past: "a whole number"))
  }

  /// The next element, any number; it is finite.
  package mutating func number() throws(JSONFault) -> Double {
    try text.double(at: try advance(past: "a number"))
  }

  private mutating func advance(past expected: String) throws(JSONFault) -> Int {
    guard !isAtEnd else {
      throw JSONFault(.wrongType, path: path(of: index), "expected \(expected), got none")
    }
    let element = next
    next = Int(text.entries[element].end)
    index += 1
    return element
  }
}
