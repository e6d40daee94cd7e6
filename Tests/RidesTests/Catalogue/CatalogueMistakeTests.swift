import Rides
import Testing

@Suite("Mistakes of a catalogue") struct CatalogueMistakeTests {
  private func paths(_ change: (inout Catalogue) throws -> Void) throws -> [String] {
    var catalogue = try Fixture.catalogue()
    try change(&catalogue)
    return catalogue.mistakes().map(\.path)
  }

  @Test("A good catalogue has none")
  func none() throws {
    #expect(try Fixture.catalogue().mistakes() == [])
  }

  @Test("No ride is taken from a vehicle before anybody is told, and no trip ends before its time")
  func absence() throws {
    let paths = try paths { catalogue in
      catalogue.serviceAreas[0].policies.dispatch.stalledSeconds = 60
      catalogue.serviceAreas[0].policies.dispatch.stalledSearchSeconds = 60
      catalogue.serviceAreas[0].policies.dispatch.endPercent = 99
    }
    let policy = "serviceAreas[0].policies.dispatch"
    #expect(paths == ["\(policy).stalledSearchSeconds", "\(policy).endPercent"])
  }

  @Test("All mistakes are found at once, each with its path")
  func all() throws {
    let yen = try #require(Currency("JPY"))
    let paths = try paths { catalogue in
      catalogue.defaultLocale = "fr_FR"
      catalogue.serviceAreas[0].travel.circuity = 0.5
      catalogue.serviceAreas[0].policies.listExpirySeconds = 0
      catalogue.serviceAreas[0].products[0].capacity = 0
      catalogue.serviceAreas[0].products[0].names["es_US"] = nil
      catalogue.serviceAreas[0].products[0].tariff.base = Fixture.cents(-1)
      catalogue.serviceAreas[0].products[1].tariff.rates.bands[0].rate =
        .perKilometre(Rate(microUnits: -1, currency: Fixture.dollars))
      catalogue.serviceAreas[0].products[2].tariff.rates.time.rate = Rate(
        microUnits: 1, currency: yen)
      catalogue.serviceAreas[0].charges[0].titles["de_DE"] = "Flughafen"
    }
    let area = "serviceAreas[0]"
    #expect(
      Set(paths) == [
        "defaultLocale", "\(area).travel.circuity", "\(area).policies.listExpirySeconds",
        "\(area).products[0].capacity", "\(area).products[0].names.es_US",
        "\(area).products[0].tariff.base", "\(area).products[1].tariff.perKilometre",
        "\(area).products[2].tariff.perMinute", "\(area).charges[0].titles.de_DE",
      ])
  }

  @Test("L3: A name that means two products is a mistake, in one locale or across two")
  func L3_names() throws {
    let same = try paths { $0.serviceAreas[0].products[1].names["en_US"] = " COMPACT" }
    #expect(same == ["serviceAreas[0].products[1].names.en_US"])
    let across = try paths { $0.serviceAreas[0].products[2].names["es_US"] = "suv" }
    #expect(across == ["serviceAreas[0].products[2].names.es_US"])
    let blank = try paths { $0.serviceAreas[0].products[2].names["es_US"] = " " }
    #expect(blank == ["serviceAreas[0].products[2].names.es_US"])
  }

  @Test(
    "L5: A name says what kind of ride it is, in letters, and is short enough to come back",
    arguments: [
      ("Night bus", true), ("XL", true), ("タクシー", true), ("", false), ("  ", false),
      ("4-7", false), ("★★★", false), (String(repeating: "a", count: 128), true),
      (String(repeating: "a", count: 129), false),
    ])
  func L5_names(name: String, isGood: Bool) throws {
    let found = try paths { $0.serviceAreas[0].products[2].names["es_US"] = name }
    #expect(found == (isGood ? [] : ["serviceAreas[0].products[2].names.es_US"]))
  }

  @Test(
    "Tiers start at one, touch, never overlap and fit the vehicle",
    arguments: [
      ([(2, 6)], [".tiers[0].minimum"]), ([(1, 2), (4, 6)], [".tiers[1].minimum"]),
      ([(1, 3), (3, 6)], [".tiers[1].minimum"]), ([(1, nil), (4, 6)], [".tiers[1].minimum"]),
      ([(1, 3)], [".tiers"]), ([(1, 8)], [".tiers[0]"]), ([(1, 6), (7, nil)], [".tiers[1]"]),
      ([], [".tiers"]), ([(1, 6)], []), ([(1, nil)], []), ([(1, .max)], [".tiers[0]"]),
      ([(1, .max), (.max, nil)], [".tiers[0]", ".tiers[1].minimum", ".tiers[1]"]),
    ] as [([(Int, Int?)], [String])])
  func tiers(sizes: [(Int, Int?)], mistakes: [String]) throws {
    let found = try paths { catalogue in
      let tiers = sizes.map { Fixture.tier($0.0, $0.1, "people", extra: 0) }
      catalogue.serviceAreas[0].products[1].pricing = .tiered(
        PartyTiers(prompts: Fixture.text("How many", "Cuántos"), tiers: tiers))
    }
    #expect(found == mistakes.map { "serviceAreas[0].products[1].pricing\($0)" })
  }

  @Test("The largest numbers of a file are checked without overflow")
  func largestNumbers() throws {
    let found = try paths { catalogue in
      let tier = Fixture.tier(1, .max, "people", extra: .max)
      catalogue.serviceAreas[0].products[1].capacity = .max
      catalogue.serviceAreas[0].products[1].pricing = .tiered(
        PartyTiers(prompts: Fixture.text("How many", "Cuántos"), tiers: [tier]))
      catalogue.serviceAreas[0].products[1].busyPickupSeconds = .max
      catalogue.serviceAreas[0].travel.circuity = .greatestFiniteMagnitude
      catalogue.serviceAreas[0].travel.metresPerSecond = .leastNonzeroMagnitude
      catalogue.serviceAreas[0].policies.listExpirySeconds = .max
      catalogue.serviceAreas[0].policies.unfinishedRidesPerRider = .max
    }
    let area = "serviceAreas[0]"
    #expect(
      found == [
        "\(area).travel.circuity", "\(area).travel.metresPerSecond",
        "\(area).policies.listExpirySeconds", "\(area).policies.unfinishedRidesPerRider",
        "\(area).products[1].busyPickupSeconds",
      ])
  }

  @Test("Keys are different, and lists that must not be empty are not")
  func keys() throws {
    #expect(
      try paths { $0.serviceAreas.append($0.serviceAreas[0]) } == ["serviceAreas[1].key"])
    #expect(
      try paths { $0.serviceAreas[0].products[1].key = ProductKey("taxi") }
        == ["serviceAreas[0].products[2].key"])
    #expect(try paths { $0.serviceAreas = [] } == ["serviceAreas"])
    #expect(try paths { $0.serviceAreas[0].products = [] } == ["serviceAreas[0].products"])
    #expect(try paths { $0.locales.append("en_US") } == ["locales[2]"])
  }

  @Test("A boundary that crosses itself is a mistake")
  func crossing() throws {
    let bow = [(0.0, 0.0), (1, 1), (0, 1), (1, 0)].map(Fixture.point)
    let found = try paths {
      $0.serviceAreas[0].boundary = Region(try #require(Polygon(outer: bow)))
    }
    #expect(found == ["serviceAreas[0].boundary"])
  }
}
