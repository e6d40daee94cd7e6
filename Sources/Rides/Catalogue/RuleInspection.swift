extension CatalogueInspection {
  mutating func inspect(_ rules: AreaRules, of area: ServiceArea, _ path: String) {
    checkUnique(rules.specialPricing.map(\.key), "keys") { "\(path).specialPricing[\($0)].key" }
    for (index, rule) in rules.specialPricing.enumerated() {
      inspect(rule, of: area, "\(path).specialPricing[\(index)]")
    }
    checkUnique(rules.discounts.map(\.key), "keys") { "\(path).discounts[\($0)].key" }
    for (index, rule) in rules.discounts.enumerated() {
      inspect(rule, of: area, "\(path).discounts[\(index)]")
    }
    for (index, rule) in rules.appBookings.enumerated() {
      let rulePath = "\(path).bookInApp[\(index)]"
      inspect(activityType: rule.activityType, rule.titles, rulePath)
      inspect(rule.scope, of: area, rulePath)
    }
    checkUnique(rules.fixedFares.map(\.key), "keys") { "\(path).fixedFares[\($0)].key" }
    for (index, fare) in rules.fixedFares.enumerated() {
      inspect(fare, of: area, "\(path).fixedFares[\(index)]")
    }
    checkUnique(rules.tolls.map(\.key), "keys") { "\(path).tolls[\($0)].key" }
    for (index, toll) in rules.tolls.enumerated() {
      inspect(toll, of: area, "\(path).tolls[\(index)]")
    }
    for (index, rule) in rules.restrictedZones.enumerated() {
      let zonesPath = "\(path).restrictedZones[\(index)].zones"
      check(!rule.zones.isEmpty, zonesPath, "expected at least one zone")
      inspect(rule.zones, zonesPath)
      if let titles = rule.titles {
        inspect(texts: titles, "\(path).restrictedZones[\(index)].titles")
      }
    }
  }

  private mutating func inspect(_ fare: FixedFare, of area: ServiceArea, _ path: String) {
    inspect(key: fare.key, "\(path).key")
    inspect(texts: fare.titles, "\(path).titles")
    inspect(amount: fare.amount, area, "\(path).amount")
    inspect(fare.conditions, of: area, path)
    for (index, key) in (fare.onTop ?? []).enumerated() {
      check(
        area.charges.contains { $0.key == key } || area.rules.tolls.contains { $0.key == key },
        "\(path).onTop[\(index)]", "expected the key of a charge or a toll, came \"\(key)\"")
    }
    checkUnique(fare.onTop ?? [], "keys") { "\(path).onTop[\($0)]" }
    inspect(extras: fare.extrasOnTop ?? [], of: area, "\(path).extrasOnTop")
  }

  private mutating func inspect(_ toll: Toll, of area: ServiceArea, _ path: String) {
    inspect(key: toll.key, "\(path).key")
    check(
      !area.charges.contains { $0.key == toll.key }, "\(path).key",
      "expected another key than that of a charge, came \"\(toll.key)\"")
    inspect(texts: toll.titles, "\(path).titles")
    inspect(amount: toll.atMost, area, "\(path).atMost")
    check(toll.atMost.minorUnits != 0, "\(path).atMost", "expected more than nothing")
  }

  private mutating func inspect(_ rule: SpecialPricing, of area: ServiceArea, _ path: String) {
    inspect(key: rule.key, "\(path).key")
    inspect(texts: rule.titles, "\(path).titles")
    switch rule.value {
    case .multiplier(let multiplier):
      check(
        (10_000...1_000_000).contains(multiplier.basisPoints), "\(path).multiplier",
        "expected 1.00 to 100.00, came \(multiplier.decimalString)")
    case .amount(let amount): inspect(amount: amount, area, "\(path).amount")
    }
    if let few = rule.belowFreeVehicles {
      inspect(few, 1...1_000_000, "\(path).belowFreeVehicles")
    }
    inspect(rule.scope, of: area, path)
    checkNotMetered(rule.scope, of: area, path)
  }

  private mutating func inspect(_ rule: Discount, of area: ServiceArea, _ path: String) {
    inspect(key: rule.key, "\(path).key")
    inspect(texts: rule.titles, "\(path).titles")
    switch rule.value {
    case .amount(let amount): inspect(amount: amount, area, "\(path).amount")
    case .percent(let basisPoints): inspect(basisPoints: basisPoints, "\(path).percent")
    }
    inspect(rule.scope, of: area, path)
    checkNotMetered(rule.scope, of: area, path)
  }

  mutating func inspect(basisPoints: Int, _ path: String) {
    check(
      (0...10_000).contains(basisPoints), path,
      "expected 0 to 100, came \(DecimalText.of(Int64(basisPoints), scale: 2, atLeast: 0))")
  }

  private mutating func inspect(_ scope: RuleScope, of area: ServiceArea, _ path: String) {
    if let hours = scope.hours { inspect(hours, "\(path).hours") }
    inspect(scope.zones, "\(path).zones")
    inspect(products: scope.products, of: area, "\(path).products")
  }

  mutating func inspect(products: [ProductKey], of area: ServiceArea, _ path: String) {
    checkUnique(products.map(\.rawValue), "products") { "\(path)[\($0)]" }
    for (index, key) in products.enumerated() {
      check(
        area.products.contains { $0.key == key }, "\(path)[\(index)]",
        "expected a product of the area, came \"\(key)\"")
    }
  }

  /// Reports a product whose price is not known in advance, so that a rule cannot change it.
  private mutating func checkNotMetered(_ scope: RuleScope, of area: ServiceArea, _ path: String) {
    for (index, key) in scope.products.enumerated() {
      check(
        !area.products.contains { $0.key == key && $0.pricing == .metered },
        "\(path).products[\(index)]", "expected a product with a price, \"\(key)\" has a meter")
    }
  }

  mutating func inspect(_ policies: Policies, _ path: String) {
    inspect(rowsOf: policies, path)
    if let scheduling = policies.scheduling { inspect(scheduling, "\(path).scheduling") }
    inspect(policies.dispatch, "\(path).dispatch")
    for (index, number) in policies.dispatch.maskingNumbers.enumerated() {
      check(
        number.first == "+" && (4...16).contains(number.utf8.count)
          && number.utf8.dropFirst().allSatisfy { 0x30...0x39 ~= $0 },
        "\(path).dispatch.maskingNumbers[\(index)]",
        "expected a number in E.164, such as +13125550100, came \"\(number)\"")
    }
    inspect(policies.feedback, "\(path).feedback")
    inspect(rowsOf: policies.payment, "\(path).payment")
    inspect(rowsOf: policies.positions, "\(path).positions")
    inspect(policies.app, "\(path).app")
  }

  /// A ride is taken only from a vehicle of which the rider was told before, and no trip ends
  /// before its usual time.
  private mutating func inspect(_ policy: DispatchPolicy, _ path: String) {
    inspect(rowsOf: policy, path)
    let (told, taken) = (policy.stalledSeconds, policy.stalledSearchSeconds)
    check(
      taken == 0 || (told > 0 && taken > told), "\(path).stalledSearchSeconds",
      "expected 0, or more than stalledSeconds, which is \(told), came \(taken)")
    check(
      policy.endPercent == 0 || policy.endPercent >= 100, "\(path).endPercent",
      "expected 0 or at least 100, came \(policy.endPercent)")
    check(
      policy.estimateShiftSeconds == 0 || policy.estimateShiftSeconds >= 30,
      "\(path).estimateShiftSeconds",
      "expected 0 or at least 30, came \(policy.estimateShiftSeconds)")
  }

  private mutating func inspect<Policy: PolicyTable>(rowsOf policy: Policy, _ path: String) {
    for row in Policy.rows {
      if case .number(let place, let range) = row.place {
        inspect(policy[keyPath: place], range, "\(path).\(row.key)")
      }
    }
  }

  /// What it costs to cancel is in the area's currency, and the times are not negative.
  mutating func inspect(_ policy: CancellationPolicy, _ area: ServiceArea, _ path: String) {
    inspect(amount: policy.fee, area, "\(path).fee")
    inspect(amount: policy.missedPickupFee, area, "\(path).missedPickupFee")
    for (titles, name) in [
      (policy.titles, "titles"), (policy.missedPickupTitles, "missedPickupTitles"),
    ] {
      if let titles { inspect(texts: titles, "\(path).\(name)") }
    }
    if let seconds = policy.freeSeconds { inspect(seconds, 0...86_400, "\(path).freeSeconds") }
    inspect(policy.freeSecondsBeforePickup, 0...2_592_000, "\(path).freeSecondsBeforePickup")
    inspect(policy.toleratedDelaySeconds, 0...86_400, "\(path).toleratedDelaySeconds")
    for (index, row) in policy.fees.enumerated() {
      inspect(row, of: policy, area, "\(path).fees[\(index)]")
    }
  }

  /// A fee for a cause is at most the usual one, which is shown where no cause is known (rule A6).
  private mutating func inspect(
    _ row: CauseFee, of policy: CancellationPolicy, _ area: ServiceArea, _ path: String
  ) {
    inspect(amount: row.fee, area, "\(path).fee")
    checkUnique(row.causes.map(\.rawValue), "causes") { "\(path).causes[\($0)]" }
    checkUnique(row.parties.map(\.rawValue), "parties") { "\(path).parties[\($0)]" }
    if let seconds = row.withinSeconds { inspect(seconds, 1...86_400, "\(path).withinSeconds") }
    let isOfAbsence = row.causes.contains(.riderAbsent)
    check(
      !isOfAbsence || row.causes.count == 1, "\(path).causes",
      "expected riderAbsent alone, since a missed pickup has a fee of its own")
    let (usual, name) =
      isOfAbsence ? (policy.missedPickupFee, "missedPickupFee") : (policy.fee, "fee")
    check(
      row.fee.minorUnits <= usual.minorUnits, "\(path).fee",
      "expected at most \(name), which is \(usual.decimalString)")
  }

  private mutating func inspect(_ policy: SchedulingPolicy, _ path: String) {
    inspect(rowsOf: policy, path)
    check(
      policy.minimumLeadSeconds <= policy.maximumLeadSeconds, "\(path).minimumLeadSeconds",
      "expected at most maximumLeadSeconds, which is \(policy.maximumLeadSeconds)")
  }

  private mutating func inspect(_ policy: FeedbackPolicy, _ path: String) {
    inspect(rowsOf: policy, path)
    checkUnique(policy.tipPercentages.map(String.init), "percentages") {
      "\(path).tipPercentages[\($0)]"
    }
    for (index, percentage) in policy.tipPercentages.enumerated() {
      inspect(
        percentage, 1...max(1, policy.tipLimitPercent), "\(path).tipPercentages[\(index)]")
    }
  }

  private mutating func inspect(_ app: AppPolicy, _ path: String) {
    var activities = app.actions.enumerated().map { ("actions[\($0.offset)]", $0.element) }
    if let activity = app.cancellation { activities.append(("cancellation", activity)) }
    if let activity = app.completion { activities.append(("completion", activity)) }
    for (name, activity) in activities {
      inspect(activityType: activity.activityType, activity.titles, "\(path).\(name)")
    }
  }

  private mutating func inspect(
    activityType: String, _ titles: [String: String], _ path: String
  ) {
    check(!activityType.isEmpty, "\(path).activityType", "expected a type that is not empty")
    inspect(texts: titles, "\(path).titles")
  }
}
