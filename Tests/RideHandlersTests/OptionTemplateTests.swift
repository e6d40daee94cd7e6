import Catalogues
import JSON
import Messages
import RandomFixture
import Rides
import Testing

@Suite("Templates of listed options") struct OptionTemplateTests {
  @Test(
    "An answer from templates has the bytes of one that is written member by member",
    arguments: 1...20)
  func bytes(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    // One set of templates for all, so that each new catalogue finds those of the one before.
    var templates = OptionTemplates()
    for _ in 0..<10 {
      let quoter = Quoter(catalogue: try catalogue(&random))
      for _ in 0..<10 {
        let north = [0, Self.north][Int.random(in: 0...1, using: &random)]
        let trip = Trip(
          pickup: place(&random, north),
          dropOff: Bool.random(using: &random) ? place(&random, north) : nil)
        let locale = [nil, "en_US", "es_US"][Int.random(in: 0...2, using: &random)]
        guard
          let list = try? quoter.optionList(
            for: trip, locale: locale, supply: supply(of: quoter.catalogue, &random), at: noon)
        else { continue }
        let token = Array("q3.k1.\(UInt64.random(in: 0...(.max), using: &random))".utf8)
        var writer = JSONWriter()
        templates.write(list, token: { _ in token }, into: &writer)
        let fromTemplates = String(decoding: writer.finish(), as: UTF8.self)
        #expect(fromTemplates == written(list, token))
      }
    }
  }

  /// The answer to a list without templates.
  private func written(_ list: OptionList, _ token: [UInt8]) -> String {
    var writer = JSONWriter()
    ResponseCoding.writeList(
      of: list.quotes.count, paymentMethods: PaymentMethodCoding.encode(list.paymentMethods),
      expirationDate: list.expirationDate, into: &writer
    ) { index, writer in
      var option = list.quotes[index].option
      if option.userActivityForBookingInApplication == nil {
        option.quoteIdentifier = String(decoding: token, as: UTF8.self)
      }
      RideOptionCoding.write(option, into: &writer)
    }
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  /// How many degrees the second area lies to the north of the first.
  private static let north = 2.0

  /// Downtown, the airport, or between them, so many degrees to the north.
  private func place(_ random: inout SeededNumbers, _ north: Double) -> Place {
    let share = min(1, max(0, Double.random(in: -0.5...1.5, using: &random)))
    let coordinate = Coordinate(
      latitude: north + 41.8796 + share * (41.9786 - 41.8796),
      longitude: -87.6237 - share * (87.9047 - 87.6237))
    return Place(coordinate: coordinate!)  // Between two places on the earth.
  }

  /// The catalogue of Chicago with some of the rules that change what an option has.
  private func catalogue(_ random: inout SeededNumbers) throws -> Catalogue {
    var catalogue = try CatalogueFile.load(path: World.chicago)
    var rules = AreaRules()
    func titles(_ text: String) -> [String: String] { ["en_US": text, "es_US": "¡\(text)!"] }
    if Bool.random(using: &random) {
      rules.specialPricing = try ["1.5", "2.25"].map {
        SpecialPricing(
          key: $0, titles: titles("busy \"\($0)\""),
          value: .multiplier(try Multiplier(decimal: $0)),
          scope: RuleScope(products: $0 == "1.5" ? [] : [ProductKey("suv")]),
          belowFreeVehicles: Bool.random(using: &random) ? 3 : nil)
      }
    }
    if Bool.random(using: &random) {
      let amount = Money(minorUnits: 5_000, currency: catalogue.serviceAreas[0].currency)
      rules.discounts = [
        Discount(
          key: "a", titles: titles("a tenth"), value: .percent(basisPoints: 1_000),
          sponsor: Bool.random(using: &random) ? "Bank" : nil),
        Discount(
          key: "b", titles: titles("fifty"), value: .amount(amount),
          scope: RuleScope(products: [ProductKey("sedan")])),
      ]
    }
    if Bool.random(using: &random) {
      let booking = AppBooking(
        activityType: "com.example.book", titles: titles("In the app"), userInfo: ["a": "b"],
        scope: RuleScope(products: [ProductKey("compact")]))
      rules.appBookings = [booking]
    }
    catalogue.serviceAreas[0].rules = rules
    addPrices(to: &catalogue.serviceAreas[0], &random)
    catalogue.serviceAreas += [try areaInTheNorth(of: catalogue.serviceAreas[0])]
    for place in 0...1 {
      let name = "Card \(Int.random(in: 0...999, using: &random))"
      catalogue.serviceAreas[place].paymentMethods =
        Bool.random(using: &random) ? [] : [PaymentMethod(kind: .credit, name: name)]
    }
    return catalogue
  }

  /// Adds now and then a fixed fare and extras.
  private func addPrices(to area: inout ServiceArea, _ random: inout SeededNumbers) {
    func titles(_ text: String) -> [String: String] { ["en_US": text, "es_US": "¡\(text)!"] }
    for index in area.products.indices {
      let picture = ProductDetail.image("https://example.org/\(index).png")
      area.products[index].details = [.capacity, .luggage(2), picture, .estimate, .tierLines]
        .filter { _ in Int.random(in: 0...3, using: &random) == 0 }
    }
    if Bool.random(using: &random) {
      area.rules.fixedFares = [
        FixedFare(
          key: "flat", titles: titles("flat"),
          amount: Money(minorUnits: 9_000, currency: area.currency),
          occasion: .way(from: area.zones["loop"].map { [$0] } ?? [], to: [area.boundary]))
      ]
    }
    if Bool.random(using: &random) {
      let price = Money(minorUnits: 250, currency: area.currency)
      area.extras = ["bag", "pet"].map {
        Extra(key: ExtraKey($0), names: titles("one \"\($0)\""), price: price, atMost: 3)
      }
      area.products[1].extras = []
    }
  }

  /// An area with the same products and rules.
  private func areaInTheNorth(of area: ServiceArea) throws -> ServiceArea {
    var other = area
    other.key = "north"
    let corners = [(43.0, -89.0), (45.0, -89.0), (45.0, -87.0), (43.0, -87.0)].compactMap {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    other.boundary = Region(try #require(Polygon(outer: corners)))
    return other
  }

  private func supply(of catalogue: Catalogue, _ random: inout SeededNumbers) -> Supply {
    let products = catalogue.serviceAreas[0].products.map(\.key)
    let entries = (0..<Int.random(in: 1...6, using: &random)).map { number in
      Supply.Entry(
        vehicle: VehicleIdentifier("veh-\(number)"),
        location: place(&random, number.isMultiple(of: 2) ? 0 : Self.north).coordinate,
        products: products.filter { _ in Bool.random(using: &random) }, capacity: 6,
        isFree: Bool.random(using: &random))
    }
    return Supply(takenAt: noon, entries: entries)
  }
}
