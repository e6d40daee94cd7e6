// The form, in this order; a number is a varint (seven bits a byte, the lowest first, as in
// Protocol Buffers), a signed number is a zigzag varint, a text is its length in bytes and its
// UTF-8:
//
//   expiry in microseconds (signed)
//   latitude and longitude of the pickup (signed); 0, or 1 + the number of stops, those of the
//   drop-off, and those of each stop
//   the three letters of the currency; area; product
//   0 for metered; 1 and the price (signed); or 1 + n and n tiers, each with its minimum, 0 or 1 +
//   its maximum, and its price (signed)
//   unless metered, 0 or 1 and the composition: the number of shared lines and each line; 0 or 1
//   and the title of a tier's extra; the number of prices with discounts, and for each of them
//   the number of lines and each line
//   nothing where no extras can be chosen; else their number, and each key and price (signed)
//
// A line is its amount (signed), its account, its title, and 0 or 1 and its sponsor. Equal claims
// have equal bytes, as a signature needs.
extension QuoteClaims {
  /// The most bytes of claims: as a quote, signed and in base64, it has to fit into a request.
  package static let longest = 1_300

  /// The claims as bytes; the same claims always give the same.
  package var encoded: [UInt8] {
    var start = QuoteStart()
    return encoded(sharing: &start, after: 0) { _ in }
  }

  /// The same after so many other bytes, in one allocation; `start` is kept from one quote of a
  /// list for the next, which begins in the same way.
  package func encoded(
    sharing start: inout QuoteStart, after others: Int, _ appendOthers: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    if !start.append(to: &bytes) {
      appendOthers(&bytes)
      appendTrip(to: &bytes)
      start.keep(bytes)
    }
    appendProduct(to: &bytes, atMost: others + Self.longest)
    return bytes
  }

  private func appendTrip(to bytes: inout [UInt8]) {
    bytes.append(signed: expires.microseconds)
    bytes.append(pickup)
    bytes.append(count: dropOff == nil ? 0 : 1 + stops.count)
    if let dropOff { bytes.append(dropOff) }
    for stop in stops { bytes.append(stop) }
    bytes += currency.code.utf8
    bytes.append(text: area)
  }

  private func appendProduct(to bytes: inout [UInt8], atMost longest: Int) {
    bytes.append(text: product.rawValue)
    bytes.append(price)
    let extras = encodedExtras
    if price != .metered {
      let (end, room) = (bytes.count, longest - extras.count)
      bytes.append(fare)
      if let fare, bytes.count > room {
        bytes.removeSubrange(end...)
        bytes.append(shortened(fare, to: room - end))
      }
    }
    if !extras.isEmpty { bytes += extras }
  }

  /// The extras as bytes; none where there are none.
  private var encodedExtras: [UInt8] {
    if extras.isEmpty { return [] }
    var bytes: [UInt8] = []
    bytes.append(count: extras.count)
    for extra in extras {
      bytes.append(text: extra.identifier.rawValue)
      bytes.append(signed: extra.minorUnits)
    }
    return bytes
  }

  /// A composition that takes at most so many bytes; nil if even the shortest form takes more.
  ///
  /// Only about forty prices, or very long keys, lead to nil: then one line explains the price.
  private func shortened(_ fare: QuotedFare, to limit: Int) -> QuotedFare? {
    let condensed = fare.condensed
    return [condensed, condensed.terse].first { shorter in
      var bytes: [UInt8] = []
      bytes.append(shorter)
      return bytes.count <= limit
    }
  }

  /// Reads `encoded`; nil for anything that is not in that form.
  package init?(encoded: ArraySlice<UInt8>) {
    var reader = ClaimsReader(rest: encoded)
    guard let claims = try? QuoteClaims(&reader), reader.rest.isEmpty else { return nil }
    self = claims
  }

