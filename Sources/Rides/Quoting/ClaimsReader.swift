/// Reads claims piece by piece; a number has one spelling, the shortest.
struct ClaimsReader {
  /// The bytes are not claims; trying again cannot help.
  struct Fault: Error {}

  var rest: ArraySlice<UInt8>

  mutating func varint() throws(Fault) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw Fault() }
      let bits = UInt64(byte & 0x7F)
      guard (bits << shift) >> shift == bits else { throw Fault() }
      value |= bits << shift
      if byte & 0x80 == 0 {
        guard byte != 0 || shift == 0 else { throw Fault() }
        return value
      }
    }
    throw Fault()
  }

  mutating func signed() throws(Fault) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(value & 1)
  }

  /// A number of things, each of which takes a byte at least.
  mutating func count() throws(Fault) -> Int {
    let value = try varint()
    guard value <= rest.count else { throw Fault() }
    return Int(value)
  }

  mutating func flag() throws(Fault) -> Bool {
    let value = try varint()
    guard value <= 1 else { throw Fault() }
    return value == 1
  }

  mutating func text() throws(Fault) -> String { try text(ofLength: try count()) }

  mutating func text(ofLength length: Int) throws(Fault) -> String {
    guard rest.count >= length,
      let text = String(validating: rest.prefix(length), as: UTF8.self)
    else { throw Fault() }
    rest = rest.dropFirst(length)
    return text
  }

  mutating func point() throws(Fault) -> QuoteClaims.Point {
    QuoteClaims.Point(latitude: Int(try signed()), longitude: Int(try signed()))
  }

  mutating func price() throws(Fault) -> QuoteClaims.Price {
    switch try count() {
    case 0: return .metered
    case 1: return .fixed(try signed())
    case let count:
      var tiers: [QuoteClaims.TierPrice] = []
      for _ in 1..<count { tiers.append(try tier()) }
      return .tiered(tiers)
    }
  }

  private mutating func tier() throws(Fault) -> QuoteClaims.TierPrice {
    let (minimum, maximum) = (try varint(), try varint())
    guard let minimum = Int(exactly: minimum),
      let last = Int(exactly: maximum == 0 ? 0 : maximum - 1),
      let size = PartySizeRange(minimum: minimum, maximum: maximum == 0 ? nil : last)
    else { throw Fault() }
    return QuoteClaims.TierPrice(partySize: size, minorUnits: try signed())
  }

  /// At least one: of none there is nothing.
  mutating func extras() throws(Fault) -> [QuoteClaims.ExtraPrice] {
    var extras: [QuoteClaims.ExtraPrice] = []
    for _ in 0..<(try count()) {
      extras.append(.init(identifier: ExtraKey(try text()), minorUnits: try signed()))
    }
    guard !extras.isEmpty else { throw Fault() }
    return extras
  }

  mutating func fare() throws(Fault) -> QuotedFare {
    let lines = try lines()
    let partySizeTitle = try flag() ? try text() : nil
    var discounts: [[QuotedFare.Line]] = []
    for _ in 0..<(try count()) { discounts.append(try self.lines()) }
    return QuotedFare(lines, partySizeTitle: partySizeTitle, discounts: discounts)
  }

  private mutating func lines() throws(Fault) -> [QuotedFare.Line] {
    var lines: [QuotedFare.Line] = []
    for _ in 0..<(try count()) {
      let minorUnits = try signed()
      guard let account = QuoteClaims.account(try varint()) else { throw Fault() }
      let title = try text()
      let sponsor = try flag() ? try text() : nil
      // What a highest fare takes away is no promotion.
      let isLess = account == .discounts || account == .fareRevenue && minorUnits < 0
      let kind: FareLineItem.Kind = isLess ? .discount : .amount
      lines.append(
        QuotedFare.Line(
          form: FareForm(title, account, kind: kind, sponsor: sponsor), minorUnits: minorUnits))
    }
    return lines
  }
}
