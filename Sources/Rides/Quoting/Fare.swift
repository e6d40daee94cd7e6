/// A price and the amount lines that add up to it (rule M5).
struct Fare {
  private(set) var lines: [FareLineItem]
  private(set) var total: Money

  /// The fare of a product before its party-size tier: base, distance, time, surcharges, what lacks
  /// to the minimum fare, and the charges of places.
  ///
  /// Distance and time are each rounded once, half away from zero, and lines of nothing are left
  /// out.
  init(
    of product: PricedProduct, texts: PricedProduct.Texts, route: Route, charges: [FareLineItem]
  ) throws(MoneyError) {
    let tariff = product.product.tariff
    total = tariff.base
    lines = []
    lines.reserveCapacity(5 + texts.surchargeLines.count + charges.count)
    lines.append(texts.baseLine)
    let distance = tariff.distance
    try add(
      texts.distanceTitle, distance.rate.amount(for: route.metres / distance.metresPerUnit))
    try add(texts.timeTitle, tariff.perMinute.amount(for: route.seconds / 60))
    for line in texts.surchargeLines { try add(line) }
    if let minimum = tariff.minimumFare, minimum.minorUnits > total.minorUnits {
      let difference = Money(
        minorUnits: minimum.minorUnits - total.minorUnits, currency: minimum.currency)
      try add(texts.minimumFareTitle, difference)
    }
    for line in charges { try add(line) }
  }

  /// A price that is explained by nothing but itself.
  init(title: String, price: Money) {
    lines = [FareLineItem(title: title, kind: .amount, price: price)]
    total = price
  }

  /// Adds what a tier costs beyond the tariff (rule P4).
  mutating func add(_ title: String, _ price: Money) throws(MoneyError) {
    try add(FareLineItem(title: title, kind: .amount, price: price))
  }

  private mutating func add(_ line: FareLineItem) throws(MoneyError) {
    total = try total.adding(line.price)
    if line.price.minorUnits != 0 { lines.append(line) }
  }
}
