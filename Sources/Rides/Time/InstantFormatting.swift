extension Instant {
  /// The moment in RFC 3339 and UTC: `2026-11-21T05:09:00Z`; see `withRFC3339`.
  package var rfc3339: String { withRFC3339 { String(decoding: $0, as: UTF8.self) } }

  /// Writes the moment in RFC 3339 and UTC as ASCII.
  package func appendRFC3339(to buffer: inout [UInt8]) {
    withRFC3339 { buffer.append(contentsOf: $0) }
  }

  /// Lends the moment in RFC 3339 and UTC as ASCII.
  ///
  /// A fraction appears only when it is not zero, with three digits where they suffice and else
  /// six. Moments outside the years 0000 to 9999, which the form cannot write, are written as the
  /// nearest that it can.
  package func withRFC3339<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 27) { text in
      let count = writeRFC3339(to: text)
      return body(UnsafeBufferPointer(rebasing: text[..<count]))
    }
  }

  /// Writes at most 27 bytes; returns how many.
  private func writeRFC3339(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let floor = Int(microseconds >> 63)  // -1 before 1970, so that the division rounds down
    let whole = (Int(microseconds) - floor) / 1_000_000 + floor
    let seconds = min(max(whole, Self.writableSeconds.lowerBound), Self.writableSeconds.upperBound)
    let fraction = seconds == whole ? Int(microseconds) - whole * 1_000_000 : 0
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let secondOfDay = seconds - days * 86_400
    let date = CivilDate(daysSinceEpoch: days)
    text.writeDigits(date.year, at: 0, count: 4, then: "-")
    text.writeDigits(date.month, at: 5, count: 2, then: "-")
    text.writeDigits(date.day, at: 8, count: 2, then: "T")
    text.writeDigits(secondOfDay / 3_600, at: 11, count: 2, then: ":")
    text.writeDigits(secondOfDay / 60 % 60, at: 14, count: 2, then: ":")
    text.writeDigits(secondOfDay % 60, at: 17, count: 2, then: fraction == 0 ? "Z" : ".")
    if fraction == 0 { return 20 }
    if fraction % 1_000 == 0 {
      text.writeDigits(fraction / 1_000, at: 20, count: 3, then: "Z")
      return 24
    }
    text.writeDigits(fraction, at: 20, count: 6, then: "Z")
    return 27
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Writes a number with leading zeros, and one character after it.
  fileprivate func writeDigits(
    _ value: Int, at start: Int, count: Int, then end: Unicode.Scalar
  ) {
    var rest = UInt(bitPattern: value)
    for place in (start..<start + count).reversed() {
      self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    self[start + count] = UInt8(ascii: end)
  }
}
