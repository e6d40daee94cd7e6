import Catalogues
import Foundation
import Rides
import Testing

@Suite("Catalogue files") struct CatalogueFileTests {
  static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../deploy/catalogues/chicago.json").standardized.path

  static let products = ["compact", "sedan", "suv", "taxi", "accessible", "cargo"]

  static func text() throws -> String { try text("chicago.json") }

  /// A file of `deploy/catalogues`.
  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: path).deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The catalogue of Chicago with another boundary.
  static func text(boundary: String) throws -> String {
    let text = try text()
    let start = try #require(text.firstRange(of: #""boundary": {"#))
    return text[..<start.lowerBound] + #""boundary": "# + boundary + "}]}"
  }

  static func problems(_ text: String) throws -> CatalogueProblems {
    try #require(
      #expect(throws: CatalogueProblems.self) {
        try CatalogueFile.decode(Array(text.utf8), name: "test")
      })
  }

  /// The catalogue of Chicago with one piece of its text replaced.
  static func mistakes(_ piece: String, _ replacement: String) throws -> [String] {
    let text = try text()
    #expect(text.contains(piece), "\(piece)")
    let range = try #require(text.range(of: piece))
    return try problems(text.replacingCharacters(in: range, with: replacement)).mistakes.map(\.path)
  }

  @Test("The catalogue of Chicago is read whole")
  func chicago() throws {
    let catalogue = try CatalogueFile.load(path: Self.path)
    let area = try #require(catalogue.serviceAreas.first)
    #expect(catalogue.locales == ["en_US", "es_US"])
    #expect(area.products.map(\.key.rawValue) == Self.products)
    #expect(area.products.map(\.capacity) == [1, 4, 6, 4, 5, 2])
    #expect(area.products.map(\.requiresAcceptance) == [false, false, false, true, false, true])
    #expect(area.paymentMethods.map(\.kind) == [.applePay, .credit])
    #expect(area.timeZone.name == "America/Chicago" && area.currency.code == "USD")
    #expect(area.policies.bookingCodes == .classic)
    for (latitude, longitude) in [(41.9742, -87.9073), (41.7860, -87.7509), (41.8786, -87.6251)] {
      let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
      #expect(area.boundary.contains(point))
    }
  }

  @Test("A text that is not JSON is refused with line and column")
  func syntax() throws {
    let comma = try Self.text().replacing(
      "\"serviceAreas\": [", with: "\n  \"serviceAreas\": [,", maxReplacements: 1)
    let line = try #require(
      comma.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
        $0.contains("[,")
      })
    let mistakes = try Self.problems(comma).mistakes
    #expect(mistakes.map(\.path) == [""])
    #expect(
      mistakes[0].message.hasPrefix("line \(line + 1), column 20: expected JSON by RFC 8259, got "),
      "\(mistakes[0])")
  }

  @Test("Waiting has free minutes, a rate and titles, and mistakes in them are found")
  func waiting() throws {
    let terms = """
      "waiting": { "freeMinutes": 2, "perMinute": "0.50",
        "titles": { "en_US": "Waiting", "es_US": "Espera" } }
      """
    let piece = "\"minimumFare\": \"6.00\""
    let text = try Self.text().replacing(piece, with: piece + ", " + terms, maxReplacements: 1)
    let catalogue = try CatalogueFile.decode(Array(text.utf8), name: "test")
    let waiting = try #require(catalogue.serviceAreas[0].products[0].tariff.waiting)
    #expect(waiting.freeMinutes == 2 && waiting.perMinute.microUnits == 500_000)
    #expect(waiting.titles == ["en_US": "Waiting", "es_US": "Espera"])
    let wrong = text.replacing("\"freeMinutes\": 2", with: "\"freeMinutes\": -1")
      .replacing("Waiting\", \"es_US\": \"Espera\"", with: "Waiting\"", maxReplacements: 1)
    let paths = try Self.problems(wrong).mistakes.map(\.path).sorted()
    #expect(paths.map { $0.split(separator: ".").last } == ["freeMinutes", "es_US"])
  }

  @Test("The script of the built-in payment system is read, and mistakes in it are found")
  func paymentScript() throws {
    let all = try Self.text()
    let start = try #require(all.range(of: "\"outcomes\": ["))
    let end = try #require(all.range(of: "]", range: start.upperBound..<all.endIndex))
    let lines = """
      { "token": "pm_declined", "operation": "authorise", "outcome": "declined" },
      { "type": "credit", "outcome": "unknown", "attempts": 2 }
      """
    let text = all.replacingCharacters(in: start.upperBound..<end.lowerBound, with: lines)
    let script = try CatalogueFile.decode(Array(text.utf8), name: "test").paymentScript
    #expect(
      script.lines == [
        PaymentScript.Line(token: "pm_declined", operation: .authorize, outcome: .declined),
        PaymentScript.Line(kind: .credit, outcome: .unknown, attempts: 2),
      ])
    let wrong = text.replacing("\"attempts\": 2", with: "\"attempts\": 0")
      .replacing("\"declined\"", with: "\"refused\"")
    #expect(
      try Self.problems(wrong).mistakes.map(\.path) == [
        "paymentGateway.outcomes[0].outcome", "paymentGateway.outcomes[1].attempts",
      ])
  }

  @Test("A ride from the Art Institute to O'Hare costs what the tariff says")
  func golden() throws {
    struct TenMiles: Routing {
      func route(
        from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
      ) -> Route { Route(metres: 16_093.44, seconds: 1_500) }
    }
    let quoter = Quoter(catalogue: try CatalogueFile.load(path: Self.path), routing: TenMiles())
    let trip = Trip(
      pickup: Place(coordinate: try #require(Coordinate(latitude: 41.8786, longitude: -87.6251))),
      dropOff: Place(coordinate: try #require(Coordinate(latitude: 41.9742, longitude: -87.9073))))
    let entry = Supply.Entry(
      vehicle: VehicleIdentifier("v"), location: trip.pickup.coordinate,
      products: ["compact", "sedan", "suv", "taxi"].map { ProductKey($0) }, capacity: 6,
      isFree: true)
    let now = Instant(seconds: 1_800_000_000)  // a Friday, 2 in the morning
    let list = try quoter.optionList(
      for: trip, locale: "es_US", supply: Supply(takenAt: now, entries: [entry]), at: now)
    // Ten miles, 25 minutes, airport 4.00:
    // compact 3.00 + 16.00 + 6.25 + 4.00; sedan 4.00 + 19.50 + 7.50 + 4.00;
    // SUV 5.00 + 21.00 + 8.75 + 3.00 + 4.00
    #expect(
      list.quotes.map { $0.option.priceRange?.minimumPrice?.decimalString } == [
        "29.25", "35.00", "41.75", nil,
      ])
    #expect(list.quotes[2].option.priceRange?.maximumPrice?.decimalString == "49.75")
    #expect(list.quotes.map(\.option.name) == ["Compacto", "Sedán", "Camioneta", "Taxi"])
    // Flag pull 3.25, airport 4.00, 2.25 a mile, 0.20 for each 36 s: a third of a dollar a minute.
    #expect(
      list.quotes[3].option.fareLineItems.map(\.price.decimalString) == [
        "3.25", "4.00", "2.25", "0.33",
      ])
    #expect(list.expirationDate == now.advanced(bySeconds: 300))
  }

  @Test(
    "Each mistake is named with its path",
    arguments: [
      ("\"perMile\": \"1.60\"", "\"perMile\": 1.60", "serviceAreas[0].products[0].tariff.perMile"),
      (
        "\"perMile\": \"1.60\"", "\"perMile\": \"-1.60\"",
        "serviceAreas[0].products[0].tariff.perMile"
      ),
      ("\"perMile\": \"1.60\",", "", "serviceAreas[0].products[0].tariff.perMile"),
      (
        "\"perMile\": \"1.60\"", "\"perMile\": \"1.60\", \"perKilometre\": \"1.00\"",
        "serviceAreas[0].products[0].tariff.perKilometre"
      ),
      ("\"base\": \"3.00\"", "\"base\": \"3.001\"", "serviceAreas[0].products[0].tariff.base"),
      (
        "\"base\": \"3.00\"", "\"base\": \"3.00\", \"bass\": 1",
        "serviceAreas[0].products[0].tariff.bass"
      ),
      ("\"currency\": \"USD\"", "\"currency\": \"XAU\"", "serviceAreas[0].currency"),
      ("\"capacity\": 6", "\"capacity\": 6.5", "serviceAreas[0].products[2].capacity"),
      ("\"capacity\": 6", "\"capacity\": 0", "serviceAreas[0].products[2].capacity"),
      ("\"classic\"", "\"baroque\"", "serviceAreas[0].policies.bookingCodes"),
      ("\"applePay\"", "\"cash\"", "serviceAreas[0].paymentMethods[0].type"),
      ("\"either\"", "\"both\"", "serviceAreas[0].charges[0].side"),
      ("\"pricing\": \"fixed\"", "\"pricing\": \"free\"", "serviceAreas[0].products[0].pricing"),
      (#""zones": ["loop"]"#, #""zones": []"#, "serviceAreas[0].specialPricing[0].zones"),
      ("\"minimum\": 2", "\"minimum\": 3", "serviceAreas[0].products[2].pricing.tiers[1].minimum"),
      ("\"minimum\": 2", "\"minimum\": 4", "serviceAreas[0].products[2].pricing.tiers[1]"),
      ("\"minimum\": 2,", "", "serviceAreas[0].products[2].pricing.tiers[1].minimum"),
      (", \"es_US\": \"Tarifa base\"", "", "serviceAreas[0].fareTitles.base.es_US"),
      ("\"defaultLocale\": \"en_US\"", "\"defaultLocale\": \"fr\"", "defaultLocale"),
      ("\"defaultLocale\": \"en_US\",", "", "defaultLocale"),
      (
        "[-87.940, 42.010], [-87.890, 42.020]", "[-87.940, 42.010, 3, 4], [-87.890, 42.020]",
        "serviceAreas[0].boundary.coordinates[0][0]"
      ),
    ])
  func mistakes(piece: String, replacement: String, path: String) throws {
    let found = try Self.mistakes(piece, replacement)
    #expect(found.first == path)
    #expect(found.allSatisfy { $0.hasPrefix(path) || path.hasPrefix($0) }, "\(found)")
  }

  @Test("Several mistakes come together")
  func several() throws {
    let text = try Self.text()
      .replacing("\"perMile\": \"1.95\"", with: "\"perMile\": null", maxReplacements: 1)
      .replacing("\"capacity\": 1,", with: "\"capacity\": 0,")
      .replacing("\"side\": \"either\"", with: "\"side\": 3")
    #expect(
      Set(try Self.problems(text).mistakes.map(\.path)) == [
        "serviceAreas[0].products[1].tariff.perMile", "serviceAreas[0].products[0].capacity",
        "serviceAreas[0].charges[0].side",
      ])
  }

  @Test("What is no catalogue at all is one mistake", arguments: ["", "{", "[]", "7", "{} {}"])
  func noCatalogue(text: String) throws {
    #expect(try Self.problems(text).mistakes.map(\.path) == [""])
  }

  @Test("A folder joins the areas of its files, which must agree on the locales")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    func mistakes() -> [String] {
      let problems = #expect(throws: CatalogueProblems.self) {
        try CatalogueFile.load(path: folder.path)
      }
      return problems?.mistakes.map(\.path) ?? []
    }
    let chicago = try Self.text()
    let other = chicago.replacing("\"key\": \"chicago\"", with: "\"key\": \"evanston\"")
    #expect(mistakes() == [""])
    try write(chicago, "a.json")
    try write(other, "b.json")
    try write("not read", "c.txt")
    #expect(
      try CatalogueFile.load(path: folder.path).serviceAreas.map(\.key) == ["chicago", "evanston"])
    try write(chicago, "b.json")
    #expect(mistakes() == ["serviceAreas[1].key"])
    try write(other.replacing("es_US", with: "es_MX"), "b.json")
    #expect(mistakes() == ["b.json: locales"])
    try write(other.replacing("\"capacity\": 1,", with: "\"capacity\": 0,"), "b.json")
    #expect(mistakes() == ["b.json: serviceAreas[0].products[0].capacity"])
  }

  @Test("A path where nothing is gives a clear error")
  func absent() {
    let problems = #expect(throws: CatalogueProblems.self) {
      try CatalogueFile.load(path: "/nowhere/catalogue.json")
    }
    #expect(problems?.source == "/nowhere/catalogue.json")
  }
}
