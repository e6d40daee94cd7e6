/// The composition of a listed option's prices, so that the booked price can be explained after
/// changes of the catalogue.
package struct QuotedFare: Hashable, Sendable {
  /// The lines that all party sizes share.
  let fare: Fare
  /// The title of a tier's extra; nil for a price without tiers.
  let partySizeTitle: String?
  /// The discounts on each of the prices, in their order; empty where there are none.
  let discounts: [[FareLineItem]]

  init(fare: Fare, partySizeTitle: String?, discounts: [[FareLineItem]]) {
    self.fare = fare
    self.partySizeTitle = partySizeTitle
    self.discounts = discounts.allSatisfy(\.isEmpty) ? [] : discounts
  }

  /// The lines of the price with that index; nil if they do not add up to it.
  ///
  /// A tier's extra is the difference between its price and the other lines.
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

  /// A shorter form for a quote that would be too long: one line for each account, and shortened
  /// titles.
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

  /// The shortest form: titles of a few bytes, and the title of the first price's discount for all.
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

// Three fields after those of the claims, such as
//
//   ;f500:Base charge,f2100:Distance,p400:Airport fee;Extra people;-418:Spring|-450:Spring:Bank
//
// The lines that all sizes of party have in common, each with a letter for its account (`f` for
// revenue, `s` special pricing, `p` passed on); what the extra of a tier is called; the discounts
// on each price, some with their sponsor. In the texts controls, separators and % are written %XX.
extension [UInt8] {
  mutating func append(_ fare: QuotedFare) {
    append(Separator.field)
    for index in fare.fare.lines.indices {
      if index > 0 { append(Separator.item) }
      append(fare.fare.account(at: index).letter)
      append(fare.fare.lines[index])
    }
    append(Separator.field)
    if let title = fare.partySizeTitle { append(text: title) }
    append(Separator.field)
    for (index, lines) in fare.discounts.enumerated() {
      if index > 0 { append(Separator.group) }
      for (index, line) in lines.enumerated() {
        if index > 0 { append(Separator.item) }
        append(line)
      }
    }
  }

  private mutating func append(_ line: FareLineItem) {
    append(decimal: line.price.minorUnits)
    append(Separator.price)
    append(text: line.title)
    guard let sponsor = line.sponsor else { return }
    append(Separator.price)
    append(text: sponsor)
  }

  private mutating func append(text: String) {
    guard text.utf8.contains(where: isSpecial) else { return append(contentsOf: text.utf8) }
    for byte in text.utf8 { append(byte, escaped: isSpecial(byte)) }
  }
}

private func isSpecial(_ byte: UInt8) -> Bool {
  switch byte {
  case 0..<0x20, 0x7F, Separator.field, Separator.item, Separator.price, Separator.group,
    Separator.escape:
    true
  default: false
  }
}

extension LedgerAccount {
  /// The letter of an account that a line of a quote can have.
  fileprivate var letter: UInt8 {
    switch self {
    case .surgeRevenue: UInt8(ascii: "s")
    case .passThrough: UInt8(ascii: "p")
    default: UInt8(ascii: "f")
    }
  }

  fileprivate init?(letter: UInt8?) {
    switch letter {
    case UInt8(ascii: "f"): self = .fareRevenue
    case UInt8(ascii: "s"): self = .surgeRevenue
    case UInt8(ascii: "p"): self = .passThrough
    default: return nil
    }
  }
}

extension QuotedFare {
  /// Reads the three fields; nil for anything that is not in that form.
  init?(encoded fields: ArraySlice<ArraySlice<UInt8>>, _ currency: Currency) {
    guard fields.count == 3, let first = fields.first, let last = fields.last,
      let title = unescaped(fields[fields.startIndex + 1])
    else { return nil }
    var billed: [(account: LedgerAccount, item: FareLineItem)] = []
    for item in first.split(separator: Separator.item, omittingEmptySubsequences: false) {
      guard let account = LedgerAccount(letter: item.first),
        let line = FareLineItem(encoded: item.dropFirst(), .amount, currency)
      else { return nil }
      billed.append((account, line))
    }
    var discounts: [[FareLineItem]] = []
    for group in last.split(separator: Separator.group, omittingEmptySubsequences: false) {
      var lines: [FareLineItem] = []
      for item in group.split(separator: Separator.item) {
        guard let line = FareLineItem(encoded: item, .discount, currency) else { return nil }
        lines.append(line)
      }
      discounts.append(lines)
    }
    guard let fare = try? Fare(billed, currency: currency) else { return nil }
    self.init(
      fare: fare, partySizeTitle: title.isEmpty ? nil : title, discounts: discounts)
  }
}

extension FareLineItem {
  fileprivate init?(encoded bytes: ArraySlice<UInt8>, _ kind: Kind, _ currency: Currency) {
    let parts = bytes.split(separator: Separator.price, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let minorUnits = number(parts[0]),
      let title = unescaped(parts[1])
    else { return nil }
    var sponsor: String?
    if parts.count == 3 {
      guard let text = unescaped(parts[2]) else { return nil }
      sponsor = text
    }
    self.init(
      title: title, kind: kind, price: Money(minorUnits: minorUnits, currency: currency),
      sponsor: sponsor)
  }
}
