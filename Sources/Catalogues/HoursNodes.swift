import JSON
import Rides

extension Node {
  /// Hours from an array of objects with `days`, `from` and `to`, such as `"05:00"` to `"26:00"`.
  var operatingHours: OperatingHours {
    let spans = array.map(\.hoursSpan)
    // Without one that cannot be read the others would have other numbers.
    return OperatingHours(spans: spans.contains(nil) ? [] : spans.compactMap(\.self))
  }

  /// Nil when a part cannot be read, which is noted.
  private var hoursSpan: OperatingHours.Span? {
    let fields = fields("days", "from", "to")
    let days = fields("days").array.map { $0.choice(Weekday.self, standIn: .monday) }
    let from = fields("from").minutes
    let to = fields("to").minutes
    guard let from, let to else { return nil }
    return OperatingHours.Span(days: days, fromMinute: from, toMinute: to)
  }

  /// The minutes after midnight of `"05:00"`; nil when it is none, which is noted.
  private var minutes: Int? {
    guard case .string(let text) = value else {
      return wrong(expected: "a time of day as a string, such as \"05:00\"", standIn: nil)
    }
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }.map { Int($0) - 48 }
    let isForm = text.utf8.count == 5 && Array(text.utf8)[2] == UInt8(ascii: ":")
    guard isForm, digits.count == 4, digits.allSatisfy((0...9).contains), digits[2] < 6 else {
      note("expected a time of day such as \"05:00\", came \"\(text)\"")
      return nil
    }
    return (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
  }
}
