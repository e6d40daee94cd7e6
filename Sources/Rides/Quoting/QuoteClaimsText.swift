// The form of earlier builds: seven or ten fields separated by semicolons, such as
//
//   chicago;suv;41878600,-87625100;41974200,-87907300;USD;1-1:4175,2-:4475;1763701740000000;…
//
// area; product; pickup; drop-off or nothing; currency; price; expiry in microseconds. A price is
// `m` for metered, one number, or tiers `minimum-maximum:price`. The last three fields explain it:
//
//   ;f500:Base charge,f2100:Distance,p400:Airport fee;Extra people;-418:Spring|-450:Spring:Bank
//
// The lines that all sizes of party have in common, each with a letter for its account (`f` for
// revenue, `s` special pricing, `p` passed on); what the extra of a tier is called; the discounts
// on each price, some with their sponsor. Bytes that have a meaning are written %XX in texts.
extension QuoteClaims {
  /// Reads claims that a signature shows to be of an earlier build; nil for another form.
  package init?(text: ArraySlice<UInt8>) {
    let fields = text.split(separator: Separator.field, omittingEmptySubsequences: false)
    guard fields.count == 7 || fields.count == 10, let area = unescaped(fields[0]),
      let product = unescaped(fields[1]),
      let pickup = Point(fields[2]),
      let currency = Currency(String(decoding: fields[4], as: UTF8.self)),
      let price = Price(fields[5]), let expires = number(fields[6])
    else { return nil }
    let dropOff = Point(fields[3])
    guard dropOff != nil || fields[3].isEmpty else { return nil }
    var fare: QuotedFare?
    if fields.count == 10 {
      guard let quoted = QuotedFare(text: fields[7...]) else { return nil }
      fare = quoted
    }
    self.init(
      area: area, product: ProductKey(product), pickup: pickup, dropOff: dropOff,
      currency: currency, price: price, fare: fare, expires: Instant(microseconds: expires))
  }
}

private enum Separator {
  static let field = UInt8(ascii: ";")
  static let item = UInt8(ascii: ",")
  static let price = UInt8(ascii: ":")
  static let span = UInt8(ascii: "-")
  static let group = UInt8(ascii: "|")
  static let escape = UInt8(ascii: "%")
}

private func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
  guard bytes.contains(Separator.escape) else { return String(validating: bytes, as: UTF8.self) }
  let digits = Array("0123456789ABCDEF".utf8)
  var plain: [UInt8] = []
  var rest = bytes
  while let byte = rest.popFirst() {
    guard byte == Separator.escape else {
      plain.append(byte)
      continue
    }
    guard let high = rest.popFirst().flatMap(digits.firstIndex(of:)),
      let low = rest.popFirst().flatMap(digits.firstIndex(of:))
    else { return nil }
    plain.append(UInt8(high << 4 | low))
  }
  return String(validating: plain, as: UTF8.self)
}

/// A whole number in decimal digits.
private func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
  guard let first = bytes.first, first != UInt8(ascii: "+") else { return nil }
  return Int64(String(decoding: bytes, as: UTF8.self))
}

extension QuoteClaims.Point {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    let parts = bytes.split(separator: Separator.item, omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = number(parts[0]), let longitude = number(parts[1])
    else { return nil }
    self.init(latitude: Int(latitude), longitude: Int(longitude))
  }
}

extension QuoteClaims.Price {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    if bytes.elementsEqual("m".utf8) {
      self = .metered
    } else if let minorUnits = number(bytes) {
      self = .fixed(minorUnits)
    } else {
      var tiers: [QuoteClaims.TierPrice] = []
      for item in bytes.split(separator: Separator.item, omittingEmptySubsequences: false) {
        guard let tier = QuoteClaims.TierPrice(item) else { return nil }
        tiers.append(tier)
      }
      self = .tiered(tiers)
    }
  }
}

extension QuoteClaims.TierPrice {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    let parts = bytes.split(separator: Separator.price, omittingEmptySubsequences: false)
    guard parts.count == 2, let minorUnits = number(parts[1]) else { return nil }
    let bounds = parts[0].split(
      separator: Separator.span, maxSplits: 1, omittingEmptySubsequences: false)
    guard bounds.count == 2, let minimum = number(bounds[0]) else { return nil }
    let maximum = number(bounds[1])
    guard maximum != nil || bounds[1].isEmpty,
      let partySize = PartySizeRange(minimum: Int(minimum), maximum: maximum.map(Int.init))
    else { return nil }
    self.init(partySize: partySize, minorUnits: minorUnits)
  }
}

extension QuotedFare {
  /// Reads the last three fields; nil for another form.
  fileprivate init?(text fields: ArraySlice<ArraySlice<UInt8>>) {
    guard let first = fields.first, let last = fields.last,
      let title = unescaped(fields[fields.startIndex + 1])
    else { return nil }
    var lines: [Line] = []
    for item in first.split(separator: Separator.item, omittingEmptySubsequences: false) {
      guard let account = LedgerAccount(letter: item.first),
        let line = Line(text: item.dropFirst(), account)
      else { return nil }
      lines.append(line)
    }
    var discounts: [[Line]] = []
    for group in last.split(separator: Separator.group, omittingEmptySubsequences: false) {
      var lines: [Line] = []
      for item in group.split(separator: Separator.item) {
        guard let line = Line(text: item, .discounts) else { return nil }
        lines.append(line)
      }
      discounts.append(lines)
    }
    self.init(lines, partySizeTitle: title.isEmpty ? nil : title, discounts: discounts)
  }
}

extension QuotedFare.Line {
  fileprivate init?(text bytes: ArraySlice<UInt8>, _ account: LedgerAccount) {
    let parts = bytes.split(separator: Separator.price, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let minorUnits = number(parts[0]),
      let title = unescaped(parts[1])
    else { return nil }
    var sponsor: String?
    if parts.count == 3 {
      guard let text = unescaped(parts[2]) else { return nil }
      sponsor = text
    }
    let kind: FareLineItem.Kind = account == .discounts ? .discount : .amount
    self.init(
      form: FareForm(title, account, kind: kind, sponsor: sponsor), minorUnits: minorUnits)
  }
}

extension LedgerAccount {
  fileprivate init?(letter: UInt8?) {
    switch letter {
    case UInt8(ascii: "f"): self = .fareRevenue
    case UInt8(ascii: "s"): self = .surgeRevenue
    case UInt8(ascii: "p"): self = .passThrough
    default: return nil
    }
  }
}
