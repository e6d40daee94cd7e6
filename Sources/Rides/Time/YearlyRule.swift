/// When a zone changes between two offsets every year: the footer of a TZif file, which is what
/// POSIX has in the variable TZ.
struct YearlyRule: Hashable {
  /// A day of the year and a time on it.
  struct Date: Hashable {
    enum Day: Hashable {
      /// 1 to 365, the leap day never counted.
      case withoutLeapDay(Int)
      /// 0 to 365, the leap day counted.
      case withLeapDay(Int)
      /// The first, second … weekday of a month; the fifth is the last. Sunday is 0.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    let day: Day
    /// Seconds after midnight, up to a week before it or after.
    let time: Int
  }

  /// The other offset of a year and its two ends; each is told by the clock as it is before.
  struct Season: Hashable {
    let offset: Int
    let start: Date
    let end: Date
  }

  /// Seconds ahead of UTC, outside the season.
  let standardOffset: Int
  /// Daylight saving time, mostly; in Ireland winter time.
  let season: Season?

  var offsets: [Int] { [standardOffset, season?.offset ?? standardOffset] }

  /// The times at which a season starts or ends, ascending.
  func changes(in years: ClosedRange<Int>) -> [Int] {
    guard let season else { return [] }
    return Set(
      years.flatMap { year in
        [
          season.start.clockSeconds(in: year) - standardOffset,
          season.end.clockSeconds(in: year) - season.offset,
        ]
      }
    ).sorted()
  }

  /// The offset at a time in seconds since 1970: that of the latest change until then.
  ///
  /// A season may pass New Year, and a change may even lie in the year beside its own.
  func offset(at seconds: Int) -> Int {
    guard let season else { return standardOffset }
    let days = (seconds + standardOffset).dividedDown(by: 86_400)
    let year = CivilDate(daysSinceEpoch: days).year
    var latest = Int.min
    var offset = standardOffset
    for year in year - 1...year + 1 {
      let end = season.end.clockSeconds(in: year) - season.offset
      if end <= seconds, end > latest { (latest, offset) = (end, standardOffset) }
      // Where an end and the next start coincide, the season goes on.
      let start = season.start.clockSeconds(in: year) - standardOffset
      if start <= seconds, start >= latest { (latest, offset) = (start, season.offset) }
    }
    return offset
  }
}

extension YearlyRule.Date {
  /// What the clock has counted since 1970 at this date of a year.
  func clockSeconds(in year: Int) -> Int {
    let january = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
    switch day {
    case .withLeapDay(let number): return (january + number) * 86_400 + time
    case .withoutLeapDay(let number):
      let isLeapYear = CivilDate(year: year, month: 2, day: 29).isReal
      return (january + number - 1 + (isLeapYear && number >= 60 ? 1 : 0)) * 86_400 + time
    case .weekday(let month, let week, let weekday):
      let first = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
      // 1970-01-01 was a Thursday, number 4 where Sunday is 0.
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      var date = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      let next = CivilDate(
        year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1
      ).daysSinceEpoch
      while date >= next { date -= 7 }
      return date * 86_400 + time
    }
  }
}
