extension CatalogueInspection {
  mutating func inspect(_ product: Product, _ area: ServiceArea, _ path: String) {
    check(!product.key.rawValue.isEmpty, "\(path).key", "expected a key that is not empty")
    inspect(texts: product.names, "\(path).names")
    inspectSynonyms(of: product, "\(path).synonyms")
    check(
      product.category != "", "\(path).category", "expected a category that is not empty, or none")
    if let disclaimers = product.disclaimers { inspect(texts: disclaimers, "\(path).disclaimers") }
    check(
      product.capacity >= 1, "\(path).capacity", "expected at least 1, came \(product.capacity)")
    check(
      (0...86_400).contains(product.busyPickupSeconds), "\(path).busyPickupSeconds",
      "expected 0 to 86400, came \(product.busyPickupSeconds)")
    if let hours = product.hours { inspect(hours, "\(path).hours") }
    if let policy = product.cancellation { inspect(policy, area, "\(path).cancellation") }
    inspect(product.tariff, area, "\(path).tariff")
    if let limit = product.tariff.meterLimit {
      inspect(amount: limit, area, "\(path).tariff.meterLimit")
      check(
        limit.minorUnits != 0, "\(path).tariff.meterLimit", "expected more than nothing, or none")
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

  private mutating func inspect(_ tariff: Tariff, _ area: ServiceArea, _ path: String) {
    inspect(amount: tariff.base, area, "\(path).base")
    switch tariff.distance {
    case .perMile(let rate): inspect(rate: rate, area, "\(path).perMile")
    case .perKilometre(let rate): inspect(rate: rate, area, "\(path).perKilometre")
    }
    inspect(rate: tariff.perMinute, area, "\(path).perMinute")
    for (index, surcharge) in tariff.surcharges.enumerated() {
      inspect(texts: surcharge.titles, "\(path).surcharges[\(index)].titles")
      inspect(amount: surcharge.amount, area, "\(path).surcharges[\(index)].amount")
    }
    if let minimum = tariff.minimumFare {
      inspect(amount: minimum, area, "\(path).minimumFare")
    }
    if let waiting = tariff.waiting {
      check(
        (0...1_440).contains(waiting.freeMinutes), "\(path).waiting.freeMinutes",
        "expected 0 to 1440, came \(waiting.freeMinutes)")
      inspect(rate: waiting.perMinute, area, "\(path).waiting.perMinute")
      inspect(texts: waiting.titles, "\(path).waiting.titles")
    }
    for (name, texts) in tariff.titles.named { inspect(texts: texts, "\(path).titles.\(name)") }
  }

  /// Tiers start at one, ascend, touch, never overlap, and end at the vehicle's capacity.
  private mutating func inspect(
    _ tiers: [PartyTier], of product: Product, _ area: ServiceArea, _ path: String
  ) {
    check(!tiers.isEmpty, path, "expected at least one tier")
    // Against a capacity that is wrong itself nothing can be held.
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
}

extension FareTitles {
  /// The titles under their names in a file.
  fileprivate var named: [(String, [String: String])] {
    [
      ("base", base), ("distance", distance), ("time", time), ("minimumFare", minimumFare),
      ("partySize", partySize), ("distanceRate", distanceRate), ("timeRate", timeRate),
    ]
  }
}
