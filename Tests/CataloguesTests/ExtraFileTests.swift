import Catalogues
import Rides
import Testing

@Suite("Extras in catalogue files") struct ExtraFileTests {
  /// The catalogue of Chicago with extras, and with what the taxi says of them.
  private static func text(_ extras: String, ofTaxi sold: String? = nil) throws -> String {
    let text = try CatalogueFileTests.text()
      .replacing(#""fareTitles": {"#, with: #""extras": \#(extras), "fareTitles": {"#)
    guard let sold else { return text }
    return text.replacing(#""key": "taxi","#, with: #""key": "taxi", "extras": \#(sold),"#)
  }

  private static func extra(_ key: String, _ more: String = #""price": "10.00""#) -> String {
    #"{ "key": "\#(key)", "names": { "en_US": "Seat", "es_US": "Silla" }, \#(more) }"#
  }

  @Test("Extras are read with all that they say, and with what holds where they say less")
  func read() throws {
    let seat = Self.extra("seat", #""price": "10.00", "atMost": 2, "requiresVehicle": true"#)
    let group = Self.extra(
      "group", #""price": "10.00", "fromPartySize": 5, "eachPassenger": true, "atMost": 4"#)
    let text = try Self.text("[\(seat), \(Self.extra("pet")), \(group)]", ofTaxi: #"["pet"]"#)
    let area = try CatalogueFile.decode(Array(text.utf8), name: "test").serviceAreas[0]
    let names = ["en_US": "Seat", "es_US": "Silla"]
    let price = Money(minorUnits: 1_000, currency: area.currency)
    #expect(
      area.extras == [
        Extra(
          key: ExtraKey("seat"), names: names, price: price, atMost: 2, requiresVehicle: true),
        Extra(key: ExtraKey("pet"), names: names, price: price),
        Extra(
          key: ExtraKey("group"), names: names, price: price, atMost: 4, fromPartySize: 5,
          isForEachPassenger: true),
      ])
    #expect(area.products.map(\.extras) == [nil, nil, nil, [ExtraKey("pet")], nil, nil])
  }

  @Test(
    "What is wrong with an extra is said once, with its path",
    arguments: [
      (extra("pet") + "," + extra("pet"), nil, "extras[1].key"),
      (extra("pet"), #"["seat"]"#, "products[3].extras[0]"),
      (extra("pet"), #"["pet", "pet"]"#, "products[3].extras[1]"),
      (extra("pet"), #""pet""#, "products[3].extras"),
      (extra(""), nil, "extras[0].key"),
      (extra("a pet"), nil, "extras[0].key"),
      (extra(String(repeating: "p", count: 33)), nil, "extras[0].key"),
      (extra("pet", #""price": "-1.00""#), nil, "extras[0].price"),
      (extra("pet", #""price": "1.005""#), nil, "extras[0].price"),
      (extra("pet", #""price": "1.00", "atMost": 0"#), nil, "extras[0].atMost"),
      (extra("pet", #""price": "1.00", "atMost": 100"#), nil, "extras[0].atMost"),
      (extra("pet", #""price": "1.00", "atMost": "2""#), nil, "extras[0].atMost"),
      (extra("pet", #""price": "1.00", "requiresVehicle": 1"#), nil, "extras[0].requiresVehicle"),
      (extra("pet", #""price": "1.00", "fromPartySize": 1"#), nil, "extras[0].fromPartySize"),
      (extra("pet", #""price": "1.00", "fromPartySize": "5""#), nil, "extras[0].fromPartySize"),
      (
        extra("pet", #""price": "1.00", "atMost": 2, "eachPassenger": true"#), nil,
        "extras[0].fromPartySize"
      ),
      (
        extra("pet", #""price": "1.00", "fromPartySize": 5, "eachPassenger": true"#), nil,
        "extras[0].atMost"
      ),
      (extra("pet", #""price": "1.00", "eachPassenger": 1"#), nil, "extras[0].eachPassenger"),
      (extra("pet", #""price": "1.00", "titles": {}"#), nil, "extras[0].titles"),
      (extra("pet", #""price": "1.00", "fixedFares": []"#), nil, "extras[0].fixedFares"),
      (extra("pet", #""price": "1.00", "fixedFares": ["x"]"#), nil, "extras[0].fixedFares[0]"),
      (
        #"{ "key": "pet", "names": { "en_US": "Pet" }, "price": "1" }"#, nil,
        "extras[0].names.es_US"
      ),
      ((0...16).map { extra("e\($0)") }.joined(separator: ","), nil, "extras"),
    ] as [(String, String?, String)])
  func mistakes(extras: String, sold: String?, path: String) throws {
    let found = try CatalogueFileTests.problems(try Self.text("[\(extras)]", ofTaxi: sold))
    #expect(found.mistakes.map(\.path) == ["serviceAreas[0].\(path)"], "\(found)")
  }
}
