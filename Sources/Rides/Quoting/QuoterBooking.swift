extension Quoter {
  /// The chosen option for a trip, at the one price that is booked (rule P8).
  ///
  /// Its lines add up to that price, the tier's extra among them, and of the party sizes it keeps
  /// the chosen one. The pickup is estimated even when no vehicle is on duty: then the ride waits.
  /// Refused are, beside the places as for a list, `unknownOption`, `partySizeRequired`,
  /// `belowOne`, `aboveCapacity`, `bookInAppOnly`, `outsideOperatingHours` for a pickup that is
  /// booked ahead and `serviceTemporarilyUnavailable` for one now, and `notAvailableHere` when a
  /// product with a price of its own gets no drop-off or there is no room for a wheelchair; and
  /// extras as `PricedExtras` has it, whose price comes on top.
  package func quote(
    _ selection: OptionSelection, for trip: Trip, locale: String?, supply: Supply, at now: Instant
  ) throws(Refusal) -> Quote {
    let terms = try terms(for: trip, of: selection.partySize, locale: locale, at: now)
    let product = try terms.area.product(for: selection)
    try terms.checkBookable(product)
    try terms.checkHours(product)
    let tier = try product.tier(for: selection.partySize)
    let estimate = pickups(terms, supply, at: now).estimate(product)
    let surge = terms.surge(on: product, free: estimate.free)
    let (option, agreed) = try priced(product, terms, estimate, tier: tier, surge: surge, at: now)
    return try Quote(
      terms, product, option, agreed,
      try terms.extras(of: product).chosen(selection, locale: terms.locale))
  }

  /// The option with its price, and the agreed terms of its fare.
  ///
  /// More than five parameters: what a price depends on.
  func priced(
    _ product: PricedProduct, _ terms: TripTerms, _ estimate: PickupEstimate, tier: Int?,
    surge: Surge?, at now: Instant
  ) throws(Refusal) -> (option: RideOption, agreed: AgreedFare) {
    var option = bookedOption(product, terms, estimate, at: now)
    var agreed = terms.agreedFare(of: product)
    guard !terms.isMetered(product) else { return (option, agreed) }
    let fare = try terms.bookedFare(of: product, tier: tier, surge: surge)
    agreed.explain(fare, of: product, terms)
    option.price(fare)
    option.mark(surge)
    option.select(tier: tier, of: product, texts: product.texts[terms.locale], price: fare.total)
    return (option, agreed)
  }

  /// The option without its price, or with the rates of its meter; a pickup that is booked ahead is
  /// when it was asked for.
  func bookedOption(
    _ product: PricedProduct, _ terms: TripTerms, _ estimate: PickupEstimate, at now: Instant
  ) -> RideOption {
    let seconds = estimate.seconds ?? product.product.busyPickupSeconds
    var option = terms.option(
      product, pickup: terms.trip.scheduledPickup ?? now.advanced(bySeconds: seconds))
    if terms.isMetered(product) {
      option.meter(terms.meterLines(of: product).map { terms.forms.item($0, terms.currency) })
    }
    return option
  }

  /// The promised quote at its price, even if the catalogue has changed since; so are its extras.
  ///
  /// Lines explain that price: those that were promised, in the language of the booking where they
  /// are still the tariff's own. A quote that brought none is explained by the tariff's own where
  /// they add up to the price, else by one line.
  /// Refused are `listExpired` from the moment of expiry on (rule L11) and when what was promised
  /// is no longer sold, `invalidQuote` when the promise is for another trip or another option than
  /// the selection names, and the party sizes as for any booking. A selection that names nothing
  /// means the promised option.
  ///
  /// More than five parameters: those of the quote without a promise, and the promise.
  package func quote(
    _ claims: QuoteClaims, selection: OptionSelection, for trip: Trip, locale: String?,
    supply: Supply, at now: Instant
  ) throws(Refusal) -> Quote {
    guard now < claims.expires else { throw claims.expired }
    guard claims.matches(trip: trip) else { throw Self.invalid("the quote is for another trip") }
    let terms = try terms(for: trip, of: selection.partySize, locale: locale, at: now)
    let product = try promisedProduct(claims, selection, terms)
    try terms.checkBookable(product)
    // Now it is sold: it was listed, and the promise lasts beyond the closing time.
    if trip.scheduledPickup != nil { try terms.checkHours(product) }
    let estimate = pickups(terms, supply, at: now).estimate(product)
    var option = bookedOption(product, terms, estimate, at: now)
    let promised = try claims.price(for: product, partySize: selection.partySize)
    var agreed = terms.agreedFare(of: product)
    if let promised {
      let price = Money(minorUnits: promised.minorUnits, currency: claims.currency)
      let fare = option.lock(
        price, quoted: claims.fare?.fare(at: promised.index, price: price), terms: terms,
        product: product, tier: promised.tier,
        surge: terms.surge(on: product, free: estimate.free))
      agreed.explain(fare, of: product, terms)
    }
    return try Quote(
      terms, product, option, agreed,
      try terms.extras(of: product).chosen(selection, promised: claims, locale: terms.locale))
  }

  private func promisedProduct(
    _ claims: QuoteClaims, _ selection: OptionSelection, _ terms: TripTerms
  ) throws(Refusal) -> PricedProduct {
    guard terms.area.area.key == claims.area, let product = terms.area.product(claims.product),
      terms.isMetered(product) == (claims.price == .metered)
    else {
      throw Refusal(.listExpired, "the quoted option is no longer sold", path: "quoteIdentifier")
    }
    if selection.name != nil || selection.optionIdentifier != nil {
      let selected = try terms.area.product(for: selection)
      guard selected.product.key == claims.product else {
        throw Self.invalid(claims, selected.product.key)
      }
    }
    return product
  }

  /// The refusal of a quote beside the name or the identifier of another option.
  static func invalid(_ claims: QuoteClaims, _ chosen: ProductKey) -> Refusal {
    invalid("the quote is for \(claims.product), not \(chosen)")
  }

  private static func invalid(_ message: String) -> Refusal {
    Refusal(.invalidQuote, message, path: "quoteIdentifier")
  }
}

