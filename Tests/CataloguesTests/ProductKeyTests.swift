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

  @Test("Vehicles come from within the reach that the key says, without it from everywhere")
  func reach() throws {
    #expect(try Self.taxi(#""pickupReachSeconds": 900"#).pickupReachSeconds == 900)
    let usual = try CatalogueFile.decode(Array(CatalogueFileTests.text().utf8), name: "test")
    #expect(usual.serviceAreas[0].products.allSatisfy { $0.pickupReachSeconds == nil })
  }

  @Test("Capacity, luggage, pictures, estimates and lines of tiers are shown where the keys say so")
  func details() throws {
    let picture = "https://example.org/taxi.png"
    let taxi = try Self.taxi(
      #""shows": ["capacity", "estimate"], "luggage": 2, "image": "\#(picture)""#)
    #expect(taxi.details == [.capacity, .estimate, .luggage(2), .image(picture)])
  }

  @Test(
    "What cannot be shown is a mistake of the catalogue",
    arguments: [
      (#""shows": ["capacity", "capacity"]"#, "shows"), (#""shows": ["wheels"]"#, "shows[0]"),
      (#""shows": ["tierLines"]"#, "shows"), (#""luggage": 100"#, "luggage"),
      (#""luggage": -1"#, "luggage"), (#""luggage": "2""#, "luggage"),
      (#""image": "taxi.png""#, "image"), (#""image": "https://example.org/a b.png""#, "image"),
      (#""requiresStartCode": 1"#, "requiresStartCode"),
      (#""pickupReachSeconds": 59"#, "pickupReachSeconds"),
    ])
  func mistakes(keys: String, path: String) throws {
    let text = try CatalogueFileTests.text()
      .replacing(#""key": "taxi","#, with: #""key": "taxi", \#(keys),"#)
    let found = try CatalogueFileTests.problems(text)
    #expect(found.mistakes.map(\.path) == ["serviceAreas[0].products[3].\(path)"], "\(found)")
  }

  @Test("A payment method has the picture that the catalogue names")
  func paymentMethod() throws {
    let method = #"{ "type": "applePay""#
    let text = try CatalogueFileTests.text()
    #expect(text.contains(method))
    func pictured(_ link: String) -> String {
      text.replacing(method, with: #"\#(method), "image": "\#(link)""#)
    }
    let link = "https://example.org/pay.png"
    let catalogue = try CatalogueFile.decode(Array(pictured(link).utf8), name: "test")
    let methods = catalogue.serviceAreas.flatMap(\.paymentMethods)
    #expect(methods.first { $0.kind == .applePay }?.image == link)
    let found = try CatalogueFileTests.problems(pictured("pay.png"))
    #expect(found.mistakes.allSatisfy { $0.path.hasSuffix(".image") }, "\(found)")
    #expect(!found.mistakes.isEmpty)
  }
}
