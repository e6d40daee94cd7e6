extension JSONValue {
  /// Reads a JSON text by RFC 8259, strictly: UTF-8 without a byte order mark, no lone surrogates,
  /// no name twice in an object, nothing after the value.
  ///
  /// Throws `tooLarge`, `tooDeep`, `malformed`, and `outOfRange` for a number beyond a `Double`.
  package init(parsing text: [UInt8], limits: JSONLimits = .message) throws(JSONFault) {
    self = try JSONValue(JSONText(parsing: text, limits: limits), at: 0)
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
    guard text.hasReadableNames(object) else { throw text.unreadable(object) }
    var members: [String: JSONValue] = [:]
    var index = object + 1
    while index < text.entries[object].end {
      guard text.entries[index].count <= JSONLimits.nameLength else {
        throw JSONFault(
          .outOfRange, path: text.path(of: object),
          "expected names of at most \(JSONLimits.nameLength) bytes, got one of "
            + "\(text.entries[index].count)")
      }
      if let name = text.string(at: index), members[name] == nil {
        members[name] = try JSONValue(text, at: index + 1)
      }
      index = Int(text.entries[index + 1].end)
    }
    return members
  }
}
