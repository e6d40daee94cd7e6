/// Where a value is in the text of the fields that have named it, in which it can be read.
package struct JSONIndex {
  let entry: Int
}

/// Values by where they are, for a caller that reads many: nothing is looked for or counted.
extension JSONFields {
  /// The path of a value.
  package func path(of index: JSONIndex) -> String { text.path(of: index.entry) }

  /// A text of any length.
  package func string(at index: JSONIndex) throws(JSONFault) -> String {
    try text.string(at: index.entry, atMost: .max)
  }

  /// A whole number; `3.0` is one.
  package func integer(at index: JSONIndex) throws(JSONFault) -> Int64 {
    try text.integer(at: index.entry)
  }

  /// Any number; it is finite.
  package func number(at index: JSONIndex) throws(JSONFault) -> Double {
    try text.double(at: index.entry)
  }

  /// `true` or `false`.
  package func bool(at index: JSONIndex) throws(JSONFault) -> Bool {
    try text.bool(at: index.entry)
  }

  /// The members of an object.
  package func object(at index: JSONIndex) throws(JSONFault) -> JSONFields {
    try text.object(at: index.entry)
  }

  /// How many elements an array has, and where the first one is.
  package func array(at index: JSONIndex) throws(JSONFault) -> (count: Int, first: JSONIndex) {
    guard text.entries[index.entry].kind == .array else {
      throw text.wrongType(at: index.entry, expected: "an array")
    }
    return (Int(text.entries[index.entry].count), JSONIndex(entry: index.entry + 1))
  }

  /// Where the element after another one is.
  package func index(after index: JSONIndex) -> JSONIndex {
    JSONIndex(entry: Int(text.entries[index.entry].end))
  }
}
