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

  /// The other offset of a year and its two ends; each is read from the clock as it is before.
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
  /// A season may pass New Year, and a change may even be in the year before or after.
  func offset(at seconds: Int) -> Int {
    guard let season else { return standardOffset }
    let days = (seconds + standardOffset).dividedDown(by: 86_400)
    let year = CivilDate(daysSinceEpoch: days).year
    var latest = Int.min
    var offset = standardOffset
    for year in year - 1...year + 1 {
      let end = season.end.clockSeconds(in: year) - season.offset
      if end <= seconds, end > latest { (latest, offset) = (end, standardOffset) }
      // If an end and the next start coincide, the season continues.
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

extension YearlyRule {
  /// Reads `CST6CDT,M3.2.0,M11.1.0`, with the times beyond a day of RFC 9636 (3.3.1).
  init(_ text: [UInt8]) throws(TimeZoneError) {
    var cursor = FooterCursor(bytes: text[...])
    guard let rule = cursor.rule(), cursor.rest.isEmpty else {
      throw TimeZoneError(
        "expected a rule such as \"CST6CDT,M3.2.0,M11.1.0\" in the footer, came "
          + "\"\(String(decoding: text.prefix(100), as: UTF8.self))\"")
    }
    self = rule
  }
}

/// Reads the parts of a footer one after another; a part that does not fit is nil.
private struct FooterCursor {
  var rest: ArraySlice<UInt8>

  init(bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func rule() -> YearlyRule? {
    // POSIX counts west of Greenwich as positive.
    guard skipName(), let west = hours(atMost: 24) else { return nil }
    if rest.isEmpty { return YearlyRule(standardOffset: -west, season: nil) }
    guard skipName() else { return nil }
    var offset = -west + 3_600
    if rest.first != UInt8(ascii: ",") {
      guard let seasonWest = hours(atMost: 24) else { return nil }
      offset = -seasonWest
    }
    guard skip(","), let start = date(), skip(","), let end = date() else { return nil }
    return YearlyRule(
      standardOffset: -west, season: YearlyRule.Season(offset: offset, start: start, end: end))
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Steps over `CST` or `<+0545>`.
  private mutating func skipName() -> Bool {
    if skip("<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(value) ? value : nil
  }

  /// `-5`, `5:45`, `+167:59:59` in seconds.
  private mutating func hours(atMost limit: Int) -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(0...limit) else { return nil }
    var seconds = hours * 3_600
    if skip(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let rest = number(0...59) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// `M3.2.0`, `J60/2`, `0/-1`; without a time it is two o'clock.
  private mutating func date() -> YearlyRule.Date? {
    guard let day = day() else { return nil }
    guard skip("/") else { return YearlyRule.Date(day: day, time: 7_200) }
    return hours(atMost: 167).map { YearlyRule.Date(day: day, time: $0) }
  }

  private mutating func day() -> YearlyRule.Date.Day? {
    if skip("J") { return number(1...365).map { .withoutLeapDay($0) } }
    guard skip("M") else { return number(0...365).map { .withLeapDay($0) } }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
      let weekday = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }
}
