/// The rule of a catalogue that makes a line of a fare; numbers are indexes in the catalogue.
package enum FareRule: Hashable, Sendable {
  /// Of the product's tariff, or of the period of it that holds.
  case base, distance, time, minimumFare, maximumFare
  case surcharge(Int)
  /// A party-size tier of the product.
  case tier(Int)
  case charge(Int)
  case fixedFare(Int)
  case specialPricing(Int)
  case discount(Int)
  case extra(Int)
}

/// The lines of a fare, each with the rule that makes it.
///
/// It is found by the form of the line, which is the number that the price was made with.
package struct FareExplanation: Sendable {
  /// A line and its rule.
  package struct Line: Hashable, Sendable {
    package let item: FareLineItem
    package let rule: FareRule
    /// The sum of other lines that the rule takes its part of.
    package fileprivate(set) var basis: Money?
  }

  /// A part of the ride that one period of the tariff counts.
  package struct Part: Sendable {
    /// The period's index; nil is the tariff.
    package let period: Int?
    package let rates: RateCard
    /// When it begins, by the clocks of the area.
    package let from: LocalDateTime
    package let route: Route
  }

  /// The index of the area in the catalogue.
  package let area: Int
  /// The index of the product in the area.
  package let product: Int
  /// The index of the period of the tariff that has the prices of the trip; nil is the tariff.
  package let period: Int?
  /// One for each change of rates within the trip and one before; empty without a drop-off.
  package let parts: [Part]
  /// Nil when the trip has no drop-off.
  package let route: Route?
  package fileprivate(set) var lines: [Line] = []

  fileprivate init(
    _ lines: [FareLine], of product: PricedProduct, tier: Int?, _ terms: TripTerms
  ) {
    area = terms.area.number
    self.product = product.number
    let prices = product.prices(for: terms.trip, at: terms.time)
    period = prices.period
    route = terms.route
    parts = terms.route.map { terms.parts(of: $0, for: product, prices) } ?? []
    let rules = terms.rulesByForm(of: product, tier: tier)
    for line in lines {
      guard let rule = rules[line.form] else {
        preconditionFailure("a line of a fare that no rule of the catalogue has")
      }
      add(Line(item: terms.forms.item(line, terms.currency), rule: rule), terms.area.area)
    }
  }

  private mutating func add(_ line: Line, _ area: ServiceArea) {
    var line = line
    switch line.rule {
    case .charge(let index):
      guard line.item.kind == .amount, let share = area.charges[index].share else { break }
      line.basis = sum { share.basis == .fareAndCharges || !$0.isCharge }
    case .specialPricing(let index):
      guard area.rules.specialPricing[index].value.multiplier != nil else { break }
      line.basis = sum { [.base, .distance, .time].contains($0) }
    case .discount(let index):
      guard case .percent = area.rules.discounts[index].value else { break }
      line.basis = sum { !$0.isDiscount }
    default: break
    }
    lines.append(line)
  }

  /// The sum of the lines so far whose rules are of some kind.
  fileprivate func sum(_ isCounted: (FareRule) -> Bool) -> Money? {
    guard let currency = lines.first?.item.price.currency else { return nil }
    return lines.filter { isCounted($0.rule) }.map(\.item.price).sum(in: currency)
  }

  fileprivate mutating func add(_ extras: ChosenExtras, _ area: ServiceArea) {
    let priced = extras.priced.compactMap { key in area.extras.firstIndex { $0.key == key } }
    lines += zip(extras.lines, priced).map { Line(item: $0, rule: .extra($1)) }
  }
}

extension FareRule {
  fileprivate var isCharge: Bool { if case .charge = self { true } else { false } }

  fileprivate var isDiscount: Bool { if case .discount = self { true } else { false } }
}

extension Quoter {
  /// Why a chosen option has its price; without a party why the lowest price of a list is that.
  ///
  /// Of a product with a meter it is why `estimate` has its price, or without a drop-off where the
  /// rates are from. Refused as the option itself.
  package func explanation(
    of selection: OptionSelection, for trip: Trip, locale: String?, supply: Supply, at now: Instant
  ) throws(Refusal) -> FareExplanation {
    let terms = try terms(for: trip, of: selection.partySize, locale: locale, at: now)
    let product = try terms.area.product(for: selection)
    let free = pickups(terms, supply, at: now).estimate(product).free
    var tier: Int?
    var lines: [FareLine] = []
    if terms.isMetered(product) {
      lines = terms.fare(of: product, surge: nil)?.lines ?? terms.meterLines(of: product)
    } else if selection.partySize == nil {
      guard let listed = terms.listed(product, pickup: now, free: free) else {
        throw TripTerms.unpriceable
      }
      tier = listed.cheapest
      listed.forEachShownLine { lines.append($0) }
    } else {
      tier = try product.tier(for: selection.partySize)
      let surge = terms.surge(on: product, free: free)
      lines = try terms.bookedSum(of: product, tier: tier, surge: surge).lines
    }
    var explanation = FareExplanation(lines, of: product, tier: tier, terms)
    explanation.add(
      try terms.extras(of: product).chosen(selection, locale: terms.locale), terms.area.area)
    if let total = explanation.sum({ _ in true }), terms.route != nil,
      let lack = terms.lack(of: total, product)
    {
      explanation.lines.append(
        .init(item: terms.forms.item(lack, terms.currency), rule: .minimumFare))
    }
    return explanation
  }
}

extension TripTerms {
  /// The parts of a route by the periods that count them.
  fileprivate func parts(
    of route: Route, for product: PricedProduct, _ prices: PricedProduct.Prices
  ) -> [FareExplanation.Part] {
    prices.rideRates.parts(of: route, from: time.instant).map { span, route in
      let start = Instant(
        microseconds: time.instant.microseconds + Int64(span.fromSecond * 1e6))
      return FareExplanation.Part(
        period: product.period(
          at: span.change ?? time.instant, for: trip, from: time, in: span.place),
        rates: span.rates, from: time.zone.local(start), route: route)
    }
  }

  /// The rules of a product's lines by their forms.
  fileprivate func rulesByForm(of product: PricedProduct, tier: Int?) -> [Int: FareRule] {
    let texts = product.texts[locale]
    var rules: [Int: FareRule] = [
      texts.base: .base, texts.distance: .distance, texts.distanceRate: .distance,
      texts.time: .time, texts.timeRate: .time, texts.minimumFare: .minimumFare,
      texts.maximumFare: .maximumFare,
    ]
    rules[texts.partySize] = tier.map { .tier($0) }
    for (index, line) in texts.surcharges.enumerated() { rules[line.form] = .surcharge(index) }
    for (index, charge) in area.charges.enumerated() {
      rules[charge.firstForm + locale] = .charge(index)
      rules[charge.line(locale).form] = .charge(index)
    }
    for (index, fare) in area.fixedFares.enumerated() {
      rules[fare.firstForm + locale] = .fixedFare(index)
    }
    for (index, discount) in area.rules.discounts.enumerated() {
      rules[discount.firstForm + locale] = .discount(index)
    }
    for surge in area.rules.surges {
      // They are sorted by their values.
      let index = area.area.rules.specialPricing.firstIndex(of: surge.rule)
      rules[surge.firstForm + locale] = index.map { .specialPricing($0) }
    }
    return rules
  }
}
