import Catalogues
import Rides
import Testing

@Suite("What a catalogue file says of a product beyond its price") struct ProductKeyTests {
  /// The taxi in the catalogue of Chicago with further keys.
  static func taxi(_ keys: String) throws -> Product {
    let text = try CatalogueFileTests.text()
      .replacing(#""key": "taxi","#, with: #""key": "taxi", \#(keys),"#)
    let area = try CatalogueFile.decode(Array(text.utf8), name: "test").serviceAreas[0]
    return try #require(area.products.first { $0.key.rawValue == "taxi" })
  }

  @Test("Start codes are asked for where the key says so", arguments: [true, false])
  func startCode(isAsked: Bool) throws {
    #expect(try Self.taxi(#""requiresStartCode": \#(isAsked)"#).requiresStartCode == isAsked)
    let usual = try CatalogueFile.decode(Array(CatalogueFileTests.text().utf8), name: "test")
    #expect(usual.serviceAreas[0].products.allSatisfy { !$0.requiresStartCode })
  }
}
