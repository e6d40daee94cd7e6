/// The composition of a listed option's prices, so that the booked price can be explained after
/// changes of the catalogue.
package struct QuotedFare: Sendable {
  let forms: FareForms
  /// The lines that all party sizes share.
  let lines: [FareLine]
  /// The form of a tier's extra; nil for a price without tiers.
  let partySize: Int?
  /// The discounts on each of the prices, in their order; empty where there are none.
  let discounts: [[FareLine]]

  /// The composition of a listed quote's prices.
  init(_ quote: ListedQuote) {
    forms = quote.terms.forms
    lines = quote.lines
    let isTiered = quote.priced.tiers.map { !$0.isEmpty } ?? false
    partySize = isTiered ? quote.priced.texts[quote.terms.locale].partySize : nil
    discounts = quote.discounts
  }

  /// A composition with its own forms.
  init(_ lines: [Line], partySizeTitle: String?, discounts: [[Line]]) {
    var forms: [FareForm] = []
    func numbered(_ line: Line) -> FareLine {
      forms.append(line.form)
      return FareLine(form: forms.count - 1, minorUnits: line.minorUnits)
    }
    self.lines = lines.map(numbered)
    self.discounts = discounts.allSatisfy(\.isEmpty) ? [] : discounts.map { $0.map(numbered) }
    partySize = partySizeTitle.map { title in
      forms.append(FareForm(title, .fareRevenue))
      return forms.count - 1
    }
    self.forms = FareForms(forms)
  }

  /// A line with its form.
  struct Line: Hashable {
    var form: FareForm
    var minorUnits: Int64
  }

  /// The title of a tier's extra.
  var partySizeTitle: String? { partySize.map { forms.all[$0].title } }

  /// The line with its form.
  func formed(_ line: FareLine) -> Line {
    Line(form: forms.all[line.form], minorUnits: line.minorUnits)
  }

  /// The lines of the price with that index; nil if they do not add up to it.
  ///
  /// A tier's extra is the difference between its price and the other lines.
  func fare(at index: Int, price: Money) -> Fare? {
    let taken = discounts.indices.contains(index) ? discounts[index] : []
    let discountTitle = discounts.joined().map { forms.all[$0.form].title }.first { !$0.isEmpty }
    var all = lines.map(formed)
    let sum = (lines + taken).reduce(Int64(0)) { $0 &+ $1.minorUnits }
    let extra = price.minorUnits &- sum
    if extra != 0 {
      guard let partySizeTitle else { return nil }
      all.append(Line(form: FareForm(partySizeTitle, .fareRevenue), minorUnits: extra))
    }
    for line in taken.map(formed) {
      all.append(line.form.title.isEmpty ? line.titled(discountTitle ?? "") : line)
    }
    guard all.allSatisfy({ $0.minorUnits.magnitude <= Money.limit.magnitude }) else { return nil }
    return Fare(all, total: price)
  }

  /// A shorter form for a quote that would be too long: one line for each account, and shortened
  /// titles.
  var condensed: QuotedFare {
    let short = 20
    func clipped(_ title: String) -> String { String(title.prefix(short)) }
    var summed: [Line] = []
    for line in lines.map(formed) {
      if let index = summed.firstIndex(where: { $0.form.account == line.form.account }) {
        summed[index].minorUnits &+= line.minorUnits
      } else {
        summed.append(line.titled(clipped(line.form.title)))
      }
    }
    let discounts = discounts.map { lines -> [Line] in
      guard let first = lines.first.map(formed) else { return [] }
      var line = first.titled(clipped(first.form.title))
      for other in lines.dropFirst() { line.minorUnits &+= other.minorUnits }
      return [line]
    }
    return QuotedFare(
      summed, partySizeTitle: partySizeTitle.map(clipped), discounts: discounts)
  }

  /// The shortest form: titles of a few bytes, and the title of the first price's discount for all.
  var terse: QuotedFare {
    var title = discounts.joined().first.map { formed($0).form.title.terse } ?? ""
    return QuotedFare(
      lines.map(formed).map { $0.titled($0.form.title.terse) },
      partySizeTitle: partySizeTitle?.terse,
      discounts: discounts.map { lines in
        lines.map { line in
          defer { title = "" }
          return formed(line).titled(title)
        }
      })
  }
}

extension QuotedFare: Hashable {
  /// Whether both explain prices by equal lines.
  package static func == (one: QuotedFare, other: QuotedFare) -> Bool {
    one.lines.map(one.formed) == other.lines.map(other.formed)
      && one.partySizeTitle == other.partySizeTitle
      && one.discounts.map { $0.map(one.formed) } == other.discounts.map { $0.map(other.formed) }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(lines.map(\.minorUnits)) }
}

extension QuotedFare.Line {
  /// The line under another title, without its sponsor.
  fileprivate func titled(_ title: String) -> Self {
    Self(form: FareForm(title, form.account, kind: form.kind), minorUnits: minorUnits)
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
