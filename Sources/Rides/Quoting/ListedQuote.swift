/// A product priced for a list: numbers, and references to what they belong to.
///
/// A list is answered thousands of times a second, so that its quotes have no texts of their own;
/// `option` looks them up. A class, since each copy of a value would count five references.
package final class ListedQuote: Sendable {
  let terms: TripTerms
  let priced: PricedProduct
  /// When a vehicle can be at the pickup.
  package let estimatedPickupDate: Instant
  /// The special pricing, by its index in the rules of the trip.
  private let surgeIndex: Int?
  /// The lines that all party sizes share, or those of the meter.
  let lines: [FareLine]
  /// In minor units: one for each tier, or one; none if the meter decides.
  package let prices: [Int64]
  /// The discounts on each of the prices, in their order; empty where there are none.
  let discounts: [[FareLine]]
  /// The index of the lowest price, which the shown lines explain.
  let cheapest: Int

  /// The option without its token, as the rider sees it: one price, or one for each tier and the
  /// range of them (rules M1 and M2), or the meter's rates.
  package var option: RideOption {
    var option = terms.option(priced, pickup: estimatedPickupDate)
    if option.userActivityForBookingInApplication == nil {
      option.extras = extras
    }
    var lines: [FareLineItem] = []
    forEachShownLine { lines.append(terms.forms.item($0, terms.currency)) }
    guard let (least, most) = priceBounds else {
      option.meter(lines)
      return option
    }
    option.mark(surge)
    option.fareLineItems = lines
    option.priceRange = PriceRange(money(least), money(most))
    guard let tiers = priced.tiers, !tiers.isEmpty else { return option }
    let texts = priced.texts[terms.locale]
    option.availablePartySizeOptionsSelectionPrompt = texts.prompt
    option.availablePartySizeOptions = tiers.indices.map { index in
      PartySizeOption(
        partySize: tiers[index].partySize, sizeDescription: texts.tierDescriptions[index],
        priceRange: PriceRange(price: money(prices[index])),
        fareLineItems: product.details.contains(.tierLines) ? tierLines(index) : [])
    }
    return option
  }

  /// The lines that add up to the price of a tier.
  private func tierLines(_ index: Int) -> [FareLineItem] {
    var all = lines
    if let extra = priced.tiers?[index].extra.minorUnits, extra != 0 {
      all.append(FareLine(form: priced.texts[terms.locale].partySize, minorUnits: extra))
    }
    if !discounts.isEmpty { all += discounts[index] }
    return all.map { terms.forms.item($0, terms.currency) }
  }

  /// Whether more than the values in the gaps of a template differs between lists.
  package var variesBeyondTemplate: Bool { priced.product.details.contains(where: \.variesByTrip) }

  /// Calls `body` with each line that explains the lowest price, or with those of the meter.
  package func forEachShownLine(_ body: (FareLine) -> Void) {
    lines.forEach(body)
    if let tiers = priced.tiers, !tiers.isEmpty, tiers[cheapest].extra.minorUnits != 0 {
      body(
        FareLine(
          form: priced.texts[terms.locale].partySize,
          minorUnits: tiers[cheapest].extra.minorUnits))
    }
    if !discounts.isEmpty { discounts[cheapest].forEach(body) }
  }

  /// The lowest and the highest price in minor units; nil if the meter decides.
  package var priceBounds: (least: Int64, most: Int64)? {
    guard var most = prices.first else { return nil }
    for price in prices { most = max(most, price) }
    return (prices[cheapest], most)
  }

  /// The reason of special pricing and its multiplier, nil for an amount; nil without one.
  package var specialPricing: (title: String, multiplier: Multiplier?)? {
    surge.map { ($0.title, $0.value.multiplier) }
  }

  /// The currency of its prices.
  package var currency: Currency { terms.currency }

  /// The key of the product, without a copy of the product.
  package var productKey: ProductKey { priced.product.key }

  /// A number of the product and the locale among the forms of `OptionList.forms`, another one
  /// where the meter decides.
  package var textNumber: Int {
    prices.isEmpty ? priced.texts[terms.locale].distanceRate : priced.texts[terms.locale].base
  }

  /// What the rider may choose to the option.
  package var extras: [OfferedExtra] { terms.extras(of: priced).offered[terms.locale] }

  /// Whether the option can be booked only in the operator's app, and so has no price for a quote.
  package var isBookedInApplication: Bool { terms.isBookedInApplication(priced) }

  /// The service area of the trip's pickup.
  package var area: ServiceArea { terms.area.area }

  /// The product that is priced.
  package var product: Product { priced.product }

  /// Nil when the trip has no drop-off.
  package var route: Route? { terms.route }

  private var surge: Surge? { surgeIndex.map(terms.surge(at:)) }

  private func money(_ minorUnits: Int64) -> Money {
    Money(minorUnits: minorUnits, currency: terms.currency)
  }

  /// An option whose price the meter decides.
  init(metered product: PricedProduct, pickup: Instant, terms: TripTerms) {
    self.terms = terms
    priced = product
    estimatedPickupDate = pickup
    surgeIndex = nil
    lines = terms.meterLines(of: product)
    prices = []
    discounts = []
    cheapest = 0
  }

  /// An option with a price, or with one for each tier.
  init(
    _ product: PricedProduct, pickup: Instant, route: Route, surgeIndex: Int?, terms: TripTerms
  ) throws(MoneyError) {
    let fare = try terms.sum(
      of: product, over: route, surge: surgeIndex.map(terms.surge(at:)))
    let discounting = terms.discounting(of: product)
    var prices: [Int64] = []
    var discounts: [[FareLine]] = []
    var cheapest = 0
    let tiers = product.tiers ?? []
    prices.reserveCapacity(max(tiers.count, 1))
    for index in 0..<max(tiers.count, 1) {
      let sum = tiers.isEmpty ? fare.total : try fare.total.adding(tiers[index].extra)
      let price = try discounting.remainder(of: sum)
      if !discounting.isEmpty { discounts.append(try discounting.lines(on: sum)) }
      prices.append(price.minorUnits)
      if price.minorUnits < prices[cheapest] { cheapest = index }
    }
    self.terms = terms
    priced = product
    estimatedPickupDate = pickup
    self.surgeIndex = surgeIndex
    lines = fare.lines
    self.prices = prices
    self.discounts = discounts.allSatisfy { $0.isEmpty } ? [] : discounts
    self.cheapest = cheapest
  }
}

/// The answer to "what can I get from A to B": one to eight options and one expiry (rules L1, L2,
/// L10).
package struct OptionList: Sendable {
  package var quotes: [ListedQuote]
  package var paymentMethods: [PaymentMethod]
  package var expirationDate: Instant
  /// The index of the service area in the catalogue.
  package let areaNumber: Int
  /// The forms of the lines of all quotes; another object when the catalogue has changed.
  package let forms: FareForms
}