extension QuoteClaims {
  /// The refusal of a quote from its expiry on (rule L11).
  var expired: Refusal {
    Refusal(.listExpired, "the quote was valid until \(expires.rfc3339)", path: "quoteIdentifier")
  }

  /// The promised price for a party, its place among the prices and its tier; nil when the meter
  /// decides.
  fileprivate func price(
    for product: PricedProduct, partySize: Int?
  ) throws(Refusal) -> (minorUnits: Int64, index: Int, tier: PartySizeRange?)? {
    // The vehicle is what it is today; the tiers are those that were promised.
    if partySize != nil || product.tiers != nil { _ = try product.tier(for: partySize) }
    switch price {
    case .metered: return nil
    case .fixed(let minorUnits): return (minorUnits, 0, nil)
    case .tiered(let tiers):
      guard let partySize else {
        throw Refusal(
          .partySizeRequired, "\(self.product) is priced by the size of the party",
          path: "partySize")
      }
      guard let index = tiers.firstIndex(where: { $0.partySize.contains(partySize) }) else {
        throw Refusal(
          .noTier, "the quote has no price for a party of \(partySize)",
          path: "partySize")
      }
      return (tiers[index].minorUnits, index, tiers[index].partySize)
    }
  }
}

extension AgreedFare {
  /// Sets what the lines of a price are: charges stand in their order, without those of nothing.
  fileprivate mutating func explain(_ fare: Fare, of product: PricedProduct, _ terms: TripTerms) {
    accounts = fare.accounts
    guard terms.area.hasShares else { return }
    var lines = accounts.indices.filter { accounts[$0].isOfCharges }[...]
    for charge in terms.charges(of: product) {
      guard let line = lines.first,
        fare.lines[line].title == terms.forms.all[charge.firstForm + terms.locale].title
      else { continue }
      lines.removeFirst()
      if let share = charge.charge.share { shares.append(Share(line: line, share: share)) }
    }
  }
}

extension TripTerms {
  /// Why a list would be empty: another hour or a vehicle helps only if a product has a price.
  func nothingToOffer(at now: Instant) -> Refusal {
    let suitable = suitable
    if suitable.isEmpty {
      guard !trip.requiresWheelchairAccess else { return Self.noWheelchair }
      return Refusal(
        .notAvailableHere, "nothing here is sold without a drop-off", path: "dropOffLocation")
    }
    guard suitable.contains(where: { listed($0, pickup: now, free: 0) != nil }) else {
      return Self.unpriceable
    }
    guard suitable.contains(where: isOpen) else {
      return Refusal(.serviceTemporarilyUnavailable, "nothing is sold here at this hour")
    }
    return Refusal(.serviceTemporarilyUnavailable, "no vehicle is on duty near the pickup")
  }

  /// Refuses a product that this trip cannot have: in the app alone, or without room for a
  /// wheelchair.
  func checkBookable(_ product: PricedProduct) throws(Refusal) {
    if let activity = appBooking(of: product) {
      throw Refusal(
        .bookInAppOnly, "\(product.product.key) is booked in the app from here: \(activity.title)",
        path: "rideOptionName")
    }
    if trip.requiresWheelchairAccess, !product.product.isWheelchairAccessible {
      throw Refusal(
        .notAvailableHere,
        "expected a product that carries a wheelchair, \(product.product.key) does not",
        path: "wheelchairAccessible")
    }
  }

  /// Refuses a product that is not sold at the time of the pickup.
  func checkHours(_ product: PricedProduct) throws(Refusal) {
    guard !isOpen(product) else { return }
    guard trip.scheduledPickup == nil else {
      throw Refusal(
        .outsideOperatingHours, "\(product.product.key) is not sold at this time",
        path: "scheduledPickupTime.start")
    }
    throw Refusal(
      .serviceTemporarilyUnavailable, "\(product.product.key) is not sold at this hour")
  }

  static let unpriceable = Refusal(
    .notAvailableHere, "the price of this trip is beyond what can be booked")

  private static let noWheelchair = Refusal(
    .notAvailableHere, "expected a product that carries a wheelchair, there is none here",
    path: "wheelchairAccessible")
}
