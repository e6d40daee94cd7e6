/// What all products of an area have in common for one trip.
struct TripTerms {
  let area: PricedArea
  /// The number of the locale.
  let locale: Int
  let trip: Trip
  /// Nil when the trip has no drop-off.
  let route: Route?
  let time: LocalMoment
  /// The rules of the area that hold for this trip.
  let rules: PricedRules
  let charges: [FareLineItem]
  private let isAreaOpen: Bool

  init(area: PricedArea, locale: Int, trip: Trip, route: Route?, time: LocalMoment) {
    self.area = area
    self.locale = locale
    self.trip = trip
    self.route = route
    self.time = time
    rules = area.rules.inForce(for: trip, at: time)
    charges = area.chargeLines(for: trip, locale: locale)
    isAreaOpen = time.isWithin(area.area.hours)
  }

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

  /// The special pricing with the highest multiplier for the product; a metered product has none.
  func surge(on product: PricedProduct, free: Int) -> Surge? {
    guard !product.isMetered else { return nil }
    for surge in rules.surges where surge.covers(product) {
      if let few = surge.rule.belowFreeVehicles {
        guard trip.scheduledPickup == nil, free < few else { continue }
      }
      return Surge(title: surge.titles[locale], multiplier: surge.rule.multiplier)
    }
    return nil
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

  /// The product's fare before its tier and discounts; nil without a drop-off, or when it is beyond
  /// what money holds.
  func fare(of product: PricedProduct, surge: Surge?) -> Fare? {
    guard let route else { return nil }
    return try? Fare(
      of: product, texts: product.texts[locale], route: route, charges: charges, surge: surge)
  }

  /// An option with everything but its price.
  func option(_ product: PricedProduct, pickup: Instant) -> RideOption {
    let texts = product.texts[locale]
    return RideOption(
      name: texts.name, optionIdentifier: product.product.key, estimatedPickupDate: pickup,
      priceRange: nil, disclaimerMessage: texts.disclaimer,
      isWheelchairAccessible: product.product.isWheelchairAccessible,
      userActivityForBookingInApplication: appBooking(of: product))
  }

  /// The option as a list shows it: one price, or one for each tier, or the meter's rates, and the
  /// composition of the prices; nil if this trip cannot be priced.
  func listed(
    _ product: PricedProduct, pickup: Instant, free: Int
  ) -> (option: RideOption, fare: QuotedFare?)? {
    var option = option(product, pickup: pickup)
    if product.isMetered {
      option.meter(product.texts[locale], charges: charges)
      return (option, nil)
    }
    let surge = surge(on: product, free: free)
    guard let fare = fare(of: product, surge: surge) else { return nil }
    option.mark(surge)
    do throws(MoneyError) {
      let quoted = try option.list(
        fare, of: product, texts: product.texts[locale], less: discounting(of: product))
      return (option, quoted)
    } catch {
      return nil
    }
  }

  /// The agreed terms of a fare without its lines, with the accounts of a meter's lines.
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
      try fare.subtract(discounting(of: product))
    } catch {
      throw Self.unpriceable
    }
    return fare
  }

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
