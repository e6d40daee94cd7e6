/// A date of the Gregorian calendar, in arithmetic alone.
///
/// The years start in March, so that the leap day is the last of its year; 400 years are 146 097
/// days. After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
struct CivilDate: Equatable {
  var year: Int
  var month: Int
  var day: Int
}

extension CivilDate {
  /// The date that many days after 1970-01-01.
  init(daysSinceEpoch days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days since 1970-01-01, negative before.
  var daysSinceEpoch: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Whether the calendar has this date.
  var isReal: Bool {
    (1...12).contains(month) && day >= 1 && CivilDate(daysSinceEpoch: daysSinceEpoch) == self
  }
}

/// A day of the week; the raw values are the words of a catalogue.
package enum Weekday: String, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday of a date, given as its days since 1970-01-01, which was a Thursday.
  init(daysSinceEpoch days: Int) {
    self = Self.allCases[(days % 7 + 10) % 7]
  }

  /// The number of the day, from 0 for Monday to 6 for Sunday.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The day after, after Sunday Monday.
  package var next: Weekday { Self.allCases[(number + 1) % 7] }

  /// The day before, before Monday Sunday.
  package var previous: Weekday { Self.allCases[(number + 6) % 7] }
}

extension Int {
  /// The quotient rounded down, also of a negative number.
  func dividedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
