/// Special pricing that holds for a product on a trip, in the rider's language.
struct Surge {
  let title: String
  let multiplier: Multiplier
}

/// A price and the lines that add up to it (rule M5).
struct Fare: Hashable {
  private(set) var lines: [FareLineItem]
  private(set) var total: Money
  /// Where special pricing and the charges of places stand among the lines.
  private var surgeLine: Int?
  private var chargeLines = 0..<0

  /// Whose money the lines are, in their order.
  var accounts: [LedgerAccount] { lines.indices.map(account) }

  /// Whose money a line is.
  func account(at index: Int) -> LedgerAccount {
    if lines[index].kind == .discount { return .discounts }
    if chargeLines.contains(index) { return .passThrough }
    return index == surgeLine ? .surgeRevenue : .fareRevenue
  }

  /// What special pricing is called where it is a part of the price.
  var surgeTitle: String? { surgeLine.map { lines[$0].title } }

  /// Whether the lines are the same amounts for the same accounts, whatever they are called.
  func agrees(with other: Fare) -> Bool {
    lines.map(\.price) == other.lines.map(\.price) && accounts == other.accounts
  }

  /// The fare of a product before its party-size tier and its discounts: base, distance, time,
  /// surcharges, what lacks to the minimum fare, special pricing, and the charges of places.
  ///
  /// Distance, time and special pricing are each rounded once, half away from zero, and lines of
  /// nothing are left out. Special pricing multiplies base, distance and time, and comes on top of
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

  /// Lines that were priced before, each with its account: of revenue, of special pricing, or
  /// passed on, where those that are passed on stand together.
  init(_ billed: [(account: LedgerAccount, item: FareLineItem)], currency: Currency)
    throws(MoneyError)
  {
    lines = billed.map(\.item)
    total = .zero(currency)
    for line in lines { total = try total.adding(line.price) }
    surgeLine = billed.firstIndex { $0.account == .surgeRevenue }
    if let first = billed.firstIndex(where: { $0.account == .passThrough }) {
      chargeLines = first..<(first + billed[first...].prefix { $0.account == .passThrough }.count)
    }
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

  /// Takes the discounts off the sum of all that came before.
  mutating func take(_ discounting: Discounting) throws(MoneyError) {
    for line in try discounting.lines(on: total) { try add(line) }
  }

  /// Adds a line; one of nothing is left out.
  mutating func add(_ line: FareLineItem) throws(MoneyError) {
    total = try total.adding(line.price)
    if line.price.minorUnits != 0 { lines.append(line) }
  }
}
