/// The rules of an area, or those that apply to one trip.
struct PricedRules: Sendable {
  /// The highest multiplier first, then the highest amount; equal ones in the catalogue's order.
  var surges: [PricedRule<SpecialPricing>] = []
  var discounts: [PricedRule<Discount>] = []
  var appBookings: [PricedRule<AppBooking>] = []

  /// Appends the forms of the lines of special pricing and of discounts.
  init(_ area: ServiceArea, locales: LocaleTable, forms: inout [FareForm]) {
    func priced<Rule>(
      _ rules: [Rule], _ scope: (Rule) -> RuleScope, _ titles: (Rule) -> [String: String],
      _ form: (Rule, String) -> FareForm? = { _, _ in nil }
    ) -> [PricedRule<Rule>] {
      rules.map { rule in
        let titles = locales.texts(titles(rule), otherwise: "")
        let first = forms.count
        forms += titles.compactMap { form(rule, $0) }
        return PricedRule(
          rule, scope: scope(rule), titles: titles, firstForm: first, products: area.products)
      }
    }
    surges = priced(area.rules.specialPricing, \.scope, \.titles) { FareForm($1, .surgeRevenue) }
      .enumerated().sorted { first, second in
        let values = (first.element.rule.value, second.element.rule.value)
        return values.0.comes(before: values.1)
          || values.0 == values.1 && first.offset < second.offset
      }.map(\.element)
    discounts = priced(area.rules.discounts, \.scope, \.titles) {
      FareForm($1, .discounts, kind: .discount, sponsor: $0.sponsor)
    }
    appBookings = priced(area.rules.appBookings, \.scope, \.titles)
  }

  /// The highest number of free vehicles that a rule distinguishes.
  var enoughFreeVehicles: Int {
    var enough = 0
    for surge in surges { enough = max(enough, surge.rule.belowFreeVehicles ?? 0) }
    return enough
  }

  /// The rules that apply to a trip.
  func inForce(for trip: Trip, at time: LocalMoment) -> PricedRules {
    var rules = self
    if !surges.isEmpty { rules.surges = surges.filter { $0.holds(for: trip, at: time) } }
    if !discounts.isEmpty { rules.discounts = discounts.filter { $0.holds(for: trip, at: time) } }
    if !appBookings.isEmpty {
      rules.appBookings = appBookings.filter { $0.holds(for: trip, at: time) }
    }
    return rules
  }
}

/// A rule of an area with its texts in every locale and the numbers of its products.
struct PricedRule<Rule: Sendable>: Sendable {
  let rule: Rule
  /// By the number of the locale.
  let titles: [String]
  /// The form of its line in the first locale; those of the others follow.
  let firstForm: Int
  private let scope: RuleScope
  /// By the number of the product.
  private let covered: [Bool]

  init(
    _ rule: Rule, scope: RuleScope, titles: [String], firstForm: Int, products: [Product]
  ) {
    self.rule = rule
    self.scope = scope
    self.titles = titles
    self.firstForm = firstForm
    covered = products.map { scope.products.isEmpty || scope.products.contains($0.key) }
  }

  /// Whether it applies at the pickup and its time, for any product.
  func holds(for trip: Trip, at time: LocalMoment) -> Bool {
    if !scope.zones.isEmpty, !scope.zones.contain(trip.pickup.coordinate) { return false }
    return time.isWithin(scope.hours)
  }

  func covers(_ product: PricedProduct) -> Bool { covered[product.number] }
}

/// The discounts for a product on a trip.
struct Discounting {
  private let discounts: [PricedRule<Discount>]
  private let locale: Int

  init(_ discounts: [PricedRule<Discount>], on product: PricedProduct, locale: Int) {
    self.discounts = discounts.isEmpty ? [] : discounts.filter { $0.covers(product) }
    self.locale = locale
  }

  /// Whether there are none.
  var isEmpty: Bool { discounts.isEmpty }

  /// The sum less the discounts.
  func remainder(of sum: Money) throws(MoneyError) -> Money {
    var rest = sum
    for discount in discounts {
      rest = rest.minus(try discount.rule.value.amount(of: sum, atMost: rest))
    }
    return rest
  }

  /// The lines of the discounts on a sum; each is negative (rule M6).
  func lines(on sum: Money) throws(MoneyError) -> [FareLine] {
    var rest = sum
    var lines: [FareLine] = []
    for discount in discounts {
      let amount = try discount.rule.value.amount(of: sum, atMost: rest)
      guard amount.minorUnits > 0 else { continue }
      rest = rest.minus(amount)
      lines.append(
        FareLine(form: discount.firstForm + locale, minorUnits: amount.negated.minorUnits))
    }
    return lines
  }
}

extension Discount.Value {
  /// The discount on a sum, never more than the sum (rule M6).
  fileprivate func amount(of sum: Money, atMost rest: Money) throws(MoneyError) -> Money {
    let amount =
      switch self {
      case .amount(let amount): amount
      case .percent(let basisPoints): try sum.share(basisPoints: basisPoints)
      }
    return amount.minorUnits < rest.minorUnits ? amount : rest
  }
}
