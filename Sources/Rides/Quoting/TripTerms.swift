/// What all products of an area have in common for one trip.
///
/// A class, so that each quote of a list refers to it at the cost of one reference count.
final class TripTerms: Sendable {
  let area: PricedArea
  /// The forms of the lines of all fares.
  let forms: FareForms
  /// The number of the locale.
  let locale: Int
  let trip: Trip
  /// Nil when the trip has no drop-off.
  let route: Route?
  let time: LocalMoment
  /// The rules of the area that hold for this trip.
  let rules: PricedRules
  /// The charges of the trip, and their lines for a product that pays them all.
  private let charges: [PricedCharge]
  private let chargeLines: [FareLine]
  private let fixedFares: [PricedFixedFare]
  private let isAreaOpen: Bool

  /// More than five parameters: it only stores most of them.
  init(
    area: PricedArea, forms: FareForms, locale: Int, trip: Trip, route: Route?, time: LocalMoment
  ) {
    self.area = area
    self.forms = forms
    self.locale = locale
    self.trip = trip
    self.route = route
    self.time = time
    rules = area.rules.inForce(for: trip, at: time)
    charges = area.charges(for: trip, at: time)
    chargeLines = charges.map { $0.line(locale) }
    fixedFares = area.fixedFares(for: trip, at: time)
    isAreaOpen = time.isWithin(area.area.hours)
  }

  /// The currency of all prices.
  var currency: Currency { area.area.currency }

  /// The products that can make the trip: without a drop-off the metered ones alone.
  var suitable: [PricedProduct] {
    if trip.dropOff != nil, !trip.requiresWheelchairAccess { return area.products }
    return area.products.filter {
      (trip.dropOff != nil || $0.isMetered)
        && (!trip.requiresWheelchairAccess || $0.product.isWheelchairAccessible)
    }
  }

  /// Whether the product is sold at the time of the pickup.
  func isOpen(_ product: PricedProduct) -> Bool {
    isAreaOpen && time.isWithin(product.product.hours)
  }

  /// The special pricing that makes the product the dearest; a metered product has none.
  func surge(on product: PricedProduct, free: Int) -> Surge? {
    surgeIndex(on: product, free: free).map(surge(at:))
  }

  /// The special pricing with that index in the rules of the trip.
  func surge(at index: Int) -> Surge {
    let surge = rules.surges[index]
    return Surge(
      title: surge.titles[locale], value: surge.rule.value,
      form: surge.firstForm + locale)
  }

  /// The special pricing with which an option was booked; nil where it holds no longer.
  ///
  /// Of several with the same title it is the one with the same multiplier, or the lowest.
  func surge(of option: RideOption, on product: PricedProduct) -> Surge? {
    guard let title = option.specialPricing, fixedFare(of: product) == nil else { return nil }
    let multiplier = option.specialPricingMultiplier
    return rules.surges.lastIndex {
      $0.covers(product) && $0.titles[locale] == title
        && (multiplier == nil || $0.rule.value.multiplier == multiplier)
    }.map(surge(at:))
  }

  private func surgeIndex(on product: PricedProduct, free: Int) -> Int? {
    guard !product.isMetered, fixedFare(of: product) == nil else { return nil }
    func holds(_ surge: PricedRule<SpecialPricing>) -> Bool {
      guard surge.covers(product) else { return false }
      guard let few = surge.rule.belowFreeVehicles else { return true }
      return trip.scheduledPickup == nil && free < few
    }
    let first = rules.surges.firstIndex(where: holds)
    // Amounts come last.
    guard let first, let last = rules.surges.last, last.rule.value.multiplier == nil else {
      return first
    }
    return dearer(
      first, rules.surges[first...].firstIndex { $0.rule.value.multiplier == nil && holds($0) },
      product)
  }

  /// The one of two rules that adds more to the price of a product.
  private func dearer(_ one: Int, _ other: Int?, _ product: PricedProduct) -> Int {
    guard let other, let route,
      let fare = try? product.prices(for: trip, at: time).counted(over: route)
    else { return one }
    let additions = [one, other].map { index in
      (try? rules.surges[index].rule.value.addition(to: fare))?.minorUnits ?? .max
    }
    return additions[1] > additions[0] ? other : one
  }

