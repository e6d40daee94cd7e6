/// A price and the lines that add up to it (rule M5).
struct Fare: Hashable {
  let lines: [FareLineItem]
  /// The accounts of the lines, in their order.
  let accounts: [LedgerAccount]
  let total: Money

  /// The title of special pricing where it is a part of the price.
  var surgeTitle: String? { accounts.firstIndex(of: .surgeRevenue).map { lines[$0].title } }

  /// Whether the lines have equal amounts and accounts, whatever their titles.
  func agrees(with other: Fare) -> Bool {
    lines.map(\.price) == other.lines.map(\.price) && accounts == other.accounts
  }

  /// The lines of a sum with their titles.
  init(_ sum: FareSum, _ forms: FareForms) {
    lines = sum.lines.map { forms.item($0, sum.total.currency) }
    accounts = sum.lines.map { forms.all[$0.form].account }
    total = sum.total
  }

  /// Lines that are known to add up to `total`.
  init(_ lines: [QuotedFare.Line], total: Money) {
    self.lines = lines.map {
      $0.form.item(Money(minorUnits: $0.minorUnits, currency: total.currency))
    }
    accounts = lines.map(\.form.account)
    self.total = total
  }

  /// A price with a single line.
  init(title: String, price: Money) {
    lines = [FareLineItem(title: title, kind: .amount, price: price)]
    accounts = [.fareRevenue]
    total = price
  }
}

/// Special pricing for a product on a trip, in the rider's language.
struct Surge {
  let title: String
  let value: SpecialPricing.Value
  /// The form of its line.
  let form: Int
}

extension RideOption {
  /// Leaves the price to the driver's meter and shows its rates (rule M4).
  mutating func meter(_ rates: [FareLineItem]) {
    usesMeteredFare = true
    fareLineItems = rates
  }

  /// Sets the one price of a fare (rule M1) and the lines that explain it.
  mutating func price(_ fare: Fare) {
    priceRange = PriceRange(price: fare.total)
    fareLineItems = fare.lines
  }

  /// Sets the special pricing and its multiplier, if it has one.
  mutating func mark(_ surge: Surge?) {
    guard let surge else { return }
    specialPricing = surge.title
    specialPricingMultiplier = surge.value.multiplier
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
