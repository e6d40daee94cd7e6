/// The elements of a JSON array, read one after the other.
package struct JSONElements {
  private var container: any UnkeyedDecodingContainer

  init(_ container: any UnkeyedDecodingContainer) { self.container = container }

  var count: Int { container.count ?? 0 }
  var isAtEnd: Bool { container.isAtEnd }

  /// How many elements have been read: the index of the next one.
  package var index: Int { container.currentIndex }

  /// The path of an element, such as `products[1]`.
  package func path(of index: Int) -> String { codingPath(of: index).jsonPath }

  /// The next element, a text that is at most so many bytes of UTF-8 long.
  package mutating func string(atMost limit: Int) throws(JSONFault) -> String {
    let index = index
    let text: String
    do {
      text = try container.decode(String.self)
    } catch {
      throw fault(error, expected: "a string")
    }
    return try JSONFault.check(text, atMost: limit, path: path(of: index))
  }

  /// The next element, an object.
  package mutating func object() throws(JSONFault) -> JSONFields {
    do {
      return JSONFields(try container.nestedContainer(keyedBy: JSONName.self))
    } catch {
      throw fault(error, expected: "an object")
    }
  }

  private func codingPath(of index: Int) -> [any CodingKey] {
    container.codingPath + [JSONName(intValue: index)]
  }

  private mutating func fault(_ error: any Error, expected: String) -> JSONFault {
    JSONFault(reading: error, expected: expected, at: codingPath(of: index)) {
      try container.superDecoder()
    }
  }
}
