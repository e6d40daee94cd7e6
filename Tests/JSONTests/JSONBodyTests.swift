import Foundation
import JSON
import Testing

@Suite("JSON into Decodable types")
struct JSONBodyTests {
  struct Area: Decodable, Equatable {
    struct Product: Decodable, Equatable {
      let key: String
      let capacity: Int8
    }

    let name: String
    let products: [Product]
  }

  @Test("A well-formed text is decoded")
  func decodes() throws {
    let area = try decode(#"{"name": "Loop", "products": [{"key": "suv", "capacity": 6}]}"#)
    #expect(area == Area(name: "Loop", products: [Area.Product(key: "suv", capacity: 6)]))
  }

  /// Foundation's decoder names no path for a number that does not fit its type.
  @Test(
    "A fault has its kind and the path of the value",
    arguments: [
      (#"{"name": 1, "products": []}"#, .wrongType, "name"),
      (#"{"products": []}"#, .missing, "name"),
      (#"{"name": null, "products": []}"#, .missing, "name"),
      (
        #"{"name": "a", "products": [{"key": "b", "capacity": 1}, {}]}"#, .missing,
        "products[1].key"
      ),
      (
        #"{"name": "a", "products": [{"key": "b", "capacity": 300}]}"#, .outOfRange, ""
      ),
      (#"{"name": "a", "products": [7]}"#, .wrongType, "products[0]"),
      (#"{"name": "a", "#, .malformed, ""),
      (String(repeating: "[", count: 33), .tooDeep, ""),
      (String(repeating: " ", count: 65_537), .tooLarge, ""),
    ] as [(String, JSONFault.Kind, String)])
  func faults(text: String, kind: JSONFault.Kind, path: String) {
    let fault = #expect(throws: JSONFault.self) { try decode(text) }
    #expect(fault?.kind == kind)
    #expect(fault?.path == path)
  }

  @Test("A tree is coded by any coder")
  func codesTrees() throws {
    let json = #"{"a":[1,2.5,"x",true,null,{"b":[]}]}"#
    let tree = try JSONValue(parsing: Array(json.utf8))
    let data = try JSONEncoder().encode(tree)
    #expect(String(decoding: data, as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == tree)
  }

  private func decode(_ text: String) throws -> Area {
    try JSONBody.decode(Area.self, from: Array(text.utf8))
  }
}
