extension CatalogueInspection {
  mutating func inspect(_ rules: AreaRules, of area: ServiceArea, _ path: String) {
    noteRepeats(rules.specialPricing.map(\.key), "keys") { "\(path).specialPricing[\($0)].key" }
    for (index, rule) in rules.specialPricing.enumerated() {
      inspect(rule, of: area, "\(path).specialPricing[\(index)]")
    }
    noteRepeats(rules.discounts.map(\.key), "keys") { "\(path).discounts[\($0)].key" }
    for (index, rule) in rules.discounts.enumerated() {
      inspect(rule, of: area, "\(path).discounts[\(index)]")
    }
    for (index, rule) in rules.appBookings.enumerated() {
      let rulePath = "\(path).bookInApp[\(index)]"
      check(
        !rule.activityType.isEmpty, "\(rulePath).activityType",
        "expected a type that is not empty")
      inspect(texts: rule.titles, "\(rulePath).titles")
      inspect(rule.scope, of: area, rulePath)
    }
    for (index, rule) in rules.restrictedZones.enumerated() {
      let zonesPath = "\(path).restrictedZones[\(index)].zones"
      check(!rule.zones.isEmpty, zonesPath, "expected at least one zone")
      inspect(rule.zones, zonesPath)
    }
  }

  private mutating func inspect(_ rule: SpecialPricing, of area: ServiceArea, _ path: String) {
    check(!rule.key.isEmpty, "\(path).key", "expected a key that is not empty")
    inspect(texts: rule.titles, "\(path).titles")
    check(
      (10_000...1_000_000).contains(rule.multiplier.basisPoints), "\(path).multiplier",
      "expected 1.00 to 100.00, came \(rule.multiplier.decimalString)")
    if let few = rule.belowFreeVehicles {
      check(
        (1...1_000_000).contains(few), "\(path).belowFreeVehicles",
        "expected 1 to 1000000, came \(few)")
    }
    inspect(rule.scope, of: area, path)
    noteMetered(rule.scope, of: area, path)
  }

  private mutating func inspect(_ rule: Discount, of area: ServiceArea, _ path: String) {
    check(!rule.key.isEmpty, "\(path).key", "expected a key that is not empty")
    inspect(texts: rule.titles, "\(path).titles")
    switch rule.value {
    case .amount(let amount): inspect(amount: amount, area, "\(path).amount")
    case .percent(let basisPoints):
      check(
        (0...10_000).contains(basisPoints), "\(path).percent",
        "expected 0 to 100, came \(basisPoints) hundredths of a percent")
    }
    inspect(rule.scope, of: area, path)
    noteMetered(rule.scope, of: area, path)
  }

  private mutating func inspect(_ scope: RuleScope, of area: ServiceArea, _ path: String) {
    if let hours = scope.hours { inspect(hours, "\(path).hours") }
    inspect(scope.zones, "\(path).zones")
    noteRepeats(scope.products.map(\.rawValue), "products") { "\(path).products[\($0)]" }
    for (index, key) in scope.products.enumerated() {
      check(
        area.products.contains { $0.key == key }, "\(path).products[\(index)]",
        "expected a product of the area, came \"\(key)\"")
    }
  }

  /// Notes a product whose price is not known beforehand, so that nothing can be changed about it.
  private mutating func noteMetered(_ scope: RuleScope, of area: ServiceArea, _ path: String) {
    for (index, key) in scope.products.enumerated() {
      check(
        !area.products.contains { $0.key == key && $0.pricing == .metered },
        "\(path).products[\(index)]", "expected a product with a price, \"\(key)\" has a meter")
    }
  }
}
