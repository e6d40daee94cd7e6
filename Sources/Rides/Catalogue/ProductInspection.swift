extension CatalogueInspection {
  mutating func inspect(_ product: Product, _ area: ServiceArea, _ path: String) {
    inspect(key: product.key.rawValue, "\(path).key")
    inspect(texts: product.names, "\(path).names")
    inspectSynonyms(of: product, "\(path).synonyms")
    check(
      product.category != "", "\(path).category", "expected a category that is not empty, or none")
    if let disclaimers = product.disclaimers { inspect(texts: disclaimers, "\(path).disclaimers") }
    check(
      product.capacity >= 1, "\(path).capacity", "expected at least 1, came \(product.capacity)")
    inspectDetails(of: product, path)
    inspect(product.busyPickupSeconds, 0...86_400, "\(path).busyPickupSeconds")
    inspect(product.pickupReachSeconds ?? 60, 60...86_400, "\(path).pickupReachSeconds")
    if let hours = product.hours { inspect(hours, "\(path).hours") }
    if let policy = product.cancellation { inspect(policy, area, "\(path).cancellation") }
    if let titles = product.endElsewhere.titles {
      inspect(texts: titles, "\(path).endElsewhereTitles")
    }
    inspect(product.tariff, of: product, area, "\(path).tariff")
    inspectCovers(of: product, "\(path).tariff")
    if let limit = product.tariff.meterLimit {
      inspect(amount: limit, area, "\(path).tariff.meterLimit")
      let tariff = product.tariff
      let least = [tariff.base, tariff.minimumFare].compactMap { $0?.minorUnits }.max() ?? 0
      check(
        product.pricing != .metered || limit.minorUnits > 0 && limit.minorUnits >= least,
        "\(path).tariff.meterLimit",
        "expected more than nothing and at least the base and the minimum fare, or none")
      check(
        product.pricing == .metered, "\(path).tariff.meterLimit",
        "expected none for a product whose price no meter decides")
    }
    if case .tiered(let tiers) = product.pricing {
      check(
        product.isPartySizeRelevant, "\(path).partySizeRelevant",
        "expected true where the party has a price, came false")
      inspect(texts: tiers.prompts, "\(path).pricing.prompts")
      inspect(tiers.tiers, of: product, area, "\(path).pricing.tiers")
    }
  }

  /// Reports a lowest fare that covers extras where a price is quoted before they are chosen.
  private mutating func inspectCovers(of product: Product, _ path: String) {
    let tariff = product.tariff
    let covers =
      [(path, tariff.minimumCover)]
      + tariff.periods.enumerated().map { ("\(path).periods[\($0)]", $1.minimumCover) }
    for (path, cover) in covers {
      check(
        cover != .chargesAndExtras || product.pricing == .metered, "\(path).minimumFare.includes",
        "expected charges alone where no meter decides the price, as extras come on top of it")
    }
  }

  private mutating func inspect(
    _ tariff: Tariff, of product: Product, _ area: ServiceArea, _ path: String
  ) {
    inspect(amount: tariff.base, area, "\(path).base")
    inspect(tariff.rates, area, path)
    inspect(limitsOf: tariff.otherwise, of: tariff, area, path)
    inspectMoments(of: tariff, path)
    for (index, period) in tariff.periods.enumerated() {
      let periodPath = "\(path).periods[\(index)]"
      inspect(period.conditions, of: area, periodPath)
      inspect(partySizeOf: period.conditions, for: [product], periodPath)
      inspect(amount: period.base, area, "\(periodPath).base")
      inspect(period.rates, area, periodPath)
      inspect(limitsOf: period, of: tariff, area, periodPath)
    }
    for (index, surcharge) in tariff.surcharges.enumerated() {
      inspect(texts: surcharge.titles, "\(path).surcharges[\(index)].titles")
      inspect(amount: surcharge.amount, area, "\(path).surcharges[\(index)].amount")
    }
    if let waiting = tariff.waiting {
      inspect(waiting.freeMinutes, 0...1_440, "\(path).waiting.freeMinutes")
      inspect(rate: waiting.perMinute, area, "\(path).waiting.perMinute")
      inspect(texts: waiting.titles, "\(path).waiting.titles")
    }
    let limits = [tariff.maximumFare] + tariff.periods.map(\.maximumFare)
    check(
      tariff.titles.maximumFare != nil || limits.allSatisfy { $0 == nil },
      "\(path).titles.maximumFare", "expected a text for the line of a highest fare")
    for (name, texts) in tariff.titles.named { inspect(texts: texts, "\(path).titles.\(name)") }
    if let texts = tariff.distanceRate { inspect(texts: texts, "\(path).distanceRate") }
    if let texts = tariff.timeRate { inspect(texts: texts, "\(path).timeRate") }
  }

  /// Reports a highest fare that no trip could have, since another part of it is higher.
  private mutating func inspect(
    limitsOf period: TariffPeriod, of tariff: Tariff, _ area: ServiceArea, _ path: String
  ) {
    if let minimum = period.minimumFare { inspect(amount: minimum, area, "\(path).minimumFare") }
    guard let maximum = period.maximumFare else { return }
    inspect(amount: maximum, area, "\(path).maximumFare")
    guard maximum.minorUnits >= 0 else { return }
    check(
      maximum.minorUnits >= period.minimumFare?.minorUnits ?? 0, "\(path).maximumFare",
      "expected at least the minimum fare")
    let fixed = tariff.surcharges.map(\.amount.micros).reduce(period.base.micros, +)
    check(
      maximum.micros >= fixed, "\(path).maximumFare", "expected at least base and surcharges")
  }

  /// Reports periods that count the ride and could not follow one another in one.
  private mutating func inspectMoments(of tariff: Tariff, _ path: String) {
    guard tariff.periods.contains(where: { $0.counts == .ride || !$0.inZones.isEmpty }) else {
      return
    }
    let hasFareBands = ([tariff.rates] + tariff.periods.map(\.rates)).contains {
      !$0.fareBands.isEmpty
    }
    for (index, period) in tariff.periods.enumerated() {
      let periodPath = "\(path).periods[\(index)]"
      check(
        period.counts == .pickup || period.conditions.hours != nil || !period.inZones.isEmpty,
        "\(periodPath).counts",
        "expected hours or inZones beside \"ride\", since only they begin and end within a ride")
      check(
        period.counts == .ride || period.inZones.isEmpty, "\(periodPath).counts",
        "expected \"ride\" beside inZones")
      let (rates, own) = (period.rates, tariff.rates)
      let key = period.inZones.isEmpty ? "counts" : "inZones"
      check(
        period.counts == .pickup && period.inZones.isEmpty || !hasFareBands,
        "\(periodPath).\(key)", "expected none of the ride beside bands from fares")
      let expected = "those of the tariff, since both may count one ride"
      check(rates.steps == own.steps, "\(periodPath).steps", "expected \(expected)")
      check(rates.rounding == own.rounding, "\(periodPath).rounding", "expected \(expected)")
      check(
        rates.time.onlyWhenSlow == own.time.onlyWhenSlow
          && rates.time.freeSecondsPerStop == own.time.freeSecondsPerStop, "\(periodPath).time",
        "expected onlyWhenSlow and freeSecondsPerStop to be \(expected)")
    }
    inspectSizes(of: tariff, path)
  }

  /// Reports more times, zones and points than a ride keeps.
  private mutating func inspectSizes(of tariff: Tariff, _ path: String) {
    let turns = tariff.rideTurns.count
    check(
      turns <= Self.mostTurns, "\(path).periods",
      "expected at most \(Self.mostTurns) times of day at which rates change within a ride, "
        + "came \(turns)")
    let lists = tariff.rideZones.count
    check(
      lists <= Self.mostLists, "\(path).periods",
      "expected at most \(Self.mostLists) different inZones, came \(lists)")
    let points = tariff.rideZones.joined().flatMap(\.polygons).flatMap(\.rings).joined().count
    check(
      points <= Self.mostPoints, "\(path).periods",
      "expected at most \(Self.mostPoints) points of zones in which rates change within a ride, "
        + "came \(points)")
  }

  /// Each change of a day, and each point of a zone, is stored with a ride.
  private static let mostTurns = 12
  private static let mostPoints = 1_000
  /// Each combination of lists is a place with rates of its own.
  private static let mostLists = 4

  /// Tiers start at one, ascend, touch, never overlap, and end at the vehicle's capacity.
  private mutating func inspect(
    _ tiers: [PartyTier], of product: Product, _ area: ServiceArea, _ path: String
  ) {
    check(!tiers.isEmpty, path, "expected at least one tier")
    // Nothing can be checked against an invalid capacity.
    let capacity = product.capacity >= 1 ? product.capacity : nil
    var expected: Int? = 1
    for (index, tier) in tiers.enumerated() {
      let tierPath = "\(path)[\(index)]"
      let size = tier.partySize
      check(
        size.minimum == expected, "\(tierPath).minimum",
        expected.map { "expected \($0), where the tier before ends, came \(size.minimum)" }
          ?? "expected no tier after one without a maximum")
      // A maximum that has no successor ends all tiers, and is beyond any capacity.
      expected = size.maximum.flatMap { $0 < .max ? $0 + 1 : nil }
      check(
        max(size.minimum, size.maximum ?? 1) <= capacity ?? .max, tierPath,
        "expected at most the capacity of \(product.capacity)")
      inspect(texts: tier.descriptions, "\(tierPath).descriptions")
      inspect(amount: tier.extra, area, "\(tierPath).extra")
    }
    if let expected, let capacity, !tiers.isEmpty {
      check(expected > capacity, path, "expected tiers up to the capacity of \(capacity)")
    }
  }

  /// Reports a name or a synonym that means two products (rules L3, L6), or that no rider could say
  /// (rule L5): a booking may have any of them, in any locale.
  mutating func inspectNames(of area: ServiceArea, _ path: String) {
    var owners: [String: Int] = [:]
    for (index, product) in area.products.enumerated() {
      for (name, place) in product.spoken {
        let namePath = "\(path).products[\(index)].\(place)"
        let owner = owners[OptionName.folded(name), default: index]
        owners[OptionName.folded(name)] = owner
        check(
          owner == index, namePath,
          "expected a name of its own, \"\(name)\" is also products[\(owner)]")
        check(
          name.utf8.count <= Self.longestName, namePath,
          "expected at most \(Self.longestName) bytes, came \(name.utf8.count)")
        check(
          OptionName.folded(name).isEmpty
            || name.unicodeScalars.contains(where: \.properties.isAlphabetic), namePath,
          "expected a word for the kind of ride, came \"\(name)\"")
      }
    }
  }

  /// Reports synonyms that are blank or repeat another name of their product, or of no locale of
  /// the catalogue.
  mutating func inspectSynonyms(of product: Product, _ path: String) {
    var known = Set(product.names.values.map(OptionName.folded))
    for (locale, synonyms) in product.synonyms.sorted(by: { $0.key < $1.key }) {
      check(
        catalogue.locales.contains(locale), "\(path).\(locale)",
        "expected only the locales of the catalogue")
      for (index, synonym) in synonyms.enumerated() {
        let folded = OptionName.folded(synonym)
        check(
          !folded.isEmpty && known.insert(folded).inserted, "\(path).\(locale)[\(index)]",
          "expected a name that the product does not have yet, came \"\(synonym)\"")
      }
    }
  }

  /// A booking cannot have a longer name.
  private static let longestName = 128
}

extension FareTitles {
  /// The titles under their names in a file.
  fileprivate var named: [(String, [String: String])] {
    [
      ("base", base), ("distance", distance), ("time", time), ("minimumFare", minimumFare),
      ("partySize", partySize), ("distanceRate", distanceRate), ("timeRate", timeRate),
    ] + (maximumFare.map { [("maximumFare", $0)] } ?? [])
  }
}

extension Product {
  /// Everything that the product answers to, with its path.
  fileprivate var spoken: [(name: String, place: String)] {
    let synonyms = synonyms.sorted { $0.key < $1.key }.flatMap { locale, texts in
      texts.enumerated().map { ($0.element, "synonyms.\(locale)[\($0.offset)]") }
    }
    return names.sorted { $0.key < $1.key }.map { ($0.value, "names.\($0.key)") } + synonyms
  }
}
