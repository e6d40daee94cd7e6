/// When something is open, week after week, by the clocks of its time zone.
///
/// Nil instead of it means always.
package struct OperatingHours: Hashable, Sendable {
  /// A span of minutes on some days of the week, its end not included.
  package struct Span: Hashable, Sendable {
    package var days: [Weekday]
    /// Minutes after midnight, 0 to 1439.
    package var fromMinute: Int
    /// Minutes after the same midnight; beyond 1440 it is the next day.
    package var toMinute: Int

    package init(days: [Weekday], fromMinute: Int, toMinute: Int) {
      self.days = days
      self.fromMinute = fromMinute
      self.toMinute = toMinute
    }
  }

  package var spans: [Span]

  package init(spans: [Span]) { self.spans = spans }

  /// Whether it is open at an instant.
  ///
  /// What counts is the clock on the wall: an hour that it shows twice is open twice.
  package func contains(_ instant: Instant, in zone: TimeZoneRules) -> Bool {
    let local = zone.local(instant)
    let minute = local.hour * 60 + local.minute
    let day = local.weekday
    return spans.contains { $0.contains(minute, on: day) }
  }
}

extension OperatingHours.Span {
  fileprivate func contains(_ minute: Int, on day: Weekday) -> Bool {
    let yesterdayMinute = minute + 1_440
    return fromMinute <= minute && minute < toMinute && days.contains(day)
      || fromMinute <= yesterdayMinute && yesterdayMinute < toMinute && days.contains(day.previous)
  }
}
