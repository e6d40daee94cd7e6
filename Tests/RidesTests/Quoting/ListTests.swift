import RandomFixture
import Rides
import Testing

@Suite("Lists of options") struct ListTests {
  private func list(
    _ trip: Trip = Fixture.trip, locale: String? = nil, supply: Supply = Fixture.supply()
  ) throws -> OptionList {
    try Fixture.quoter().optionList(for: trip, locale: locale, supply: supply, at: Fixture.now)
  }

  private func refusal(
    _ trip: Trip, supply: Supply = Fixture.supply(), areas: [ServiceArea]? = nil
  ) throws -> Refusal? {
    let quoter = Quoter(catalogue: try Fixture.catalogue(areas))
    return #expect(throws: Refusal.self) {
      try quoter.optionList(for: trip, locale: nil, supply: supply, at: Fixture.now)
    }
  }

  private func amounts(_ option: RideOption) -> [Int64] {
    option.fareLineItems.map(\.price.minorUnits)
  }

  @Test("M1, P5: A compact has one price, a disclaimer and no party sizes")
  func M1_P5_compact() throws {
    let option = try list().quotes[0].option
    // 3.00 + 10 miles × 1.60 + 25 min × 0.25 = 3.00 + 16.00 + 6.25 = 25.25
    #expect(option.priceRange == PriceRange(price: Fixture.cents(2525)))
    #expect(amounts(option) == [300, 1600, 625])
    #expect(option.fareLineItems.map(\.title) == ["Base charge", "Distance", "Time"])
    #expect(option.disclaimerMessage == "Vehicle can carry only 1 passenger.")
    #expect(option.availablePartySizeOptions.isEmpty)
    #expect(option.availablePartySizeOptionsSelectionPrompt == nil)
    #expect(!option.usesMeteredFare && option.quoteIdentifier == nil)
  }

  @Test("M2, P2: An SUV has three tiers, each with its price, and a range over them")
  func M2_P2_suv() throws {
    let option = try list().quotes[1].option
    // 5.00 + 10 miles × 2.10 + 25 min × 0.35 + 3.00 = 5.00 + 21.00 + 8.75 + 3.00 = 37.75
    #expect(
      option.availablePartySizeOptions.map(\.priceRange)
        == [3775, 4175, 4575].map {
          PriceRange(price: Fixture.cents($0))
        })
    #expect(option.priceRange == PriceRange(Fixture.cents(3775), Fixture.cents(4575)))
    #expect(option.availablePartySizeOptionsSelectionPrompt == "Choose a party size")
    #expect(
      option.availablePartySizeOptions.map(\.sizeDescription)
        == ["1 person", "2-3 people", "4+ people"])
    #expect(amounts(option) == [500, 2100, 875, 300])
  }

  @Test("L8, M4: A taxi has no price but its rates")
  func L8_M4_taxi() throws {
    let option = try list(Trip(pickup: Fixture.airport, dropOff: Fixture.uptown)).quotes[2].option
    #expect(option.usesMeteredFare && option.priceRange == nil)
    #expect(option.fareLineItems.map(\.kind) == [.amount, .amount, .ratePerDistance, .ratePerTime])
    #expect(amounts(option) == [325, 400, 225, 33])
  }

  @Test("A charge of a place applies once, whichever end is in it")
  func charges() throws {
    for trip in [
      Trip(pickup: Fixture.airport, dropOff: Fixture.uptown),
      Trip(pickup: Fixture.downtown, dropOff: Fixture.airport),
      Trip(pickup: Fixture.airport, dropOff: Fixture.airport),
    ] {
      // 25.25 + 4.00
      #expect(try list(trip).quotes[0].option.priceRange == PriceRange(price: Fixture.cents(2925)))
    }
  }

  @Test("The difference to the minimum fare is its own line, and charges are added")
  func minimumFare() throws {
    let quoter = Quoter(catalogue: try Fixture.catalogue())
    let trip = Trip(pickup: Fixture.airport, dropOff: Fixture.airport)
    let list = try quoter.optionList(
      for: trip, locale: "es_US", supply: Fixture.supply(), at: Fixture.now)
    // Nothing is driven: 3.00 base, 3.00 to the minimum of 6.00, 4.00 airport.
    #expect(amounts(list.quotes[0].option) == [300, 300, 400])
    #expect(
      list.quotes[0].option.fareLineItems.map(\.title)
        == ["Tarifa base", "Tarifa mínima", "Cargo de aeropuerto"])
    // 5.00 + 3.00, 4.00 to the minimum of 12.00, 4.00 airport; the steps of tiers stay (P4).
    let tiers = list.quotes[1].option.availablePartySizeOptions
    #expect(tiers.compactMap(\.priceRange.minimumPrice?.minorUnits) == [1600, 2000, 2400])
  }

  @Test("L7, L10: Each option has an estimate from now on, and the list one expiry")
  func L7_L10_times() throws {
    let list = try list()
    #expect(list.expirationDate == Fixture.now.advanced(bySeconds: 300))
    #expect(
      list.quotes.allSatisfy {
        $0.option.estimatedPickupDate == Fixture.now.advanced(bySeconds: 1_500)
      })
    #expect(list.paymentMethods == [PaymentMethod(kind: .applePay, name: "Apple Pay")])
    let busy = try self.list(supply: Fixture.supply(isFree: false))
    #expect(
      busy.quotes.map { Fixture.now.seconds(to: $0.option.estimatedPickupDate) } == [
        900, 1200, 600,
      ])
  }

  @Test("S2: a vehicle beyond the reach of its product counts as busy", arguments: [1_499, 1_500])
  func S2_reach(reach: Int) throws {
    var area = try Fixture.area()
    area.products[0].pickupReachSeconds = reach
    let list = try Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
      .optionList(
        for: Fixture.trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    #expect(
      Fixture.now.seconds(to: list.quotes[0].option.estimatedPickupDate)
        == (reach < 1_500 ? 900 : 1_500))
  }

  @Test(
    "L4: Names are those of the requested locale, else its language, else the default",
    arguments: [
      ("es_US", "Compacto"), ("es-us", "Compacto"), ("es_MX", "Compacto"), ("es", "Compacto"),
      ("en_GB", "Compact"), ("fr_FR", "Compact"), ("", "Compact"), (nil, "Compact"),
    ] as [(String?, String)])
  func L4_locales(locale: String?, name: String) throws {
    #expect(try list(locale: locale).quotes[0].option.name == name)
  }

  @Test("L2: However many vehicles there are, a list has one option a product, at most eight")
  func L2_length() throws {
    let products = try (0..<12).map { index in
      var product = try Fixture.compact()
      product.key = ProductKey("p\(index)")
      return product
    }
    let entries = products.flatMap { product in
      (0..<50).map {
        Supply.Entry(
          vehicle: VehicleIdentifier("\(product.key)-\($0)"), location: Fixture.downtown.coordinate,
          products: [product.key], capacity: 4, isFree: true)
      }
    }
    let quoter = Quoter(catalogue: try Fixture.catalogue([try Fixture.area(products: products)]))
    let list = try quoter.optionList(
      for: Fixture.trip, locale: nil, supply: Supply(takenAt: Fixture.now, entries: entries),
      at: Fixture.now)
    #expect(list.quotes.map(\.product.key.rawValue) == (0..<8).map { "p\($0)" })
  }

  @Test("L1: Where nothing can be offered, the list is refused with the reason")
  func L1_refusals() throws {
    let sea = Place(coordinate: Fixture.point(10, 10))
    let empty = Supply(takenAt: Fixture.now, entries: [])
    let pickup = try refusal(Trip(pickup: sea, dropOff: Fixture.uptown))
    #expect(pickup?.reason == .outsideServiceArea && pickup?.path == "pickupLocation")
    let dropOff = try refusal(Trip(pickup: Fixture.uptown, dropOff: sea))
    #expect(dropOff?.reason == .outsideServiceArea && dropOff?.path == "dropOffLocation")
    #expect(try refusal(Fixture.trip, supply: empty)?.reason == .serviceTemporarilyUnavailable)
    var other = try Fixture.area(key: "other")
    other.boundary = Region(Fixture.square(9.5, 9.5, size: 1))
    let far = try refusal(
      Trip(pickup: Fixture.uptown, dropOff: sea), areas: [try Fixture.area(), other])
    #expect(far?.reason == .tooFar)
    let priced = try Fixture.area(products: [Fixture.compact()])
    let here = try refusal(Trip(pickup: Fixture.uptown, dropOff: nil), areas: [priced])
    #expect(here?.reason == .notAvailableHere && here?.path == "dropOffLocation")
  }

  @Test("Without a drop-off only metered products are offered")
  func withoutDropOff() throws {
    let list = try list(Trip(pickup: Fixture.downtown, dropOff: nil))
    #expect(list.quotes.map(\.option.name) == ["Taxi"])
    #expect(list.quotes[0].route == nil)
  }

  @Test("What has no price is refused for good, whether a vehicle is on duty or not")
  func unpriceable() throws {
    var catalogue = try Fixture.catalogue([Fixture.area(products: [Fixture.compact()])])
    catalogue.serviceAreas[0].products[0].tariff.base = Fixture.cents(Money.limit)
    #expect(catalogue.mistakes() == [])
    for supply in [Fixture.supply(), Supply(takenAt: Fixture.now, entries: [])] {
      let refusal = #expect(throws: Refusal.self) {
        try Quoter(catalogue: catalogue).optionList(
          for: Fixture.trip, locale: nil, supply: supply, at: Fixture.now)
      }
      #expect(refusal?.reason == .notAvailableHere)
      #expect(refusal?.message.contains("price") == true)
    }
  }

  @Test("With a vehicle for what has no price, what has one is temporarily unavailable")
  func unpriceableBesideUnserved() throws {
    var catalogue = try Fixture.catalogue()
    catalogue.serviceAreas[0].products[0].tariff.base = Fixture.cents(Money.limit)
    let entries = Fixture.supply().entries.filter { $0.products == [ProductKey("compact")] }
    let refusal = #expect(throws: Refusal.self) {
      try Quoter(catalogue: catalogue).optionList(
        for: Fixture.trip, locale: nil, supply: Supply(takenAt: Fixture.now, entries: entries),
        at: Fixture.now)
    }
    #expect(refusal?.reason == .serviceTemporarilyUnavailable)
  }

  @Test("M2, M5, M6, P1: Random trips and tariffs keep the rules of lists", arguments: 1...20)
  func M2_M5_M6_P1_properties(seed: UInt64) throws {
    var generator = SeededNumbers(seed: seed)
    for _ in 0..<20 {
      let quoter = Quoter(catalogue: try Self.randomCatalogue(&generator))
      let trip = Trip(
        pickup: Self.randomPlace(&generator), dropOff: Self.randomPlace(&generator))
      let list = try quoter.optionList(
        for: trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
      for quote in list.quotes { Self.checkRules(quote.option) }
      #expect(Set(list.quotes.map { OptionName.folded($0.option.name) }).count == list.quotes.count)
      let partySize = Int.random(in: 1...6, using: &generator)
      let booked = try quoter.quote(
        OptionSelection(name: "suv", partySize: partySize), for: trip, locale: nil,
        supply: Fixture.supply(), at: Fixture.now)
      Self.checkRules(booked.option)
      #expect(booked.option.priceRange?.minimumPrice == booked.option.priceRange?.maximumPrice)
    }
  }

  static func randomPlace(_ generator: inout SeededNumbers) -> Place {
    Place(
      coordinate: Fixture.point(
        .random(in: 41.7...42.1, using: &generator), .random(in: -88.1 ... -87.5, using: &generator)
      ))
  }

  static func randomCatalogue(_ generator: inout SeededNumbers) throws -> Catalogue {
    var catalogue = try Fixture.catalogue()
    for index in catalogue.serviceAreas[0].products.indices {
      let rates = (0..<2).map { _ in
        Rate(microUnits: .random(in: 0...9_999_999, using: &generator), currency: Fixture.dollars)
      }
      catalogue.serviceAreas[0].products[index].tariff.rates.bands[0].rate =
        Bool.random(using: &generator) ? .perMile(rates[0]) : .perKilometre(rates[0])
      catalogue.serviceAreas[0].products[index].tariff.rates.time.rate = rates[1]
      catalogue.serviceAreas[0].products[index].tariff.minimumFare =
        Bool.random(using: &generator)
        ? Fixture.cents(.random(in: 0...9_999, using: &generator)) : nil
    }
    return catalogue
  }

  static func checkRules(_ option: RideOption) {
    #expect((option.priceRange == nil) == option.usesMeteredFare)  // L8
    #expect(
      option.availablePartySizeOptions.isEmpty
        == (option.availablePartySizeOptionsSelectionPrompt == nil))  // P1
    #expect(option.estimatedPickupDate >= Fixture.now)  // L7
    #expect(!option.fareLineItems.isEmpty)  // M4
    #expect(  // M6
      option.fareLineItems.allSatisfy { ($0.kind == .discount) == ($0.price.minorUnits < 0) })
    let prices = option.availablePartySizeOptions.compactMap(\.priceRange.minimumPrice?.minorUnits)
    if let range = option.priceRange, !prices.isEmpty {
      #expect(range.minimumPrice?.minorUnits == prices.min())  // M2
      #expect(range.maximumPrice?.minorUnits == prices.max())
    }
    if let price = option.priceRange?.minimumPrice {
      let sum = option.fareLineItems.filter { $0.kind == .amount || $0.kind == .discount }
        .reduce(0) { $0 + $1.price.minorUnits }
      #expect(sum == price.minorUnits)  // M5
    }
  }
}
