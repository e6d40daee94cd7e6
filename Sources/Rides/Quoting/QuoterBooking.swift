extension Quoter {
  /// The chosen option for a trip, at the one price that is booked (rule P8).
  ///
  /// Its lines add up to that price, the tier's extra among them, and of the party sizes it keeps
  /// the chosen one. The pickup is estimated even when no vehicle is on duty: then the ride waits.
  /// Refused are, beside the places as for a list, `unknownOption`, `partySizeRequired`,
  /// `belowOne`, `aboveCapacity`, and `notAvailableHere` when a product with a price of its own
  /// gets no drop-off.
  package func quote(
    _ selection: OptionSelection, for trip: Trip, locale: String?, supply: Supply, at now: Instant
  ) throws(Refusal) -> Quote {
    let terms = try terms(for: trip, locale: locale, at: now)
    let product = try terms.area.product(for: selection)
    let tier = try product.tier(for: selection.partySize)
    var option = bookedOption(product, terms, supply, at: now)
    if !product.isMetered {
      let fare = try terms.bookedFare(of: product, tier: tier)
      option.price(fare)
      option.keep(tier: tier, of: product, texts: product.texts[terms.locale], price: fare.total)
    }
    return Quote(
      area: terms.area.shared, product: product.shared, option: option, route: terms.route)
  }

  /// The option without its price, or with the rates of its meter.
  func bookedOption(
    _ product: PricedProduct, _ terms: TripTerms, _ supply: Supply, at now: Instant
  ) -> RideOption {
    let pickup =
      pickups(terms, supply, at: now).seconds(product.product)
      ?? product.product.busyPickupSeconds
    var option = terms.option(product, pickup: now.advanced(bySeconds: pickup))
    if product.isMetered { option.meter(product.texts[terms.locale], charges: terms.charges) }
    return option
  }
}

extension TripTerms {
  /// The fare for a tier, or for any party where there are none.
  func bookedFare(of product: PricedProduct, tier: Int?) throws(Refusal) -> Fare {
    guard route != nil else {
      throw Refusal(
        .notAvailableHere, "\(product.product.key) has a price only with a drop-off",
        path: "dropOffLocation")
    }
    guard var fare = fare(of: product) else { throw Self.unpriceable }
    guard let tier, let tiers = product.tiers else { return fare }
    do throws(MoneyError) {
      try fare.add(product.texts[locale].partySizeTitle, tiers[tier].extra)
    } catch {
      throw Self.unpriceable
    }
    return fare
  }

  static let unpriceable = Refusal(
    .notAvailableHere, "the price of this trip is beyond what can be booked")
}

extension PricedProduct {
  /// The number of the tier for a party; nil for a product without tiers.
  ///
  /// A tiered product never guesses the size (rule P6), and no tier, open as it may be, exceeds the
  /// vehicle (1.10).
  func tier(for partySize: Int?) throws(Refusal) -> Int? {
    guard let partySize else {
      guard tiers != nil else { return nil }
      throw Refusal(
        .partySizeRequired, "\(product.key) is priced by the size of the party", path: "partySize")
    }
    guard partySize >= 1 else {
      throw Refusal(
        .belowOne, "expected a party of at least 1, came \(partySize)", path: "partySize")
    }
    guard partySize <= product.capacity else {
      throw Refusal(
        .aboveCapacity, "expected a party of at most \(product.capacity), came \(partySize)",
        path: "partySize")
    }
    guard let tiers else { return nil }
    guard let tier = tiers.firstIndex(where: { $0.partySize.contains(partySize) }) else {
      throw Refusal(
        .noTier, "\(product.key) has no price for a party of \(partySize)",
        path: "partySize")
    }
    return tier
  }
}

extension RideOption {
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
