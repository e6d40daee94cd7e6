/// What all products of an area have in common for one trip.
struct TripTerms {
  let area: PricedArea
  /// The number of the locale.
  let locale: Int
  let trip: Trip
  /// Nil when the trip has no drop-off.
  let route: Route?
  let charges: [FareLineItem]

  /// The products that can make the trip: without a drop-off the metered ones alone.
  var suitable: [PricedProduct] {
    trip.dropOff == nil ? area.products.filter(\.isMetered) : area.products
  }

  /// The product's fare before its tier; nil without a drop-off, or when it is beyond what money
  /// holds.
  func fare(of product: PricedProduct) -> Fare? {
    guard let route else { return nil }
    return try? Fare(
      of: product, texts: product.texts[locale], route: route, charges: charges)
  }

  /// An option with everything but its price.
  func option(_ product: PricedProduct, pickup: Instant) -> RideOption {
    let texts = product.texts[locale]
    return RideOption(
      name: texts.name, optionIdentifier: product.product.key, estimatedPickupDate: pickup,
      priceRange: nil, disclaimerMessage: texts.disclaimer)
  }

  /// The option as a list shows it: one price, or one for each tier, or the meter's rates; nil when
  /// this trip cannot be priced.
  func listed(_ product: PricedProduct, pickup: Instant) -> RideOption? {
    var option = option(product, pickup: pickup)
    if product.isMetered {
      option.meter(product.texts[locale], charges: charges)
      return option
    }
    guard let fare = fare(of: product) else { return nil }
    guard let tiers = product.tiers else {
      option.price(fare)
      return option
    }
    let isPriced = (try? option.price(fare, tiers: tiers, texts: product.texts[locale])) != nil
    return isPriced ? option : nil
  }
}

extension RideOption {
  /// Leaves the price to the driver's meter and shows its rates (rule M4).
  mutating func meter(_ texts: PricedProduct.Texts, charges: [FareLineItem]) {
    usesMeteredFare = true
    fareLineItems = [texts.baseLine] + texts.surchargeLines + charges + texts.rateLines
  }

  /// Sets the one price that a fare comes to (rule M1) and the lines that explain it.
  mutating func price(_ fare: Fare) {
    priceRange = PriceRange(price: fare.total)
    fareLineItems = fare.lines
  }

  /// Sets a price for each tier and the range from the cheapest to the dearest (rule M2), and
  /// explains the cheapest.
  fileprivate mutating func price(
    _ fare: Fare, tiers: [PartyTier], texts: PricedProduct.Texts
  ) throws(MoneyError) {
    guard let cheapest = tiers.min(by: { $0.extra.minorUnits < $1.extra.minorUnits }),
      let dearest = tiers.max(by: { $0.extra.minorUnits < $1.extra.minorUnits })
    else { return price(fare) }
    availablePartySizeOptions.reserveCapacity(tiers.count)
    for (index, tier) in tiers.enumerated() {
      availablePartySizeOptions.append(
        PartySizeOption(
          partySize: tier.partySize, sizeDescription: texts.tierDescriptions[index],
          priceRange: PriceRange(price: try fare.total.adding(tier.extra))))
    }
    availablePartySizeOptionsSelectionPrompt = texts.prompt
    var explained = fare
    try explained.add(texts.partySizeTitle, cheapest.extra)
    fareLineItems = explained.lines
    priceRange = PriceRange(explained.total, try fare.total.adding(dearest.extra))
  }
}
