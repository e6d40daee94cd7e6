/// The elements of a JSON array, read one after the other.
package struct JSONElements {
  private var container: any UnkeyedDecodingContainer

  var count: Int { container.count ?? 0 }
  var isAtEnd: Bool { container.isAtEnd }

  /// How many elements have been read: the index of the next one.
  package var index: Int { container.currentIndex }

  /// The path of an element, such as `products[1]`.
  package func path(of index: Int) -> String { "\(container.codingPath.jsonPath)[\(index)]" }

  /// The next element, a text that is at most so many bytes of UTF-8 long.
  package mutating func string(atMost limit: Int) throws(JSONFault) -> String {
    let index = index
    let text = try read("a string") { try $0.decode(String.self) }
    return try JSONFault.check(text, atMost: limit, path: path(of: index))
  }

  /// The next element, an object.
  package mutating func object() throws(JSONFault) -> JSONFields {
    try read("an object") { try $0.decode(JSONFields.self) }
  }

  private mutating func read<Value>(
    _ expected: String, _ body: (inout any UnkeyedDecodingContainer) throws -> Value
  ) throws(JSONFault) -> Value {
    do {
      return try body(&container)
    } catch let fault as JSONFault {
      throw fault
    } catch {
      throw JSONFault(reading: error, expected: expected, path: path(of: index)) {
        try container.superDecoder()
      }
    }
  }
}

extension JSONElements: Decodable {
  package init(from decoder: any Decoder) throws {
    do {
      container = try decoder.unkeyedContainer()
    } catch {
      let path = decoder.codingPath.jsonPath
      throw JSONFault(reading: error, expected: "an array", path: path) { decoder }
    }
  }
}
