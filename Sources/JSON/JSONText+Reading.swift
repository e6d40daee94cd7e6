/// Values of one type; a fault names the path of the value.
extension JSONText {
  /// A text that is at most so many bytes of UTF-8 long.
  func string(at index: Int, atMost limit: Int) throws(JSONFault) -> String {
    guard entries[index].kind == .string else {
      throw wrongType(at: index, expected: "a string")
    }
    guard let text = string(at: index) else { throw unreadable(index) }
    guard text.utf8.count <= limit else {
      throw JSONFault(
        .outOfRange, path: path(of: index),
        "expected at most \(limit) bytes, got \(text.utf8.count)")
    }
    return text
  }

  func number(at index: Int, expected: String) throws(JSONFault) -> JSONNumber {
    guard entries[index].kind == .number else {
      throw wrongType(at: index, expected: expected)
    }
    let bytes = bytes
    let all = bytes.span
    guard let number = JSONNumber(all.extracting(entries[index].bytes)) else {
      throw unreadable(index)
    }
    return number
  }

  func double(of number: JSONNumber, at index: Int) throws(JSONFault) -> Double {
    guard let double = number.double else {
      throw JSONFault(
        .outOfRange, path: path(of: index), "expected a number that a double holds")
    }
    return double
  }

  func object(at index: Int) throws(JSONFault) -> JSONFields {
    guard entries[index].kind == .object else {
      throw wrongType(at: index, expected: "an object")
    }
    guard hasReadableNames(index) else { throw unreadable(index) }
    return JSONFields(self, at: index)
  }

  func wrongType(at index: Int, expected: String) -> JSONFault {
    JSONFault(
      .wrongType, path: path(of: index), "expected \(expected), got \(entries[index].typeName)")
  }

  /// What is wrong with a value of the right type that is spelled as JSON does not have it.
  func unreadable(_ index: Int) -> JSONFault {
    JSONFault(.malformed, path: path(of: index), "expected a value of JSON, got one that is not")
  }
}
