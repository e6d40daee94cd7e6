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
