/// What the prices of a listed option are made of, so that the one that is booked can be explained
/// whatever the catalogue says by then.
package struct QuotedFare: Hashable, Sendable {
  /// What all sizes of party have in common.
  let fare: Fare
  /// What the extra of a tier is called; nil for a price without tiers.
  let partySizeTitle: String?
  /// The discounts on each of the prices, in their order; empty where there are none.
  let discounts: [[FareLineItem]]

  init(fare: Fare, partySizeTitle: String?, discounts: [[FareLineItem]]) {
    self.fare = fare
    self.partySizeTitle = partySizeTitle
    self.discounts = discounts.allSatisfy(\.isEmpty) ? [] : discounts
  }

  /// The lines of one of the prices, by its place among them; nil if they do not come to it.
  ///
  /// What a tier costs beyond the tariff is what the other lines leave of its price.
  func fare(at index: Int, price: Money) -> Fare? {
    let taken = discounts.indices.contains(index) ? discounts[index] : []
    var extra = price.minus(fare.total)
    for line in taken { extra = extra.minus(line.price) }
    let discountTitle = discounts.joined().first { !$0.title.isEmpty }?.title ?? ""
    var fare = fare
    do throws(MoneyError) {
      if extra.minorUnits != 0 {
        guard let partySizeTitle else { return nil }
        try fare.add(partySizeTitle, extra)
      }
      for line in taken {
        try fare.add(line.title.isEmpty ? line.titled(discountTitle) : line)
      }
    } catch {
      return nil
    }
    return fare.total == price ? fare : nil
  }

  /// The same in fewer words, for a quote that would be too long with all: one line for each
  /// account, and titles that are cut.
  var condensed: QuotedFare {
    var lines: [(account: LedgerAccount, item: FareLineItem)] = []
    for (account, line) in zip(fare.accounts, fare.lines) {
      if let index = lines.firstIndex(where: { $0.account == account }) {
        lines[index].item.price = lines[index].item.price.plus(line.price)
      } else {
        lines.append((account, line.clipped))
      }
    }
    let discounts = discounts.map { lines in
      guard var line = lines.first?.clipped else { return [FareLineItem]() }
      for other in lines.dropFirst() { line.price = line.price.plus(other.price) }
      return [line]
    }
    guard let fare = try? Fare(lines, currency: fare.total.currency) else { return self }
    return QuotedFare(
      fare: fare, partySizeTitle: partySizeTitle.map { String($0.prefix(FareLineItem.shortTitle)) },
      discounts: discounts)
  }

  /// The same in the fewest words: titles of few bytes, and that of a discount for the first price
  /// alone, which stands for all.
  var terse: QuotedFare {
    let lines = fare.lines.indices.map { index in
      let line = fare.lines[index]
      return (account: fare.account(at: index), item: line.titled(line.title.terse))
    }
    var title = self.discounts.joined().first?.title.terse ?? ""
    let discounts = self.discounts.map { lines in
      lines.map { line in
        defer { title = "" }
        return line.titled(title)
      }
    }
    guard let fare = try? Fare(lines, currency: fare.total.currency) else { return self }
    return QuotedFare(fare: fare, partySizeTitle: partySizeTitle?.terse, discounts: discounts)
  }
}

extension FareLineItem {
  /// In letters.
  fileprivate static let shortTitle = 20

  /// The line with the beginning of its title.
  fileprivate var clipped: FareLineItem { titled(String(title.prefix(Self.shortTitle))) }

  /// The line under another title, without its sponsor.
  fileprivate func titled(_ title: String) -> FareLineItem {
    FareLineItem(title: title, kind: kind, price: price)
  }
}

extension String {
  /// The beginning in at most 20 bytes, whole scalars of it: a letter may have any number of them.
  fileprivate var terse: String {
    var end = utf8.index(utf8.startIndex, offsetBy: 20, limitedBy: utf8.endIndex) ?? utf8.endIndex
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
