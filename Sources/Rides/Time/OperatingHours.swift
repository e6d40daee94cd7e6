/// When something is open or holds, by the clocks of its time zone, and for which bookings.
///
/// Nil instead of it means always.
package struct OperatingHours: Hashable, Sendable {
  /// Minutes of some days, the end not included.
  package struct Span: Hashable, Sendable {
    /// Of the week; all seven where a day is told by its date alone.
    package var days: [Weekday]
    /// Minutes after midnight, 0 to 1439.
    package var fromMinute: Int
    /// Minutes after the same midnight; beyond 1440 it is the next day.
    package var toMinute: Int
    /// Nil for any date and any booking.
    package var condition: Condition?

    package init(
      days: [Weekday] = Weekday.allCases, fromMinute: Int = 0, toMinute: Int = 1_440,
      dates: [DateRange] = [], holidays: [Holiday] = [], notOn: [Holiday] = [],
      booked: Booked? = nil
    ) {
      self.days = days
      self.fromMinute = fromMinute
      self.toMinute = toMinute
      condition = Condition(dates: dates, holidays: holidays, notOn: notOn, booked: booked)
    }
  }

  /// Whether a ride is for a time that was chosen, or for as soon as possible.
  package enum Booked: String, Sendable, CaseIterable { case ahead, now }

  /// Which dates a day may have, and which bookings count.
  package struct Condition: Hashable, Sendable {
    /// The day is one of these dates or holidays; any where both are empty.
    package var dates: [DateRange]
    package var holidays: [Holiday]
    /// The day is none of these.
    package var notOn: [Holiday]
    /// Nil for any booking.
    package var booked: Booked?

    /// Nil where anything will do.
    init?(dates: [DateRange], holidays: [Holiday], notOn: [Holiday], booked: Booked?) {
      guard !dates.isEmpty || !holidays.isEmpty || !notOn.isEmpty || booked != nil else {
        return nil
      }
      self.dates = dates
      self.holidays = holidays
      self.notOn = notOn
      self.booked = booked
    }

    fileprivate func holds(on day: Int, _ booking: Booked?) -> Bool {
      if let booked, let booking, booked != booking { return false }
      guard !notOn.contains(where: { $0.dates.contain(day) }) else { return false }
      return dates.isEmpty && holidays.isEmpty || dates.contain(day)
        || holidays.contains { $0.dates.contain(day) }
    }
  }

  package var spans: [Span]

  package init(spans: [Span]) { self.spans = spans }

  /// Whether it is open at an instant for a booking; nil is any.
  ///
  /// What counts is the clock on the wall: an hour that it shows twice is open twice. A span that
  /// passes midnight belongs to the day on which it begins.
  package func contains(
    _ instant: Instant, in zone: TimeZoneRules, for booking: Booked? = nil
  ) -> Bool {
    let local = zone.local(instant)
    let minute = local.hour * 60 + local.minute
    let (day, weekday) = (local.daysSinceEpoch, local.weekday)
    return spans.contains { $0.contains(minute, on: day, weekday, booking) }
  }
}

extension OperatingHours {
  /// Whether it is open at a minute of a day, in days since 1970-01-01, for a booking.
  func contains(_ minute: Int, on day: Int, for booking: Booked) -> Bool {
    let weekday = Weekday(daysSinceEpoch: day)
    return spans.contains { $0.contains(minute, on: day, weekday, booking) }
  }

  /// The minutes of a day at which it may open or close.
  var turns: [Int] { spans.flatMap { [$0.fromMinute, $0.toMinute % 1_440] } }

  /// One day of each kind that these hours distinguish, by its weekday and by what holds on it and
  /// on the day before.
  static func kindsOfDays(in all: [OperatingHours]) -> [Int] {
    let conditions = Set(all.flatMap { $0.spans.compactMap(\.condition) })
    guard !conditions.isEmpty else { return Array(Self.soon.prefix(7)) }
    var kinds: Set<[Int]> = []
    var days: [Int] = []
    var before: [Int] = []
    for day in soon {
      let holding = conditions.enumerated().filter { $0.element.holds(on: day, nil) }
        .map(\.offset)
      let kind = [Weekday(daysSinceEpoch: day).number] + before + [-1] + holding
      if kinds.insert(kind).inserted { days.append(day) }
      before = holding
    }
    return days
  }

  /// Whether it is open whenever others are.
  func covers(_ other: Self) -> Bool {
    let named = (namedDays + other.namedDays).flatMap { [$0, $0 + 1] }
    let days = Self.kindsOfDays(in: [self, other]) + named
    let minutes = Set([0] + turns + other.turns)
    return self == other
      || Booked.allCases.allSatisfy { booking in
        days.allSatisfy { day in
          minutes.allSatisfy { minute in
            contains(minute, on: day, for: booking)
              || !other.contains(minute, on: day, for: booking)
          }
        }
      }
  }

  /// 28 years, which have every date on every weekday.
  fileprivate static let soon = 20_454..<20_454 + 28 * 366  // from 2026 on

  /// Whether all dates that they name are past on a day.
  func areOver(on today: Int) -> Bool { spans.allSatisfy { $0.isOver(on: today) } }

  /// The days of certain years that it names, of each range the first ones.
  var namedDays: [Int] { spans.flatMap { $0.namedDays(atMost: 7) } }
}

extension OperatingHours.Span {
  private var named: [DateRange] {
    condition.map { $0.dates + $0.holidays.flatMap(\.dates) } ?? []
  }

  fileprivate func namedDays(atMost count: Int) -> [Int] {
    named.compactMap { $0.beginning(atMost: count) }.flatMap(\.self)
  }

  /// The night of its last day may end today.
  fileprivate func isOver(on today: Int) -> Bool {
    !named.isEmpty && named.areAllBefore(toMinute > 1_440 ? today - 1 : today)
  }

  fileprivate func contains(
    _ minute: Int, on day: Int, _ weekday: Weekday, _ booking: OperatingHours.Booked?
  ) -> Bool {
    let yesterdayMinute = minute + 1_440
    return fromMinute <= minute && minute < toMinute && begins(on: day, weekday, booking)
      || fromMinute <= yesterdayMinute && yesterdayMinute < toMinute
        && begins(on: day - 1, weekday.previous, booking)
  }

  private func begins(
    on day: Int, _ weekday: Weekday, _ booking: OperatingHours.Booked? = nil
  ) -> Bool {
    days.contains(weekday) && condition?.holds(on: day, booking) ?? true
  }

  /// Whether there is a day on which it begins: 28 years have every date on every weekday.
  var everBegins: Bool {
    func isOne(_ day: Int) -> Bool { begins(on: day, Weekday(daysSinceEpoch: day)) }
    let soon = OperatingHours.soon
    return soon.contains(where: isOne) || namedDays(atMost: soon.count).contains(where: isOne)
  }
}
