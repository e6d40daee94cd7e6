extension JSONFault {
  /// What is wrong with a value that could not be read; `decoder` gives it to be looked at.
  init(
    reading error: any Error, expected: String, path: String,
    _ decoder: () throws -> any Decoder
  ) {
    guard error is DecodingError else {
      self.init(unreadable: error, path: path)
      return
    }
    let found = (try? decoder()).map { JSONFault.typeName(of: $0) } ?? "none"
    self.init(.wrongType, path: path, "expected \(expected), got \(found)")
  }

  /// What is wrong with a value that has the right type, and that the library cannot read.
  ///
  /// Its errors for that are no `DecodingError` and have no name that we could use; the text of one
  /// tells a number that is too large from a spelling that JSON does not have.
  init(unreadable error: any Error, path: String) {
    if "\(error)".contains("numberIsNotRepresentable") {
      self.init(.outOfRange, path: path, "expected a number that a double holds")
    } else {
      self.init(.malformed, path: path, "expected a value of JSON, got one that is not")
    }
  }

  /// The type of a value in words.
  private static func typeName(of decoder: any Decoder) -> String {
    guard let value = try? decoder.singleValueContainer() else { return "none" }
    if value.decodeNil() { return JSONValue.null.typeName }
    if hasType({ _ = try value.decode(Bool.self) }) { return JSONValue.bool(true).typeName }
    if hasType({ _ = try value.decode(Double.self) }) { return JSONValue.integer(0).typeName }
    if hasType({ _ = try value.decode(String.self) }) { return JSONValue.string("").typeName }
    if hasType({ _ = try decoder.unkeyedContainer() }) { return JSONValue.array([]).typeName }
    return JSONValue.object([:]).typeName
  }

  /// Whether a value has the type that is read; it may be unreadable all the same.
  private static func hasType(_ read: () throws -> Void) -> Bool {
    do {
      try read()
      return true
    } catch {
      return !(error is DecodingError)
    }
  }
}

extension [any CodingKey] {
  /// The path as an error names it, such as `pickupLocation.latitude` or `products[1]`.
  var jsonPath: String {
    reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
