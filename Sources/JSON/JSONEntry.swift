/// One value of a JSON text, or the name of a member: what it is and where it lies.
struct JSONEntry {
  enum Kind: UInt8 {
    case null, `true`, `false`, number, string, array, object
  }

  let kind: Kind
  /// Whether a string has no escapes, and the names of an object have none and are of ASCII.
  var isPlain: Bool
  /// The first byte of a string, after its quote, or of a number.
  let start: UInt32
  /// The bytes of a string or a number, the elements or members of an array or an object.
  var count: UInt32
  /// The number of the entry after this value and all that is in it.
  var end: UInt32

  var bytes: Range<Int> { Int(start)..<Int(start) + Int(count) }

  /// The type in words, as an error message says what came.
  var typeName: String {
    switch kind {
    case .null: "null"
    case .true, .false: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
