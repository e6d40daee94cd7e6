extension Instant {
  /// The moment in RFC 3339 and UTC: `2026-11-21T05:09:00Z`; see `appendRFC3339(to:)`.
  package var rfc3339: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(27)
    appendRFC3339(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the moment in RFC 3339 and UTC as ASCII.
  ///
  /// A fraction appears only when it is not zero, with three digits where they suffice and else
  /// six. Moments outside the years 0000 to 9999, which the form cannot write, are written as the
  /// nearest that it can.
  package func appendRFC3339(to buffer: inout [UInt8]) {
    let floor = Int(microseconds >> 63)  // -1 before 1970, so that the division rounds down
    let whole = (Int(microseconds) - floor) / 1_000_000 + floor
    let seconds = min(max(whole, Self.writableSeconds.lowerBound), Self.writableSeconds.upperBound)
    let fraction = seconds == whole ? Int(microseconds) - whole * 1_000_000 : 0
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let secondOfDay = seconds - days * 86_400
    let date = CivilDate(daysSinceEpoch: days)
    buffer.appendDigits(date.year, count: 4, then: "-")
    buffer.appendDigits(date.month, count: 2, then: "-")
    buffer.appendDigits(date.day, count: 2, then: "T")
    buffer.appendDigits(secondOfDay / 3_600, count: 2, then: ":")
    buffer.appendDigits(secondOfDay / 60 % 60, count: 2, then: ":")
    buffer.appendDigits(secondOfDay % 60, count: 2, then: fraction == 0 ? "Z" : ".")
    if fraction == 0 { return }
    if fraction % 1_000 == 0 {
      buffer.appendDigits(fraction / 1_000, count: 3, then: "Z")
    } else {
      buffer.appendDigits(fraction, count: 6, then: "Z")
    }
  }
}

extension [UInt8] {
  /// Writes a number with leading zeros, and one character after it.
  fileprivate mutating func appendDigits(_ value: Int, count: Int, then end: Unicode.Scalar) {
    let start = self.count
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
    var rest = value
    for place in (start..<start + count).reversed() {
      self[place] += UInt8(rest % 10)
      rest /= 10
    }
    append(UInt8(ascii: end))
  }
}