  /// The fixed fare of a product; nil where its tariff prices the trip.
  private func fixedFare(of product: PricedProduct) -> PricedFixedFare? {
    fixedFares.first { $0.covered[product.number] }
  }

  /// The extras of a product at their prices on this trip.
  func extras(of product: PricedProduct) -> PricedExtras {
    if fixedFares.isEmpty { return product.extras }
    return fixedFare(of: product)?.extras?[product.number] ?? product.extras
  }

  /// Whether a meter decides the price of a product on this trip.
  func isMetered(_ product: PricedProduct) -> Bool {
    product.isMetered && fixedFare(of: product) == nil
  }

  /// The charges of the trip for a product.
  func charges(of product: PricedProduct) -> [PricedCharge] {
    let fixed = fixedFare(of: product)
    // A list, which knows no party, promises the sum of a fixed fare.
    return charges.filter { charge in
      charge.covers(product)
        && fixed.map { $0.isBelow(charge) && charge.charge.conditions.fromPartySize == nil } ?? true
    }
  }

  private func chargeLines(of product: PricedProduct) -> [FareLine] {
    guard !fixedFares.isEmpty || charges.contains(where: { $0.covered != nil }) else {
      return chargeLines
    }
    return charges(of: product).map { $0.line(locale) }
  }

  /// The product's fare for a route before its tier and discounts.
  func sum(
    of product: PricedProduct, over route: Route, surge: Surge?
  ) throws(MoneyError) -> FareSum {
    let charges = area.hasShares ? [] : chargeLines(of: product)
    if let fixed = fixedFare(of: product) {
      var sum = try FareSum(fixed: fixed, locale: locale, charges: charges)
      if area.hasShares { try sum.add(self.charges(of: product), locale: locale) }
      return sum
    }
    let prices = product.prices(for: trip, at: time)
    var sum = try FareSum(
      of: prices, texts: product.texts[locale], route: route, charges: charges, surge: surge)
    if area.hasShares { try sum.add(self.charges(of: product), locale: locale) }
    if let lack = prices.lack(of: sum.total, covering: .charges) {
      try sum.add(product.texts[locale].minimumFare, lack)
    }
    return sum
  }

  /// The line that a fare of a meter with its extras lacks to the lowest fare; nil without one.
  func lack(of sum: Money, _ product: PricedProduct) -> FareLine? {
    guard isMetered(product) else { return nil }
    return product.pickupPrices(for: trip, at: time).lack(of: sum, covering: .chargesAndExtras).map
    {
      FareLine(form: product.texts[locale].minimumFare, minorUnits: $0.minorUnits)
    }
  }

  func discounting(of product: PricedProduct) -> Discounting {
    Discounting(rules.discounts, on: product, locale: locale)
  }

  /// The activity to continue with, if the option has to be booked in the operator's app.
  func appBooking(of product: PricedProduct) -> UserActivity? {
    guard let found = rules.appBookings.first(where: { $0.covers(product) }) else { return nil }
    return UserActivity(
      activityType: found.rule.activityType, title: found.titles[locale],
      userInfo: found.rule.userInfo)
  }

  /// Whether the option has to be booked in the operator's app.
  func isBookedInApplication(_ product: PricedProduct) -> Bool {
    rules.appBookings.contains { $0.covers(product) }
  }

  /// The product's fare before its tier and discounts; nil without a drop-off, or when it is beyond
  /// what money holds.
  func fare(of product: PricedProduct, surge: Surge?) -> FareSum? {
    guard let route else { return nil }
    return try? sum(of: product, over: route, surge: surge)
  }

  /// The lines that a meter shows: base, surcharges, charges of places, and rates.
  func meterLines(of product: PricedProduct) -> [FareLine] {
    let texts = product.texts[locale]
    let prices = product.pickupPrices(for: trip, at: time)
    let base = FareLine(form: texts.base, minorUnits: prices.base.minorUnits)
    let rates = [
      (texts.distanceRate, prices.rates.bands[0].rate.rate),
      (texts.timeRate, prices.rates.time.rate),
    ].compactMap { form, rate -> FareLine? in
      // In whole minor units; none where there is no rate.
      guard rate.microUnits != 0, let price = try? rate.amount(for: 1) else { return nil }
      return FareLine(form: form, minorUnits: price.minorUnits)
    }
    return [base] + texts.surcharges + chargeLines(of: product) + rates
  }

