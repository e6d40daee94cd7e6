extension Quoter {
  /// The chosen option for a trip, at the one price that is booked (rule P8).
  ///
  /// Its lines add up to that price, the tier's extra among them, and of the party sizes it keeps
  /// the chosen one. The pickup is estimated even when no vehicle is on duty: then the ride waits.
  /// Refused are, beside the places as for a list, `unknownOption`, `partySizeRequired`,
  /// `belowOne`, `aboveCapacity`, `bookInAppOnly`, `outsideOperatingHours` for a pickup that is
  /// booked ahead and `serviceTemporarilyUnavailable` for one now, and `notAvailableHere` when a
  /// product with a price of its own gets no drop-off or there is no room for a wheelchair.
  package func quote(
    _ selection: OptionSelection, for trip: Trip, locale: String?, supply: Supply, at now: Instant
  ) throws(Refusal) -> Quote {
    let terms = try terms(for: trip, locale: locale, at: now)
    let product = try terms.area.product(for: selection)
    try terms.checkBookable(product)
    try terms.checkHours(product)
    let tier = try product.tier(for: selection.partySize)
    let estimate = pickups(terms, supply, at: now).estimate(product)
    var option = bookedOption(product, terms, estimate, at: now)
    var agreed = terms.agreedFare(of: product)
    if !product.isMetered {
      let surge = terms.surge(on: product, free: estimate.free)
      let fare = try terms.bookedFare(of: product, tier: tier, surge: surge)
      agreed.accounts = fare.accounts
      option.price(fare)
      option.mark(surge)
      option.keep(tier: tier, of: product, texts: product.texts[terms.locale], price: fare.total)
    }
    return Quote(
      area: terms.area.shared, product: product.shared, option: option, route: terms.route,
      agreed: agreed)
  }

  /// The option without its price, or with the rates of its meter; a pickup that is booked ahead is
  /// when it was asked for.
  func bookedOption(
    _ product: PricedProduct, _ terms: TripTerms, _ estimate: PickupEstimate, at now: Instant
  ) -> RideOption {
    let seconds = estimate.seconds ?? product.product.busyPickupSeconds
    var option = terms.option(
      product, pickup: terms.trip.scheduledPickup ?? now.advanced(bySeconds: seconds))
    if product.isMetered { option.meter(product.texts[terms.locale], charges: terms.charges) }
    return option
  }
}

extension TripTerms {
  /// What is agreed of a fare beside its lines, with the accounts of a meter's lines.
  func agreedFare(of product: PricedProduct) -> AgreedFare {
    let texts = product.texts[locale]
    var agreed = AgreedFare(of: product, texts: texts, accounts: [])
    guard product.isMetered else { return agreed }
    agreed.accounts = RideOption.meterAccounts(texts, charges: charges)
    let first = agreed.accounts.firstIndex(of: .passThrough) ?? 0
    agreed.pickupCharges = area.pickupCharges(of: trip).map { first + $0 }
    return agreed
  }

  /// The fare for a tier, or for any party where there are none.
  func bookedFare(
    of product: PricedProduct, tier: Int?, surge: Surge?
  ) throws(Refusal) -> Fare {
    guard route != nil else {
      throw Refusal(
        .notAvailableHere, "\(product.product.key) has a price only with a drop-off",
        path: "dropOffLocation")
    }
    guard var fare = fare(of: product, surge: surge) else { throw Self.unpriceable }
    do throws(MoneyError) {
      if let tier, let tiers = product.tiers {
        try fare.add(product.texts[locale].partySizeTitle, tiers[tier].extra)
      }
      try fare.take(discounting(of: product))
    } catch {
      throw Self.unpriceable
    }
    return fare
  }
}

extension PricedProduct {
  /// The number of the tier for a party; nil for a product without tiers.
  ///
  /// A tiered product never guesses the size (rule P6), and no tier, open as it may be, exceeds the
  /// vehicle (1.10). Cargo has no party (rule P7).
  func tier(for partySize: Int?) throws(Refusal) -> Int? {
    guard product.isPartySizeRelevant else { return nil }
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
