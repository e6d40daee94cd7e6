/// The elements of a JSON array, read one after the other.
package struct JSONElements {
  private let text: JSONText
  private let array: Int
  /// The entry of the next element.
  private var next: Int

  let count: Int
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
    try text.string(at: try take("a string"), atMost: limit)
  }

  /// The next element, an object.
  package mutating func object() throws(JSONFault) -> JSONFields {
    try text.object(at: try take("an object"))
  }

  /// The next element, a whole number.
  package mutating func integer() throws(JSONFault) -> Int64 {
    let path = path(of: index)
    let number = try text.number(at: try take("a whole number"), expected: "a whole number")
    guard let integer = number.integer else {
      throw JSONFault(.wrongType, path: path, "expected a whole number of 64 bits")
    }
    return integer
  }

  private mutating func take(_ expected: String) throws(JSONFault) -> Int {
    guard !isAtEnd else {
      throw JSONFault(.wrongType, path: path(of: index), "expected \(expected), got none")
    }
    let element = next
    next = Int(text.entries[element].end)
    index += 1
    return element
  }
}