  /// An option with everything but its price.
  func option(_ product: PricedProduct, pickup: Instant) -> RideOption {
    let texts = product.texts[locale]
    var option = RideOption(
      name: texts.name, optionIdentifier: product.product.key, estimatedPickupDate: pickup,
      priceRange: nil, disclaimerMessage: texts.disclaimer,
      isWheelchairAccessible: product.product.isWheelchairAccessible,
      userActivityForBookingInApplication: appBooking(of: product))
    for detail in product.product.details {
      switch detail {
      case .capacity: option.capacity = product.product.capacity
      case .luggage(let pieces): option.luggage = pieces
      case .image(let link): option.image = link
      case .estimate: option.estimatedPriceRange = estimate(of: product)
      case .tierLines: break
      }
    }
    return option
  }

  /// What the tariff comes to by the estimated route, where a meter decides; nil without one.
  private func estimate(of product: PricedProduct) -> PriceRange? {
    guard isMetered(product), var price = fare(of: product, surge: nil)?.total else { return nil }
    if let lack = lack(of: price, product) {
      price = Money(minorUnits: price.minorUnits + lack.minorUnits, currency: currency)
    }
    return PriceRange(price: price)
  }

  /// The product as a list offers it; nil if this trip cannot be priced.
  func listed(_ product: PricedProduct, pickup: Instant, free: Int) -> ListedQuote? {
    if isMetered(product) { return ListedQuote(metered: product, pickup: pickup, terms: self) }
    guard let route else { return nil }
    return try? ListedQuote(
      product, pickup: pickup, route: route, surgeIndex: surgeIndex(on: product, free: free),
      terms: self)
  }

  /// The agreed terms of a fare without its lines, with the accounts of a meter's lines.
  func agreedFare(of product: PricedProduct) -> AgreedFare {
    let texts = product.texts[locale]
    var agreed = AgreedFare(
      of: product, prices: product.prices(for: trip, at: time), texts: texts, forms: forms,
      accounts: [])
    if !isMetered(product) { agreed.meter = nil }
    agreed.onTop = fixedFare(of: product)?.fare.onTop
    guard isMetered(product) else { return agreed }
    agreed.accounts = meterLines(of: product).map { forms.all[$0.form].account }
    let first = 1 + texts.surcharges.count
    let start = Trip(pickup: trip.pickup, dropOff: nil, partySize: trip.partySize)
    let charges = charges(of: product).enumerated()
    agreed.pickupCharges = charges.filter {
      $0.element.charge.conditions.hold(for: start, at: time)
    }
    .map { first + $0.offset }
    agreed.shares = charges.compactMap { offset, charge in
      charge.charge.share.map { AgreedFare.Share(line: first + offset, share: $0) }
    }
    return agreed
  }

  /// The fare for a tier, or for any party where there are none.
  func bookedFare(
    of product: PricedProduct, tier: Int?, surge: Surge?
  ) throws(Refusal) -> Fare {
    Fare(try bookedSum(of: product, tier: tier, surge: surge), forms)
  }

  /// The same by number.
  func bookedSum(
    of product: PricedProduct, tier: Int?, surge: Surge?
  ) throws(Refusal) -> FareSum {
    guard route != nil else {
      throw Refusal(
        .notAvailableHere, "\(product.product.key) has a price only with a drop-off",
        path: "dropOffLocation")
    }
    guard var fare = fare(of: product, surge: surge) else { throw Self.unpriceable }
    do throws(MoneyError) {
      if let tier, let tiers = product.tiers {
        try fare.add(product.texts[locale].partySize, tiers[tier].extra)
      }
      try fare.subtract(discounting(of: product))
    } catch {
      throw Self.unpriceable
    }
    return fare
  }
}
