/// All of a fare's line except its amount, in one locale.
struct FareForm: Hashable, Sendable {
  let title: String
  let kind: FareLineItem.Kind
  let account: LedgerAccount
  /// Who bears a discount; nil is the operator.
  let sponsor: String?

  init(
    _ title: String, _ account: LedgerAccount, kind: FareLineItem.Kind = .amount,
    sponsor: String? = nil
  ) {
    self.title = title
    self.kind = kind
    self.account = account
    self.sponsor = sponsor
  }

  /// A line of this form.
  func item(_ price: Money) -> FareLineItem {
    FareLineItem(title: title, kind: kind, price: price, sponsor: sponsor)
  }
}

/// A line of a fare as two numbers.
///
/// A list has dozens of lines: numbers are copied without counting references.
package struct FareLine: Hashable, Sendable {
  /// The index of the line's form in the `FareForms` of its fare.
  package let form: Int
  package let minorUnits: Int64
}

/// The forms of a catalogue's fares, or those of one quote.
package final class FareForms: Sendable {
  let all: [FareForm]
  /// The claims of all forms, one after the other.
  let claims: [UInt8]
  /// Where the claims of each form end.
  private let ends: [Int]

  init(_ all: [FareForm]) {
    self.all = all
    var claims: [UInt8] = []
    ends = all.map {
      claims += QuoteClaims.encoded($0)
      return claims.count
    }
    self.claims = claims
  }

  /// The range of a form in `claims`.
  func range(of form: Int) -> Range<Int> { (form == 0 ? 0 : ends[form - 1])..<ends[form] }

  /// No forms.
  package static let none = FareForms([])

  /// The number of forms.
  package var count: Int { all.count }

  /// A line with its title.
  package func item(_ line: FareLine, _ currency: Currency) -> FareLineItem {
    all[line.form].item(Money(minorUnits: line.minorUnits, currency: currency))
  }
}

/// The lines of a fare by number, and their sum (rule M5).
struct FareSum {
  private(set) var lines: [FareLine]
  private(set) var total: Money

  /// The fare of a product before its party-size tier and its discounts: base, distance, time,
  /// surcharges, the differences to the lowest and the highest fare, special pricing, and the
  /// charges of places.
  ///
  /// Distance, time and special pricing are each rounded once, half away from zero, and lines of
  /// zero are left out. Special pricing is on base, distance and time, and comes on top of
  /// the minimum fare, up to the highest fare.
  init(
    of prices: PricedProduct.Prices, texts: PricedProduct.Texts, route: Route,
    charges: [FareLine], surge: Surge? = nil
  ) throws(MoneyError) {
    total = prices.base
    lines = []
    lines.reserveCapacity(6 + texts.surcharges.count + charges.count)
    lines.append(FareLine(form: texts.base, minorUnits: prices.base.minorUnits))
    let counted = try prices.amounts(for: route)
    try add(texts.distance, counted.distance)
    try add(texts.time, counted.time)
    let multiplied = total
    try add(texts.surcharges)
    if let lack = prices.lack(of: total, covering: .fare) { try add(texts.minimumFare, lack) }
    let maximum = prices.maximumFare
    if let maximum, maximum.minorUnits < total.minorUnits {
      try add(texts.maximumFare, maximum.minus(total))
    }
    if let surge {
      let beyond = try surge.value.addition(to: multiplied)
      try add(surge.form, maximum.map { beyond.atMost($0.minus(total)) } ?? beyond)
    }
    try add(charges)
  }

  /// A fixed fare and the charges on top of it.
  init(
    fixed: PricedFixedFare, locale: Int, charges: [FareLine]
  ) throws(MoneyError) {
    total = fixed.fare.amount
    lines = [FareLine(form: fixed.firstForm + locale, minorUnits: total.minorUnits)]
    try add(charges)
  }

  /// Adds a line, except one of zero.
  mutating func add(_ form: Int, _ price: Money) throws(MoneyError) {
    total = try total.adding(price)
    if price.minorUnits != 0 { lines.append(FareLine(form: form, minorUnits: price.minorUnits)) }
  }

  /// Adds charges to a fare, some of which are shares of it.
  mutating func add(_ charges: [PricedCharge], locale: Int) throws(MoneyError) {
    let amounts = try charges.map(\.charge.value).amounts(on: total)
    for (charge, amount) in zip(charges, amounts) {
      try add(charge.firstForm + locale, amount)
    }
  }

  /// Subtracts the discounts from the sum of the lines so far.
  mutating func subtract(_ discounting: Discounting) throws(MoneyError) {
    try add(try discounting.lines(on: total))
  }

  private mutating func add(_ lines: [FareLine]) throws(MoneyError) {
    for line in lines {
      try add(line.form, Money(minorUnits: line.minorUnits, currency: total.currency))
    }
  }
}
