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
