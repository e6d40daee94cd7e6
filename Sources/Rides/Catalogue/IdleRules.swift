/// Rules of an area that change no price.
struct IdleRules {
  let area: ServiceArea

  /// A warning of each.
  func warnings(_ path: String) -> [CatalogueMistake] {
    let ofArea = [
      ("charges", area.charges.map(\.value.isNothing)),
      ("specialPricing", area.rules.specialPricing.map(\.value.isNothing)),
      ("discounts", area.rules.discounts.map(\.value.isNothing)),
    ].flatMap { name, idle in idle.indices.filter { idle[$0] }.map { "\(name)[\($0)]" } }
    let ofProducts = area.products.enumerated().flatMap { number, product in
      product.tariff.idleParts.map { "products[\(number)].tariff.\($0)" }
    }
    return (ofProducts + ofArea).map {
      CatalogueMistake(path: "\(path).\($0)", message: "it changes no price")
    } + besideMeters(path)
  }

  /// Rules that no meter knows, where there are meters alone.
  private func besideMeters(_ path: String) -> [CatalogueMistake] {
    guard area.products.allSatisfy({ $0.pricing == .metered }) else { return [] }
    let rules = area.rules
    // A fixed fare has discounts, also of a product with a meter.
    let discounts = rules.fixedFares.isEmpty ? rules.discounts.count : 0
    return [("specialPricing", rules.specialPricing.count), ("discounts", discounts)].flatMap {
      name, count in
      (0..<count).map {
        CatalogueMistake(
          path: "\(path).\(name)[\($0)]",
          message: "it changes no price, since all products have a meter")
      }
    }
  }
}

extension Tariff {
  /// The paths of what could be left out.
  fileprivate var idleParts: [String] {
    let idle = surcharges.indices.filter { surcharges[$0].amount.minorUnits == 0 }
    return idle.map { "surcharges[\($0)]" } + (hasIdleMinimum ? ["minimumFare"] : [])
      + idlePeriods.map { "periods[\($0)]" }
  }

  /// Whether base and surcharges are never below the minimum.
  private var hasIdleMinimum: Bool {
    guard minimumFare != nil else { return false }
    let fixed = surcharges.reduce(0) { $0 + $1.amount.minorUnits }
    let prices = [(base, minimumFare)] + periods.map { ($0.base, $0.minimumFare) }
    return prices.allSatisfy { base, minimum in
      minimum?.minorUnits ?? 0 <= base.minorUnits + fixed
    }
  }

  /// The last periods, if they have the prices of the tariff; one before others keeps them away.
  private var idlePeriods: Range<Int> {
    let count = periods.reversed().prefix { period in
      period.base == base && period.rates == rates && period.minimumFare == minimumFare
        && period.minimumCover == minimumCover && period.maximumFare == maximumFare
    }.count
    return periods.count - count..<periods.count
  }
}

extension FareCharge.Value {
  fileprivate var isNothing: Bool {
    switch self {
    case .amount(let amount): amount.minorUnits == 0
    case .share(let share): share.basisPoints == 0
    }
  }
}

extension SpecialPricing.Value {
  fileprivate var isNothing: Bool {
    switch self {
    case .multiplier(let multiplier): multiplier.basisPoints == 10_000
    case .amount(let amount): amount.minorUnits == 0
    }
  }
}

extension Discount.Value {
  fileprivate var isNothing: Bool {
    switch self {
    case .amount(let amount): amount.minorUnits == 0
    case .percent(let basisPoints): basisPoints == 0
    }
  }
}
