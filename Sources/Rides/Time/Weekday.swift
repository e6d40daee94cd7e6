/// A day of the week; the raw values are the words of a catalogue.
package enum Weekday: String, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday of a date, given as its days since 1970-01-01, which was a Thursday.
  init(daysSinceEpoch days: Int) {
    self = Self.allCases[(days % 7 + 10) % 7]
  }

  /// The number of the day, from 0 for Monday to 6 for Sunday.
  var number: Int {
    switch self {
    case .monday: 0
    case .tuesday: 1
    case .wednesday: 2
    case .thursday: 3
    case .friday: 4
    case .saturday: 5
    case .sunday: 6
    }
  }

  /// The day after, after Sunday Monday.
  package var next: Weekday { Self.allCases[(number + 1) % 7] }

  /// The day before, before Monday Sunday.
  package var previous: Weekday { Self.allCases[(number + 6) % 7] }

  /// Whether it is Saturday or Sunday.
  package var isWeekend: Bool { self == .saturday || self == .sunday }
}
