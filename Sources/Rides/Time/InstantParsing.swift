extension Instant {
  /// A moment from its text in RFC 3339, strictly: `2026-11-21T05:09:00Z`,
  /// `2026-11-20T23:09:00.5-06:00`.
  ///
  /// Any offset is taken, `t` and `z` count as `T` and `Z` (RFC 3339, 5.6), and up to nine digits
  /// of a second's fraction, of which those beyond the microsecond are cut off. A leap second,
  /// 23:59:60 in UTC, is the second after it, as in POSIX. Nil for dates that the calendar does not
  /// have and for moments outside the years 0000 to 9999.
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

/// Reads the parts of a timestamp one after another; a part that does not fit is nil.
private struct TimestampCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  /// Steps over one letter or sign, letters in either case.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count else { return false }
    let byte = bytes[index]
    let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    guard (isUpperCase ? byte | 0x20 : byte) == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func digit() -> Int? {
    guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
    else { return nil }
    index += 1
    return Int(bytes[index - 1] - UInt8(ascii: "0"))
  }

  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  mutating func timeOfDay() -> (seconds: Int, isLeapSecond: Bool)? {
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
      let second = number(digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return (hour * 3_600 + minute * 60 + second, second == 60)
  }

  /// The microseconds after the point; 0 when there is no point.
  mutating func fraction() -> Int? {
    guard skip(".") else { return 0 }
    var microseconds = 0
    var count = 0
    while let digit = digit() {
      count += 1
      if count <= 6 { microseconds = microseconds * 10 + digit }
    }
    guard (1...9).contains(count) else { return nil }
    for _ in min(count, 6)..<6 { microseconds *= 10 }
    return microseconds
  }

  /// The seconds that local time is ahead of UTC.
  mutating func offset() -> Int? {
    if skip("z") { return 0 }
    let isAhead = skip("+")
    guard isAhead || skip("-"), let hour = number(digits: 2), skip(":"),
      let minute = number(digits: 2), hour < 24, minute < 60
    else { return nil }
    return (isAhead ? 1 : -1) * (hour * 3_600 + minute * 60)
  }
}
