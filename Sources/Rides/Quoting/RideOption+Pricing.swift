extension RideOption {
  /// Leaves the price to the driver's meter and shows its rates (rule M4).
  mutating func meter(_ texts: PricedProduct.Texts, charges: [FareLineItem]) {
    usesMeteredFare = true
    fareLineItems = [texts.baseLine] + texts.surchargeLines + charges + texts.rateLines
  }

  /// Whose money the lines are that `meter` sets, in their order.
  static func meterAccounts(
    _ texts: PricedProduct.Texts, charges: [FareLineItem]
  ) -> [LedgerAccount] {
    Array(repeating: .fareRevenue, count: 1 + texts.surchargeLines.count)
      + Array(repeating: .passThrough, count: charges.count)
      + Array(repeating: .fareRevenue, count: texts.rateLines.count)
  }

  /// Sets the one price that a fare comes to (rule M1) and the lines that explain it.
  mutating func price(_ fare: Fare) {
    priceRange = PriceRange(price: fare.total)
    fareLineItems = fare.lines
  }

  /// Says that the price is special, and by how much.
  mutating func mark(_ surge: Surge?) {
    guard let surge else { return }
    specialPricing = surge.title
    specialPricingMultiplier = surge.multiplier
  }

  /// Sets the price, or one for each tier and the range from the cheapest to the dearest (rule M2),
  /// and explains the cheapest; gives back what explains them all.
  mutating func list(
    _ fare: Fare, of product: PricedProduct, texts: PricedProduct.Texts, less discounts: Discounting
  ) throws(MoneyError) -> QuotedFare {
    var explained = fare
    var taken: [[FareLineItem]] = []
    guard let tiers = product.tiers, var (cheapest, least) = tiers.first.map({ ($0, Int64.max) })
    else {
      try explained.take(discounts)
      price(explained)
      if !discounts.isEmpty { taken = [try discounts.lines(on: fare.total)] }
      return QuotedFare(fare: fare, partySizeTitle: nil, discounts: taken)
    }
    var most = Int64.min
    availablePartySizeOptions.reserveCapacity(tiers.count)
    for (index, tier) in tiers.enumerated() {
      let sum = try fare.total.adding(tier.extra)
      let price = try discounts.remainder(of: sum)
      if !discounts.isEmpty { taken.append(try discounts.lines(on: sum)) }
      if price.minorUnits < least { (cheapest, least) = (tier, price.minorUnits) }
      most = max(most, price.minorUnits)
      availablePartySizeOptions.append(
        PartySizeOption(
          partySize: tier.partySize, sizeDescription: texts.tierDescriptions[index],
          priceRange: PriceRange(price: price)))
    }
    availablePartySizeOptionsSelectionPrompt = texts.prompt
    try explained.add(texts.partySizeTitle, cheapest.extra)
    try explained.take(discounts)
    fareLineItems = explained.lines
    priceRange = PriceRange(
      explained.total, Money(minorUnits: most, currency: explained.total.currency))
    return QuotedFare(fare: fare, partySizeTitle: texts.partySizeTitle, discounts: taken)
  }

  /// Keeps of the party sizes the one that is booked.
  mutating func keep(
    tier: Int?, of product: PricedProduct, texts: PricedProduct.Texts, price: Money
  ) {
    guard let tier, let tiers = product.tiers else { return }
    availablePartySizeOptionsSelectionPrompt = texts.prompt
    availablePartySizeOptions = [
      PartySizeOption(
        partySize: tiers[tier].partySize, sizeDescription: texts.tierDescriptions[tier],
        priceRange: PriceRange(price: price))
    ]
  }
}
