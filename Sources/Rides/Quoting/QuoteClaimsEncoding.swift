// The form: seven fields separated by semicolons, and what explains a price, such as
//
//   chicago;suv;41878600,-87625100;41974200,-87907300;USD;1-1:4175,2-:4475;1763701740000000;…
//
// area; product; pickup; drop-off or nothing; currency; price; expiry in microseconds. A price is
// `m` for metered, one number, or tiers `minimum-maximum:price`. In the two keys every byte but A-Z
// a-z 0-9 _ . - is written %XX. `QuotedFare` has the fields of what explains a price; a meter has
// none. Equal claims have equal bytes, as a signature needs.
extension QuoteClaims {
  /// The most bytes of claims: as a quote, signed and in base64, it has to fit into a request.
  package static let longest = 1_300

  /// The claims as bytes; the same claims always give the same.
  package var encoded: [UInt8] { encoded { _ in } }

  /// The same after the bytes that `appendStart` appends, in one allocation.
  package func encoded(after appendStart: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024)
    appendStart(&bytes)
    let longest = Self.longest + bytes.count
    bytes.appendEscaped(area)
    bytes.append(Separator.field)
    bytes.appendEscaped(product.rawValue)
    bytes.append(Separator.field)
    bytes.append(pickup)
    bytes.append(Separator.field)
    if let dropOff { bytes.append(dropOff) }
    bytes.append(Separator.field)
    bytes.append(contentsOf: currency.code.utf8)
    bytes.append(Separator.field)
    bytes.append(price)
    bytes.append(Separator.field)
    bytes.append(decimal: expires.microseconds)
    guard let fare else { return bytes }
    let end = bytes.count
    bytes.append(fare)
    if bytes.count <= longest { return bytes }
    for shorter in [fare.condensed, fare.condensed.terse] {
      bytes.removeSubrange(end...)
      bytes.append(shorter)
      if bytes.count <= longest { return bytes }
    }
    // The texts then need at most 300 bytes, and each price with its discount about 20. Only about
    // forty prices, or very long keys, reach this line: then one line of the fare explains the
    // price.
    bytes.removeSubrange(end...)
    return bytes
  }

  /// Reads `encoded` back; nil for anything that is not in that form.
  package init?(encoded: [UInt8]) {
    self.init(ours: encoded[...])
    // One reading, one writing: leading zeros and other spellings are not ours.
    guard self.encoded == encoded else { return nil }
  }

  /// Reads back claims that a signature shows to be `encoded`; other spellings are not detected.
  package init?(ours encoded: ArraySlice<UInt8>) {
    let fields = encoded.split(separator: Separator.field, omittingEmptySubsequences: false)
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
      guard let quoted = QuotedFare(encoded: fields[7...], currency) else { return nil }
      fare = quoted
    }
    self.init(
      area: area, product: ProductKey(product), pickup: pickup, dropOff: dropOff,
      currency: currency, price: price, fare: fare, expires: Instant(microseconds: expires))
  }
}

enum Separator {
  static let field = UInt8(ascii: ";")
  static let item = UInt8(ascii: ",")
  static let price = UInt8(ascii: ":")
  static let span = UInt8(ascii: "-")
  static let group = UInt8(ascii: "|")
  static let escape = UInt8(ascii: "%")
}

private let meterMark = UInt8(ascii: "m")
private let hexadecimal = Array("0123456789ABCDEF".utf8)

extension [UInt8] {
  /// Appends a number in decimal digits, without a text in between.
  package mutating func append(decimal value: Int64) {
    // A sign and the 19 digits of 2^63, from the last to the first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { room in
      var start = room.count
      var rest = value.magnitude
      repeat {
        start -= 1
        room[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 {
        start -= 1
        room[start] = UInt8(ascii: "-")
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: room[start...]))
    }
  }

  fileprivate mutating func append(_ point: QuoteClaims.Point) {
    append(decimal: Int64(point.latitude))
    append(Separator.item)
    append(decimal: Int64(point.longitude))
  }

  fileprivate mutating func append(_ price: QuoteClaims.Price) {
    switch price {
    case .metered: append(meterMark)
    case .fixed(let minorUnits): append(decimal: minorUnits)
    case .tiered(let tiers):
      for (index, tier) in tiers.enumerated() {
        if index > 0 { append(Separator.item) }
        append(decimal: Int64(tier.partySize.minimum))
        append(Separator.span)
        if let maximum = tier.partySize.maximum { append(decimal: Int64(maximum)) }
        append(Separator.price)
        append(decimal: tier.minorUnits)
      }
    }
  }

  fileprivate mutating func appendEscaped(_ text: String) {
    guard !text.utf8.allSatisfy(isPlain) else { return append(contentsOf: text.utf8) }
    for byte in text.utf8 { append(byte, escaped: !isPlain(byte)) }
  }

  mutating func append(_ byte: UInt8, escaped isEscaped: Bool) {
    guard isEscaped else { return append(byte) }
    append(Separator.escape)
    append(hexadecimal[Int(byte >> 4)])
    append(hexadecimal[Int(byte & 15)])
  }
}

private func isPlain(_ byte: UInt8) -> Bool {
  switch Unicode.Scalar(byte) {
  case "A"..."Z", "a"..."z", "0"..."9", "_", ".", "-": true
  default: false
  }
}

func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
  guard bytes.contains(Separator.escape) else { return String(validating: bytes, as: UTF8.self) }
  var plain: [UInt8] = []
  var rest = bytes
  while let byte = rest.popFirst() {
    guard byte == Separator.escape else {
      plain.append(byte)
      continue
    }
    guard let high = rest.popFirst().flatMap(hexadecimal.firstIndex(of:)),
      let low = rest.popFirst().flatMap(hexadecimal.firstIndex(of:))
    else { return nil }
    let byte = UInt8(high << 4 | low)
    guard !isPlain(byte) else { return nil }
    plain.append(byte)
  }
  return String(validating: plain, as: UTF8.self)
}

/// The number that `append(decimal:)` has written.
func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
  let isNegative = bytes.first == UInt8(ascii: "-")
  let digits = isNegative ? bytes.dropFirst() : bytes
  // One number has one spelling, without needless zeros.
  guard let first = digits.first, first != 0x30 || (digits.count == 1 && !isNegative) else {
    return nil
  }
  // Of the two signs the negative one has the larger range.
  var value: Int64 = 0
  for digit in digits {
    guard 0x30...0x39 ~= digit else { return nil }
    let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
    let (sum, isLarger) = tens.subtractingReportingOverflow(Int64(digit - 0x30))
    guard !isTooLarge, !isLarger else { return nil }
    value = sum
  }
  if isNegative { return value }
  return value == .min ? nil : -value
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
    if bytes.elementsEqual([meterMark]) {
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
