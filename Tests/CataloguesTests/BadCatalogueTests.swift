import Catalogues
import Rides
import Testing

/// A catalogue of Chicago with one thing changed for the worse.
struct BadCatalogue: Sendable, CustomTestStringConvertible {
  let name: String
  /// A piece of the file and what stands there instead.
  let piece: String
  let replacement: String
  /// Where the mistake is said to be, below `serviceAreas[0]`.
  let path: String

  var testDescription: String { name }

  init(_ name: String, _ piece: String, _ replacement: String, at path: String) {
    self.name = name
    self.piece = piece
    self.replacement = replacement
    self.path = path
  }

  static let names = [
    BadCatalogue(
      "a name that two products have", #""Sedan", "es_US": "Sedán""#,
      #""compact", "es_US": "Sedán""#, at: "products[1].names.en_US"),
    BadCatalogue(
      "a synonym that is another's name", #"["Standard"]"#, #"["suv"]"#,
      at: "products[2].names.en_US"),
    BadCatalogue(
      "a synonym that is another's synonym", #"["Standard"]"#, #"["small CAR"]"#,
      at: "products[1].synonyms.en_US[0]"),
    BadCatalogue(
      "a synonym that is the product's own name", #"["Standard"]"#, #"["Standard", "sedan"]"#,
      at: "products[1].synonyms.en_US[1]"),
    BadCatalogue(
      "a blank synonym", #"["Standard"]"#, #"[" "]"#, at: "products[1].synonyms.en_US[0]"),
    BadCatalogue(
      "a synonym of a locale that there is not", #""es_US": ["Estándar"]"#,
      #""fr_FR": ["Voiture"]"#, at: "products[1].synonyms.fr_FR"),
    BadCatalogue(
      "an empty name", #""en_US": "Sedan""#, #""en_US": """#, at: "products[1].names.en_US"),
    BadCatalogue(
      "a name without a letter", #""en_US": "Sedan""#, #""en_US": "4-7""#,
      at: "products[1].names.en_US"),
    BadCatalogue(
      "a name that no request can bring", #""en_US": "Sedan""#,
      #""en_US": "\#(String(repeating: "s", count: 129))""#, at: "products[1].names.en_US"),
    BadCatalogue(
      "a locale without a name", #", "es_US": "Sedán""#, "", at: "products[1].names.es_US"),
    BadCatalogue(
      "a locale without a title", #", "es_US": "Hora punta en el Loop""#, "",
      at: "specialPricing[0].titles.es_US"),
  ]

  static let prices = [
    BadCatalogue(
      "a gap between tiers", #""minimum": 4,"#, #""minimum": 5,"#,
      at: "products[2].pricing.tiers[2].minimum"),
    BadCatalogue(
      "tiers of what has no party", #""capacity": 6,"#,
      #""capacity": 6, "partySizeRelevant": false,"#, at: "products[2].partySizeRelevant"),
    BadCatalogue("an unknown currency", #""USD""#, #""XTS""#, at: "currency"),
    BadCatalogue(
      "a negative rate", #""perMile": "2.25""#, #""perMile": "-2.25""#,
      at: "products[3].tariff.perMile"),
    BadCatalogue(
      "a multiplier below one", #""multiplier": "1.25""#, #""multiplier": "0.99""#,
      at: "specialPricing[0].multiplier"),
    BadCatalogue(
      "a multiplier that is a number", #""multiplier": "1.25""#, #""multiplier": 1.25"#,
      at: "specialPricing[0].multiplier"),
    BadCatalogue(
      "a multiplier with too many digits", #""multiplier": "1.25""#, #""multiplier": "1.25001""#,
      at: "specialPricing[0].multiplier"),
    BadCatalogue(
      "a percentage above a hundred", #""percent": "10""#, #""percent": "100.01""#,
      at: "discounts[0].percent"),
    BadCatalogue(
      "a negative percentage", #""percent": "10""#, #""percent": "-1""#,
      at: "discounts[0].percent"),
    BadCatalogue(
      "a discount of two kinds", #""percent": "10""#, #""percent": "10", "amount": "1.00""#,
      at: "discounts[0].percent"),
    BadCatalogue(
      "a discount of nothing", #""percent": "10","#, "", at: "discounts[0].amount"),
    BadCatalogue(
      "a discount in other digits", #""percent": "10""#, #""amount": "1.005""#,
      at: "discounts[0].amount"),
    BadCatalogue(
      "special pricing of a meter", #""products": ["compact", "sedan", "suv"]"#,
      #""products": ["taxi"]"#, at: "specialPricing[0].products[0]"),
    BadCatalogue(
      "special pricing of no product", #""products": ["compact", "sedan", "suv"]"#,
      #""products": []"#, at: "specialPricing[0].products"),
    BadCatalogue(
      "a product that there is not", #""products": ["cargo"]"#, #""products": ["ox-cart"]"#,
      at: "bookInApp[0].products[0]"),
    BadCatalogue(
      "a negative fee", #""fee": "8.00""#, #""fee": "-8.00""#, at: "products[2].cancellation.fee"),
    BadCatalogue(
      "a fee that has no title in a locale",
      "8.00\",\n            \"titles\": { \"en_US\": \"Cancellation fee\",",
      "8.00\", \"titles\": {",
      at: "products[2].cancellation.titles.en_US"),
    BadCatalogue(
      "special pricing of two kinds", #""multiplier": "1.25""#,
      #""multiplier": "1.25", "amount": "2.00""#, at: "specialPricing[0].amount"),
    BadCatalogue(
      "special pricing of no kind", #""multiplier": "1.25","#, "",
      at: "specialPricing[0].multiplier"),
    BadCatalogue(
      "special pricing that makes a price lower", #""multiplier": "1.25""#,
      #""amount": "-2.00""#, at: "specialPricing[0].amount"),
  ]

  static let places = [
    BadCatalogue(
      "a zone without such a name", #"["ohare-airfield"]"#, #"["o-hare"]"#,
      at: "restrictedZones[0].zones[0]"),
    BadCatalogue(
      "no zone at all", #"["ohare-airfield"]"#, "[]", at: "restrictedZones[0].zones"),
    BadCatalogue(
      "a named zone that crosses itself", "[-87.638, 41.888], [-87.624, 41.888], [-87.624, 41.876]",
      "[-87.638, 41.888], [-87.624, 41.876], [-87.624, 41.888]", at: "zones.loop"),
    BadCatalogue(
      "a toll with a side", "\"side\": \"either\",\n          \"zones\"",
      #""side": "either", "fromZones": ["loop"], "toZones""#,
      at: "charges[0].side"),
    BadCatalogue(
      "a paid toll of nothing", #""atMost": "7.20""#, #""atMost": "0.00""#, at: "tolls[0].atMost"),
    BadCatalogue(
      "a paid toll that is called as a charge", #""key": "skyway""#, #""key": "airport-fee""#,
      at: "tolls[0].key"),
    BadCatalogue("an unknown time zone", "America/Chicago", "America/Chicagoland", at: "timeZone"),
  ]

  static let times = [
    BadCatalogue(
      "an hour that there is not", #""from": "16:00""#, #""from": "25:00""#,
      at: "specialPricing[0].hours[0].from"),
    BadCatalogue(
      "hours that end when they start", #""to": "19:00""#, #""to": "16:00""#,
      at: "specialPricing[0].hours[0].to"),
    BadCatalogue(
      "a day that there is not", #"["saturday", "sunday"], "from": "09:00""#,
      #"["caturday"], "from": "09:00""#, at: "discounts[0].hours[0].days[0]"),
    BadCatalogue(
      "a lead that is longer than the longest", #""minimumLeadSeconds": 1800"#,
      #""minimumLeadSeconds": 2592001"#, at: "policies.scheduling.minimumLeadSeconds"),
    BadCatalogue(
      "a search of no time", #""searchSeconds": 1800"#, #""searchSeconds": 0"#,
      at: "policies.dispatch.searchSeconds"),
    BadCatalogue(
      "a tip above the limit", "[15, 20, 25]", "[15, 20, 201]",
      at: "policies.feedback.tipPercentages[2]"),
    BadCatalogue(
      "a list of nine", #""maximumOptions": 6"#, #""maximumOptions": 9"#,
      at: "policies.maximumOptions"),
    BadCatalogue(
      "a buffer below nothing", #""authorisationBufferPercent": 20"#,
      #""authorisationBufferPercent": -1"#, at: "policies.payment.authorisationBufferPercent"),
    BadCatalogue(
      "a policy that there is not", #""captureAttempts": 3"#,
      #""captureAttempts": 3, "prayers": 1"#, at: "policies.payment.prayers"),
    BadCatalogue(
      "an action without a type", "org.example.rides.share", "",
      at: "policies.app.actions[0].activityType"),
    BadCatalogue(
      "an action without a title in Spanish", #", "es_US": "Compartir el viaje""#, "",
      at: "policies.app.actions[0].titles.es_US"),
  ]

  static let all = names + prices + places + times
}

@Suite("Bad catalogues") struct BadCatalogueTests {
  @Test(
    "A catalogue with a mistake is refused, and the mistake has its path",
    arguments: BadCatalogue.all)
  func refused(bad: BadCatalogue) throws {
    let found = try CatalogueFileTests.mistakes(bad.piece, bad.replacement)
    #expect(Set(found) == ["serviceAreas[0].\(bad.path)"])
  }

  @Test(
    "What a position has to show can be set, each value within its range",
    arguments: [
      ("pickupMetres", 100_000), ("dropOffMetres", 100_000), ("maximumAgeSeconds", 3_600),
      ("awaySeconds", 3_600), ("metresPerSecond", 100_000),
    ])
  func positions(name: String, largest: Int) throws {
    let text = try CatalogueFileTests.text()
    func catalogue(_ value: String) -> String {
      text.replacing(
        #""payment": {"#, with: #""positions": {"\#(name)": \#(value)}, "payment": {"#,
        maxReplacements: 1)
    }
    for value in [1, largest] {
      _ = try CatalogueFile.decode(Array(catalogue("\(value)").utf8), name: "test")
    }
    for value in ["0", "\(largest + 1)", "1.5", "\"1\""] {
      let mistakes = try CatalogueFileTests.problems(catalogue(value)).mistakes
      #expect(mistakes.map(\.path) == ["serviceAreas[0].policies.positions.\(name)"], "\(value)")
    }
  }

  @Test("L3, M8: All mistakes of a catalogue come at once")
  func L3_M8_allAtOnce() throws {
    var text = try CatalogueFileTests.text()
    // Mistakes in the same place would hide each other.
    let together =
      [
        BadCatalogue.names[0], BadCatalogue.names[10], BadCatalogue.prices[0],
        BadCatalogue.prices[3], BadCatalogue.prices[4], BadCatalogue.prices[7],
      ] + BadCatalogue.places.suffix(3) + BadCatalogue.times.dropFirst()
    for bad in together {
      text = text.replacing(bad.piece, with: bad.replacement, maxReplacements: 1)
    }
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.path)
    #expect(Set(found) == Set(together.map { "serviceAreas[0].\($0.path)" }))
  }

  @Test(
    "A boundary of several pieces is read, and holes have to be inside and apart",
    arguments: [
      ([[[0, 0, 9]]], nil), ([[[0, 0, 9], [2, 2, 1], [5, 5, 1]]], nil),
      ([[[0, 0, 9], [8, 8, 3]]], "boundary"), ([[[0, 0, 9], [20, 20, 1]]], "boundary"),
      ([[[0, 0, 9], [2, 2, 3], [4, 4, 3]]], "boundary"),
      ([[[0, 0, 9], [2, 2, 5], [3, 3, 1]]], "boundary"),
      ([[[0, 0, 9]], [[20, 20, 9], [22, 22, 1]]], nil),
      ([[[0, 0, 9]], [[20, 20, 9], [40, 40, 1]]], "boundary.coordinates[1]"),
    ] as [([[[Int]]], String?)])
  func boundaries(pieces: [[[Int]]], path: String?) throws {
    let rings = pieces.map { $0.map(Self.square) }
    let isOne = rings.count == 1
    let coordinates = "\(isOne ? rings[0].description : rings.description)"
    let changed = try CatalogueFileTests.text(
      boundary: #"{"type": "\#(isOne ? "" : "Multi")Polygon", "coordinates": \#(coordinates)}"#)
    do throws(CatalogueProblems) {
      let catalogue = try CatalogueFile.decode(Array(changed.utf8), name: "test")
      #expect(path == nil && catalogue.serviceAreas[0].boundary.polygons.count == pieces.count)
    } catch {
      #expect(error.mistakes.map(\.path) == path.map { ["serviceAreas[0].\($0)"] })
    }
  }

  /// The ring of a square from its south-west corner and its size, as GeoJSON closes it.
  private static func square(_ numbers: [Int]) -> [[Int]] {
    let (west, south, size) = (numbers[0], numbers[1], numbers[2])
    return [
      [west, south], [west + size, south], [west + size, south + size], [west, south + size],
      [west, south],
    ]
  }

  @Test("Everything that an area may say is read")
  func rules() throws {
    let area = try CatalogueFile.load(path: CatalogueFileTests.path).serviceAreas[0]
    #expect(area.policies.maximumOptions == 6)
    #expect(area.policies.scheduling?.minimumLeadSeconds == 1_800)
    #expect(area.policies.feedback.tipPercentages == [15, 20, 25])
    #expect(area.policies.app.actions[0].titles["es_US"] == "Compartir el viaje")
    #expect(area.policies.app.completion?.activityType == "org.example.rides.pay")
    #expect(area.products[2].cancellation?.fee.decimalString == "8.00")
    #expect(area.products[2].cancellation?.freeSeconds == 120)
    #expect(area.products[2].cancellation?.titles?["es_US"] == "Cargo por cancelación")
    #expect(area.products[2].cancellation?.missedPickupTitles?["es_US"] == "Pasajero ausente")
    #expect(area.products[3].synonyms == ["en_US": ["Cab", "Yellow cab"]])
    #expect(
      area.products.map(\.isWheelchairAccessible) == [false, false, false, false, true, false])
    #expect(area.products.map(\.isPartySizeRelevant) == [true, true, true, true, true, false])
    #expect(area.products[5].hours?.spans.count == 1 && area.products[5].category == "cargo")
    #expect(area.rules.specialPricing.map(\.value.multiplier?.decimalString) == ["1.25", "1.50"])
    #expect(
      area.rules.specialPricing[0].scope.products
        == ["compact", "sedan", "suv"].map(ProductKey.init))
    #expect(area.rules.specialPricing[0].scope.zones.count == 1)
    #expect(area.rules.discounts[0].value == .percent(basisPoints: 1_000))
    #expect(area.rules.discounts[0].sponsor == "Museum Campus")
    let (rules, zones) = (area.rules, area.rules.appBookings[0].scope.zones)
    #expect(rules.appBookings[0].userInfo == ["place": "airport"])
    #expect(rules.restrictedZones.count == 1 && rules.tolls[0].atMost.decimalString == "7.20")
    #expect(area.charges[0].conditions.occasion == .place(.either, zones))
  }

  @Test("What a file leaves out is as the policies have it by themselves")
  func defaults() throws {
    let text = try CatalogueFileTests.text()
    let start = try #require(text.firstRange(of: #","# + "\n" + #"        "maximumOptions""#))
    let end = try #require(text.firstRange(of: #"      "paymentMethods""#))
    let short = text[..<start.lowerBound] + "},\n" + text[end.lowerBound...]
    let policies = try CatalogueFile.decode(Array(short.utf8), name: "test").serviceAreas[0]
      .policies
    #expect(
      policies
        == Policies(
          listExpirySeconds: 300, unfinishedRidesPerRider: 1, bookingCodes: .classic))
  }
}
