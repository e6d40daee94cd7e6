/// A date and a time of day as a clock on the wall shows them, in no time zone.
package struct LocalDateTime: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Nil when the calendar has no such date, the day no such time, or the year is not one of 0 to
  /// 9999.
  ///
  /// More than five parameters: a date and a time have six parts.
  package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int = 0) {
    guard (0...9_999).contains(year), (1...31).contains(day),
      CivilDate(year: year, month: month, day: day).isReal,
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Reads `2026-11-22T07:00:00` or `2026-11-22T07:00`, strictly.
  package init?(_ text: String) {
    let parsed = text.utf8.span.withUnsafeBufferPointer { bytes -> LocalDateTime? in
      var cursor = TimestampCursor(bytes: bytes)
      guard let date = cursor.date(), cursor.skip("t"), let hour = cursor.number(digits: 2),
        cursor.skip(":"), let minute = cursor.number(digits: 2)
      else { return nil }
      var second = 0
      if !cursor.isAtEnd {
        guard cursor.skip(":"), let value = cursor.number(digits: 2) else { return nil }
        second = value
      }
      guard cursor.isAtEnd else { return nil }
      return LocalDateTime(
        year: date.year, month: date.month, day: date.day, hour: hour, minute: minute,
        second: second)
    }
    guard let parsed else { return nil }
    self = parsed
  }

  /// What a clock shows that many seconds after 1970-01-01T00:00:00 on it; outside the years 0 to
  /// 9999 the nearest time in them.
  init(clockSeconds: Int) {
    let range = Instant.writableSeconds
    let clamped = min(max(clockSeconds, range.lowerBound), range.upperBound)
    let days = clamped.dividedDown(by: 86_400)
    let date = CivilDate(daysSinceEpoch: days)
    let secondOfDay = clamped - days * 86_400
    year = date.year
    month = date.month
    day = date.day
    hour = secondOfDay / 3_600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
  }

  /// The seconds that a clock counts from 1970-01-01T00:00:00 on it.
  var clockSeconds: Int { daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second }

  /// The day of the week of the date.
  package var weekday: Weekday { Weekday(daysSinceEpoch: daysSinceEpoch) }

  /// The days of its date since 1970-01-01.
  package var daysSinceEpoch: Int {
    CivilDate(year: year, month: month, day: day).daysSinceEpoch
  }

  /// Whether a clock shows one time before another, when it is not set back between them.
  package static func < (left: Self, right: Self) -> Bool {
    left.clockSeconds < right.clockSeconds
  }

  /// The form that is read: `2026-11-22T07:00:00`.
  package var description: String {
    String(Instant(seconds: Int64(clockSeconds)).rfc3339.dropLast())
  }
}
