/// Days in a row, of certain years or of every year.
package enum DateRange: Hashable, Sendable {
  /// From one day to another, both included, in days since 1970-01-01.
  case days(ClosedRange<Int>)
  /// The same days of every year, both included; those that end before they start pass New Year.
  case yearly(from: YearDay, to: YearDay)

  /// A day of any year.
  package struct YearDay: Hashable, Sendable, Comparable {
    /// The month times 32, and the day of the month.
    let number: Int

    init(month: Int, day: Int) { number = month * 32 + day }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }

  /// A date as a catalogue writes it: `2026-07-04`, `12-25` for every year, or two of one kind with
  /// a slash between (ISO 8601), both included.
  ///
  /// For an open beginning or end of dates with a year stands `..`. Nil for any other text, for a
  /// date that no calendar has, and for dates with a year that end before they start.
  package init?(_ text: String) {
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(Day.init)
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else {
      return nil
    }
    switch (first, last) {
    case (.dated(let first), .dated(let last)) where first <= last: self = .days(first...last)
    case (.dated(let first), .open): self = .days(first...Self.farthest)
    case (.open, .dated(let last)): self = .days(-Self.farthest...last)
    case (.yearly(let first), .yearly(let last)): self = .yearly(from: first, to: last)
    default: return nil
    }
  }

  /// Beyond any day of an `Instant`.
  private static let farthest = 4_000_000

  /// Whether it contains a day, in days since 1970-01-01.
  package func contains(_ day: Int) -> Bool {
    switch self {
    case .days(let range): return range.contains(day)
    case .yearly(let first, let last):
      let date = CivilDate(daysSinceEpoch: day)
      let yearDay = YearDay(month: date.month, day: date.day)
      return first <= last
        ? (first...last).contains(yearDay) : yearDay >= first || yearDay <= last
    }
  }

  /// The first of its days; nil for days of every year.
  func beginning(atMost count: Int) -> Range<Int>? {
    guard case .days(let range) = self else { return nil }
    return range.lowerBound..<range.lowerBound + min(count, range.count)
  }
}

extension DateRange {
  /// One end of a range.
  private enum Day {
    case dated(Int)
    case yearly(YearDay)
    case open

    init?(_ text: Substring) {
      if text == ".." {
        self = .open
        return
      }
      let isDated = text.utf8.count == 10
      // Of a leap year, so that the 29th of February can be a day of every year.
      let full = isDated ? String(text) : "2000-\(text)"
      let date = full.utf8.span.withUnsafeBufferPointer { bytes -> CivilDate? in
        var cursor = TimestampCursor(bytes: bytes)
        guard let date = cursor.date(), cursor.isAtEnd, date.isReal else { return nil }
        return date
      }
      guard let date else { return nil }
      self =
        isDated
        ? .dated(date.daysSinceEpoch) : .yearly(YearDay(month: date.month, day: date.day))
    }
  }
}

extension [DateRange] {
  /// Whether one of them contains a day, in days since 1970-01-01.
  func contain(_ day: Int) -> Bool { contains { $0.contains(day) } }

  /// Whether all of them end before a day; days of every year never do.
  func areAllBefore(_ day: Int) -> Bool {
    allSatisfy { range in
      guard case .days(let days) = range else { return false }
      return days.upperBound < day
    }
  }
}

/// A holiday of a catalogue, under the operator's name for it.
package struct Holiday: Hashable, Sendable {
  package var name: String
  package var dates: [DateRange]

  package init(name: String, dates: [DateRange]) {
    self.name = name
    self.dates = dates
  }
}

extension DateRange: CustomStringConvertible {
  /// The form that is read.
  package var description: String {
    switch self {
    case .days(let range):
      let ends = [range.lowerBound, range.upperBound]
      return range.count == 1 ? Self.text(ends[0]) : ends.map(Self.text).joined(separator: "/")
    case .yearly(let first, let last): return first == last ? "\(first)" : "\(first)/\(last)"
    }
  }

  private static func text(_ day: Int) -> String {
    guard day.magnitude < farthest else { return ".." }
    return String(LocalDateTime(clockSeconds: day * 86_400).description.prefix(10))
  }
}

extension DateRange.YearDay: CustomStringConvertible {
  package var description: String {
    [number / 32, number % 32].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: "-")
  }
}
