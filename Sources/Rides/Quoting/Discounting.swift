/// The discounts that hold for a product on a trip.
struct Discounting {
  private let discounts: [PricedRule<Discount>]
  private let locale: Int

  init(_ discounts: [PricedRule<Discount>], on product: PricedProduct, locale: Int) {
    self.discounts = discounts.isEmpty ? [] : discounts.filter { $0.covers(product) }
    self.locale = locale
  }

  /// Whether none hold.
  var isEmpty: Bool { discounts.isEmpty }

  /// What remains of a sum.
  func remainder(of sum: Money) throws(MoneyError) -> Money {
    var rest = sum
    for discount in discounts {
      rest = rest.minus(try discount.rule.value.amount(of: sum, atMost: rest))
    }
    return rest
  }

  /// The lines that lead from a sum to what remains of it; each is negative (rule M6).
  func lines(on sum: Money) throws(MoneyError) -> [FareLineItem] {
    var rest = sum
    var lines: [FareLineItem] = []
    for discount in discounts {
      let amount = try discount.rule.value.amount(of: sum, atMost: rest)
      guard amount.minorUnits > 0 else { continue }
      rest = rest.minus(amount)
      lines.append(
        FareLineItem(
          title: discount.titles[locale], kind: .discount, price: amount.negated,
          sponsor: discount.rule.sponsor))
    }
    return lines
  }
}

extension Discount.Value {
  /// What is taken off a sum, never more than is left of it (rule M6).
  fileprivate func amount(of sum: Money, atMost rest: Money) throws(MoneyError) -> Money {
    let amount =
      switch self {
      case .amount(let amount): amount
      case .percent(let basisPoints): try sum.share(basisPoints: basisPoints)
      }
    return amount.minorUnits < rest.minorUnits ? amount : rest
  }
}
