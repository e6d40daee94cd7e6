/// A moment in UTC, to the microsecond.
public struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Microseconds since 1970-01-01T00:00:00Z, leap seconds left out, as POSIX counts.
  public let microseconds: Int64

  /// A moment by its microseconds since 1970.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// A moment by its seconds since 1970; one that is too far is the nearest that the type has.
  public init(seconds: Int64) {
    let (product, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000)
    microseconds = isTooFar ? seconds < 0 ? .min : .max : product
  }

  /// A moment by its text in RFC 3339, such as `2026-11-20T23:09:00.5-06:00`; nil for any other.
  ///
  /// Of a fraction of up to nine digits those beyond the microsecond are cut off. A leap second is
  /// the second after it.
  public init?(_ text: String) {
    var text = text
    guard let moment = text.withUTF8({ Self.read($0[...]) }) else { return nil }
    self = moment
  }

  /// The bytes of a text; their places count from 0.
  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private static func read(_ bytes: Bytes) -> Instant? {
    guard bytes.count >= 20, Self.has("-  -  T  :  :", bytes, at: 4),
      let year = Self.number(bytes, 0..<4), let month = Self.number(bytes, 5..<7),
      let day = Self.number(bytes, 8..<10), let hour = Self.number(bytes, 11..<13),
      let minute = Self.number(bytes, 14..<16), let second = Self.number(bytes, 17..<19),
      let (microseconds, end) = Self.fraction(bytes, at: 19),
      let offset = Self.offset(bytes[end...]), let days = Self.days(year, month, day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    guard Self.writable.contains(seconds), second < 60 || seconds % 86_400 == 0 else {
      return nil
    }
    return Instant(microseconds: Int64(seconds) * 1_000_000 + microseconds)
  }

  /// The moment in RFC 3339 and UTC, such as `2026-11-21T05:09:00Z`.
  ///
  /// A fraction has three digits where they suffice and else six. A moment outside the years 0000
  /// to 9999 is written as the nearest that the form has.
  public var description: String {
    let (whole, rest) = Self.divide(Int(microseconds), by: 1_000_000)
    let seconds = min(max(whole, Self.writable.lowerBound), Self.writable.upperBound)
    let fraction = seconds == whole ? rest : 0
    let (days, second) = Self.divide(seconds, by: 86_400)
    let (year, month, day) = Self.date(days)
    let (part, places) = fraction % 1_000 == 0 ? (fraction / 1_000, 3) : (fraction, 6)
    return String(unsafeUninitializedCapacity: 27) { text in
      var end = 0
      func put(_ number: Int, _ digits: Int, _ mark: Unicode.Scalar) {
        var rest = number
        for place in (end..<end + digits).reversed() {
          text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        text[end + digits] = UInt8(ascii: mark)
        end += digits + 1
      }
      put(year, 4, "-")
      put(month, 2, "-")
      put(day, 2, "T")
      put(second / 3_600, 2, ":")
      put(second / 60 % 60, 2, ":")
      put(second % 60, 2, fraction == 0 ? "Z" : ".")
      if fraction != 0 { put(part, places, "Z") }
      return end
    }
  }

  /// Whether one is before the other.
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

  /// The seconds of the years 0000 to 9999.
  private static let writable = -62_167_219_200...253_402_300_799

  /// The quotient rounded down, and what remains.
  private static func divide(_ number: Int, by divisor: Int) -> (Int, Int) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  /// Whether bytes are those of a form, in which a blank stands for any, in either case.
  private static func has(_ form: StaticString, _ bytes: Bytes, at place: Int) -> Bool {
    (0..<form.utf8CodeUnitCount).allSatisfy { index in
      let expected = form.utf8Start[index]
      let byte = bytes[place + index]
      return expected == UInt8(ascii: " ") || byte == expected
        || byte == expected | 0x20 && expected == UInt8(ascii: "T")
    }
  }

  /// The number that digits write.
  private static func number(_ bytes: Bytes, _ places: Range<Int>) -> Int? {
    var number = 0
    for place in places {
      guard place < bytes.count, 0x30...0x39 ~= bytes[place] else { return nil }
      number = number * 10 + Int(bytes[place] - 0x30)
    }
    return number
  }

  /// The microseconds of a fraction that begins there, if one does, and where it ends.
  private static func fraction(_ bytes: Bytes, at start: Int) -> (Int64, end: Int)? {
    guard bytes[start] == UInt8(ascii: ".") else { return (0, start) }
    var (microseconds, end) = (Int64(0), start + 1)
    while end < bytes.count, 0x30...0x39 ~= bytes[end] {
      if end - start <= 6 { microseconds = microseconds * 10 + Int64(bytes[end] - 0x30) }
      end += 1
    }
    let digits = end - start - 1
    guard 1...9 ~= digits else { return nil }
    for _ in min(digits, 6)..<6 { microseconds *= 10 }
    return (microseconds, end)
  }

  /// The seconds that local time is ahead of UTC.
  private static func offset(_ rest: Bytes) -> Int? {
    let bytes = UnsafeBufferPointer(rebasing: rest)[...]
    if bytes.count == 1, bytes[0] | 0x20 == UInt8(ascii: "z") { return 0 }
    guard bytes.count == 6, has(":", bytes, at: 3), let hours = number(bytes, 1..<3),
      let minutes = number(bytes, 4..<6), hours < 24, minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 3_600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3_600 + minutes * 60)
    default: return nil
    }
  }

  /// The days from 1970-01-01 to a date; nil for one that the calendar does not have.
  ///
  /// The years start in March; 400 of them are 146,097 days (Howard Hinnant, "chrono-Compatible
  /// Low-Level Date Algorithms").
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard 1...12 ~= month, 1...31 ~= day else { return nil }
    let (era, yearOfEra) = divide(month <= 2 ? year - 1 : year, by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return date(days) == (year, month, day) ? days : nil
  }

  /// The date so many days after 1970-01-01.
  private static func date(_ days: Int) -> (Int, Int, Int) {
    let (era, dayOfEra) = divide(days + 719_468, by: 146_097)
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (year + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
  }
}

/// When a pickup is asked for: a moment, or what the clocks at the pickup show.
public enum PickupTime: Hashable, Sendable {
  /// A moment.
  case instant(Instant)
  /// A date and a time of day without an offset, such as `2026-11-22T07:00:00`.
  case local(String)
}

extension PickupTime: TextValue {
  static var blank: PickupTime { .local("") }
  static var form: String { "a moment in RFC 3339, or a date and a time of day" }

  var text: String {
    switch self {
    case .instant(let instant): instant.description
    case .local(let text): text
    }
  }

  init?(text: String) { self = Instant(text).map { .instant($0) } ?? .local(text) }
}
