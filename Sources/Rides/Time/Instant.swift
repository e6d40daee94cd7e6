/// A moment in UTC, to the microsecond.
package struct Instant: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z, leap seconds left out, as POSIX counts.
  package let microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package init(seconds: Int64) { self.microseconds = seconds * 1_000_000 }

  package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

  /// The instant that many seconds later, or earlier when negative.
  package func advanced(bySeconds seconds: Int) -> Instant {
    Instant(microseconds: microseconds + Int64(seconds) * 1_000_000)
  }

  /// The seconds from this instant to another, fractions included, negative when the other is
  /// earlier.
  package func seconds(to other: Instant) -> Double {
    Double(other.microseconds - microseconds) / 1_000_000
  }

  /// When a user made a request, within plausible limits: not after `now`, not before the start of
  /// its subject, and not longer ago than the reach.
  ///
  /// A message can wait that long in its queue while the service is down and still have the price
  /// of its request; a wrong clock or a dishonest producer gains no more. Without a time of the
  /// producer it is `now`.
  package static func asked(
    at claimed: Instant?, since beginning: Instant, reach seconds: Int, now: Instant
  ) -> Instant {
    let earliest = max(beginning, now.advanced(bySeconds: -seconds))
    return min(max(claimed ?? now, earliest), now)
  }

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

  /// A moment from its text in RFC 3339, strictly: `2026-11-21T05:09:00Z`,
  /// `2026-11-20T23:09:00.5-06:00`.
  ///
  /// Any offset is accepted, `t` and `z` count as `T` and `Z` (RFC 3339, 5.6), and up to nine
  /// digits of a second's fraction, of which those beyond the microsecond are cut off. A leap
  /// second, 23:59:60 in UTC, is the second after it, as in POSIX. Nil for dates that the calendar
  /// does not have and for moments outside the years 0000 to 9999.
  package init?(rfc3339 text: String) { self.init(rfc3339: text.utf8.span) }

  /// The same from ASCII bytes, so that a decoder needs no `String`.
  package init?(rfc3339 bytes: Span<UInt8>) {
    guard let instant = bytes.withUnsafeBufferPointer(Self.parsed) else { return nil }
    self = instant
  }

  private static func parsed(_ bytes: UnsafeBufferPointer<UInt8>) -> Instant? {
    var cursor = TimestampCursor(bytes: bytes)
    guard let date = cursor.date(), cursor.skip("t"), let time = cursor.timeOfDay(),
      let fraction = cursor.fraction(), let offset = cursor.offset(), cursor.isAtEnd, date.isReal
    else { return nil }
    let seconds = date.daysSinceEpoch * 86_400 + time.seconds - offset
    // The sixtieth second of a minute exists only as the last of a day in UTC.
    if time.isLeapSecond, seconds % 86_400 != 0 { return nil }
    guard writableSeconds.contains(seconds) else { return nil }
    return Instant(microseconds: Int64(seconds) * 1_000_000 + Int64(fraction))
  }

  /// The seconds of the years 0000 to 9999, the only ones that RFC 3339 can write.
  static let writableSeconds = -62_167_219_200...253_402_300_799
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