  private init(_ reader: inout ClaimsReader) throws(ClaimsReader.Fault) {
    let expires = Instant(microseconds: try reader.signed())
    let pickup = try reader.point()
    let ends = try reader.count()
    let dropOff = ends > 0 ? try reader.point() : nil
    var stops: [Point] = []
    for _ in 0..<max(0, ends - 1) { stops.append(try reader.point()) }
    guard let currency = Currency(try reader.text(ofLength: 3)) else { throw .init() }
    let (area, product) = (try reader.text(), ProductKey(try reader.text()))
    let price = try reader.price()
    let isExplained = price == .metered ? false : try reader.flag()
    let fare = isExplained ? try reader.fare() : nil
    let extras = reader.rest.isEmpty ? [] : try reader.extras()
    self.init(
      area: area, product: product, pickup: pickup, dropOff: dropOff, stops: stops,
      currency: currency, price: price, fare: fare, extras: extras, expires: expires)
  }
}

/// What all quotes of a list begin with, in no memory of its own.
package struct QuoteStart {
  private var bytes = SIMD64<UInt8>()
  private var count = 0

  /// Knows nothing yet.
  package init() {}

  /// Keeps bytes, unless they are too many.
  fileprivate mutating func keep(_ start: [UInt8]) {
    guard start.count <= bytes.scalarCount else { return }
    withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: start) }
    count = start.count
  }

  /// Appends what was kept; returns whether something was.
  fileprivate func append(to all: inout [UInt8]) -> Bool {
    withUnsafeBytes(of: bytes) {
      all.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
    return count > 0
  }
}

extension [UInt8] {
  fileprivate mutating func append(varint value: UInt64) {
    var rest = value
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  fileprivate mutating func append(count: Int) { append(varint: UInt64(count)) }

  fileprivate mutating func append(signed value: Int64) {
    append(varint: UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  fileprivate mutating func append(text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(count: utf8.count)
      append(contentsOf: utf8)
    }
  }

  fileprivate mutating func append(optional text: String?) {
    append(varint: text == nil ? 0 : 1)
    if let text { append(text: text) }
  }

  fileprivate mutating func append(_ point: QuoteClaims.Point) {
    append(signed: Int64(point.latitude))
    append(signed: Int64(point.longitude))
  }

  fileprivate mutating func append(_ price: QuoteClaims.Price) {
    switch price {
    case .metered: append(varint: 0)
    case .fixed(let minorUnits):
      append(varint: 1)
      append(signed: minorUnits)
    case .tiered(let tiers):
      append(count: 1 + tiers.count)
      for tier in tiers {
        append(count: tier.partySize.minimum)
        append(varint: tier.partySize.maximum.map { UInt64($0) + 1 } ?? 0)
        append(signed: tier.minorUnits)
      }
    }
  }

  fileprivate mutating func append(_ fare: QuotedFare?) {
    append(varint: fare == nil ? 0 : 1)
    guard let fare else { return }
    append(fare.lines, fare.forms)
    append(optional: fare.partySizeTitle)
    append(count: fare.discounts.count)
    for lines in fare.discounts { append(lines, fare.forms) }
  }

  private mutating func append(_ lines: [FareLine], _ forms: FareForms) {
    append(count: lines.count)
    forms.claims.withUnsafeBufferPointer { claims in
      for line in lines {
        append(signed: line.minorUnits)
        append(contentsOf: UnsafeBufferPointer(rebasing: claims[forms.range(of: line.form)]))
      }
    }
  }
}

extension QuoteClaims {
  /// The accounts that a line of a quote can have, by their numbers in the form.
  private static let accounts: [LedgerAccount] = [
    .fareRevenue, .surgeRevenue, .passThrough, .discounts, .chargeRevenue,
  ]

  /// All of a line except its amount.
  static func encoded(_ form: FareForm) -> [UInt8] {
    var bytes = [UInt8(accounts.firstIndex(of: form.account) ?? 0)]
    bytes.append(text: form.title)
    bytes.append(optional: form.sponsor)
    return bytes
  }

  static func account(_ number: UInt64) -> LedgerAccount? {
    number < accounts.count ? accounts[Int(number)] : nil
  }
}
