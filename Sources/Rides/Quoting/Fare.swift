/// A price and the lines that add up to it (rule M5).
struct Fare: Hashable {
  private(set) var lines: [FareLineItem]
  private(set) var total: Money
  /// The indexes of special pricing and of the charges of places in the lines.
  private var surgeLine: Int?
  private var chargeLines = 0..<0

  /// The accounts of the lines, in their order.
  var accounts: [LedgerAccount] { lines.indices.map(account) }

  /// The account of a line.
  func account(at index: Int) -> LedgerAccount {
    if lines[index].kind == .discount { return .discounts }
    if chargeLines.contains(index) { return .passThrough }
    return index == surgeLine ? .surgeRevenue : .fareRevenue
  }

  /// The title of special pricing where it is a part of the price.
  var surgeTitle: String? { surgeLine.map { lines[$0].title } }

  /// Whether the lines have equal amounts and accounts, whatever their titles.
  func agrees(with other: Fare) -> Bool {
    lines.map(\.price) == other.lines.map(\.price) && accounts == other.accounts
  }

  /// The fare of a product before its party-size tier and its discounts: base, distance, time,
  /// surcharges, the difference to the minimum fare, special pricing, and the charges of places.
  ///
  /// Distance, time and special pricing are each rounded once, half away from zero, and lines of
  /// zero are left out. Special pricing multiplies base, distance and time, and comes on top of
  /// the minimum fare.
  init(
    of product: PricedProduct, texts: PricedProduct.Texts, route: Route, charges: [FareLineItem],
    surge: Surge? = nil
  ) throws(MoneyError) {
    let tariff = product.product.tariff
    total = tariff.base
    lines = []
    lines.reserveCapacity(6 + texts.surchargeLines.count + charges.count)
    lines.append(texts.baseLine)
    let distance = tariff.distance
    try add(
      texts.distanceTitle, distance.rate.amount(for: route.metres / distance.metresPerUnit))
    try add(texts.timeTitle, tariff.perMinute.amount(for: route.seconds / 60))
    let multiplied = total
    for line in texts.surchargeLines { try add(line) }
    if let minimum = tariff.minimumFare, minimum.minorUnits > total.minorUnits {
      try add(texts.minimumFareTitle, minimum.minus(total))
    }
    if let surge {
      let beyond = surge.multiplier.basisPoints - 10_000
      surgeLine = lines.count
      try add(surge.title, multiplied.share(basisPoints: beyond))
      if lines.count == surgeLine { surgeLine = nil }
    }
    let first = lines.count
    for line in charges { try add(line) }
    if lines.count > first { chargeLines = first..<lines.count }
  }

  /// Existing lines, each with its account: revenue, special pricing, or passed on; lines that are
  /// passed on are adjacent.
  init(_ billed: [(account: LedgerAccount, item: FareLineItem)], currency: Currency)
    throws(MoneyError)
  {
    lines = billed.map(\.item)
    total = try lines.map(\.price).checkedSum(in: currency)
    surgeLine = billed.firstIndex { $0.account == .surgeRevenue }
    if let first = billed.firstIndex(where: { $0.account == .passThrough }) {
      chargeLines = first..<(first + billed[first...].prefix { $0.account == .passThrough }.count)
    }
  }

  /// A price with a single line.
  init(title: String, price: Money) {
    lines = [FareLineItem(title: title, kind: .amount, price: price)]
    total = price
  }

  /// Adds the price of a tier beyond the tariff (rule P4).
  mutating func add(_ title: String, _ price: Money) throws(MoneyError) {
    try add(FareLineItem(title: title, kind: .amount, price: price))
  }

  /// Subtracts the discounts from the sum of the lines so far.
  mutating func subtract(_ discounting: Discounting) throws(MoneyError) {
    for line in try discounting.lines(on: total) { try add(line) }
  }

  /// Adds a line, except one of zero.
  mutating func add(_ line: FareLineItem) throws(MoneyError) {
    total = try total.adding(line.price)
    if line.price.minorUnits != 0 { lines.append(line) }
  }
}

/// Special pricing for a product on a trip, in the rider's language.
struct Surge {
  let title: String
  let multiplier: Multiplier
}

extension RideOption {
  /// Leaves the price to the driver's meter and shows its rates (rule M4).
  mutating func meter(_ texts: PricedProduct.Texts, charges: [FareLineItem]) {
    usesMeteredFare = true
    fareLineItems = [texts.baseLine] + texts.surchargeLines + charges + texts.rateLines
  }

  /// The accounts of the lines set by `meter`, in their order.
  static func meterAccounts(
    _ texts: PricedProduct.Texts, charges: [FareLineItem]
  ) -> [LedgerAccount] {
    Array(repeating: .fareRevenue, count: 1 + texts.surchargeLines.count)
      + Array(repeating: .passThrough, count: charges.count)
      + Array(repeating: .fareRevenue, count: texts.rateLines.count)
  }

  /// Sets the one price of a fare (rule M1) and the lines that explain it.
  mutating func price(_ fare: Fare) {
    priceRange = PriceRange(price: fare.total)
    fareLineItems = fare.lines
  }

  /// Sets the special pricing and its multiplier.
  mutating func mark(_ surge: Surge?) {
    guard let surge else { return }
    specialPricing = surge.title
    specialPricingMultiplier = surge.multiplier
  }

  /// Sets the price, or one for each tier and the range from the cheapest to the dearest (rule M2),
  /// and explains the cheapest; returns what explains them all.
  mutating func list(
    _ fare: Fare, of product: PricedProduct, texts: PricedProduct.Texts, less discounts: Discounting
  ) throws(MoneyError) -> QuotedFare {
    var explained = fare
    var taken: [[FareLineItem]] = []
    guard let tiers = product.tiers, var (cheapest, least) = tiers.first.map({ ($0, Int64.max) })
    else {
      try explained.subtract(discounts)
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
    try explained.subtract(discounts)
    fareLineItems = explained.lines
    priceRange = PriceRange(
      explained.total, Money(minorUnits: most, currency: explained.total.currency))
    return QuotedFare(fare: fare, partySizeTitle: texts.partySizeTitle, discounts: taken)
  }

  /// Keeps only the booked party size.
  mutating func select(
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

  /// Sets a promised price and the lines that explain it; returns the fare that it has set.
  ///
  /// More than five parameters: the promise, and all that prices the option again.
  mutating func lock(
    _ price: Money, quoted: Fare?, terms: TripTerms, product: PricedProduct,
    tier: PartySizeRange?, surge: Surge?
  ) -> Fare {
    let texts = product.texts[terms.locale]
    let number = tier.flatMap { range in product.tiers?.firstIndex { $0.partySize == range } }
    var fare = quoted ?? Fare(title: texts.name, price: price)
    if let own = try? terms.bookedFare(of: product, tier: number, surge: surge),
      own.total == price, quoted.map(own.agrees) ?? true
    {
      fare = own
      mark(surge)
    } else {
      specialPricing = fare.surgeTitle
    }
    self.price(fare)
    select(tier: number, of: product, texts: texts, price: price)
    return fare
  }
}
