import JSON
import Rides

/// Reads when something holds, with the holidays of its file.
struct HoursReader {
  let holidays: [Holiday]

  /// An array of objects with `days`, `from` and `to`, `dates`, `holidays`, `notOnHolidays` and
  /// `booked`.
  func hours(_ node: Node) -> OperatingHours {
    let spans = node.array.map(span)
    // Without one that cannot be read the others would have other numbers.
    return OperatingHours(spans: spans.contains(nil) ? [] : spans.compactMap(\.self))
  }

  /// Nil when a part cannot be read, which is reported.
  private func span(_ node: Node) -> OperatingHours.Span? {
    let fields = node.fields(
      "days", "from", "to", "dates", "holidays", "notOnHolidays", "booked")
    let days = fields("days").ifPresent?.array.map { $0.choice(Weekday.self, standIn: .monday) }
    let from = fields("from").ifPresent.map(\.minutes) ?? 0
    let to = fields("to").ifPresent.map(\.minutes) ?? 1_440
    let dates = fields("dates").ifPresent?.dates ?? []
    let named = fields("holidays").ifPresent.map(named) ?? []
    let isNotOnHolidays = fields("notOnHolidays").ifPresent?.boolean ?? false
    if fields.values.allSatisfy(\.isAbsent) {
      node.report(
        "expected days, dates, holidays, booked or a time of day; without hours it is always")
    }
    if isNotOnHolidays, holidays.isEmpty {
      fields("notOnHolidays").report("expected holidays in this file, there are none")
    }
    guard let from, let to else { return nil }
    // Hours that end before they start end the next day.
    return OperatingHours.Span(
      days: days ?? Weekday.allCases, fromMinute: from, toMinute: to < from ? to + 1_440 : to,
      dates: dates, holidays: named, notOn: isNotOnHolidays ? holidays : [],
      booked: fields("booked").ifPresent?.choice(OperatingHours.Booked.self, standIn: .now))
  }

  /// Holidays by their names, or `"all"` of them.
  private func named(_ list: Node) -> [Holiday] {
    if list.value == .string("all") {
      if holidays.isEmpty { list.report("expected holidays in this file, there are none") }
      return holidays
    }
    return list.restriction.compactMap { node in
      let name = node.string
      if let holiday = holidays.first(where: { $0.name == name }) { return holiday }
      let names = holidays.map(\.name).joined(separator: ", ")
      return node.wrong(
        expected: names.isEmpty ? "no name, as the file has no holidays" : "one of \(names)",
        standIn: nil)
    }
  }
}

extension Node {
  /// The holidays of a file: an array of dates by name.
  var holidays: [Holiday] {
    guard case .object(let object) = value else {
      return wrong(expected: "an object of dates by name", standIn: [])
    }
    return object.sorted { $0.key < $1.key }.map { name, dates in
      Holiday(name: name, dates: Node(value: dates, path: path(to: name), list: list).dates)
    }
  }

  /// Dates, of which one that cannot be read is reported, and is some day: else hours with it would
  /// be said never to hold.
  fileprivate var dates: [DateRange] {
    let (nodes, someDay) = (array, [DateRange("01-01")].compactMap(\.self))
    if case .array = value, nodes.isEmpty { report("expected at least one date") }
    if nodes.isEmpty { return someDay }
    return nodes.flatMap { node in
      let text = node.string
      if let range = DateRange(text) { return [range] }
      guard case .string = node.value else { return someDay }
      return node.wrong(expected: Self.dates(insteadOf: text), standIn: someDay)
    }
  }

  /// What is expected in the place of a text that is no date and no two of them.
  private static func dates(insteadOf text: String) -> String {
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let areDates = ends.map { end in
      end == ".."
        || [5, 10].contains(end.utf8.count) && end.utf8.suffix(3).first == 0x2D
          && end.utf8.allSatisfy { 0x2D...0x39 ~= $0 }
    }
    guard ends.count <= 2, !areDates.contains(false), ends != [".."] else {
      return "a date such as \"2026-07-04\" or \"12-25\", or two with a slash between"
    }
    guard ends.allSatisfy({ $0 == ".." || DateRange($0) != nil }) else {
      return "a day that the calendar has"
    }
    return Set(ends.map(\.utf8.count)) == [10]
      ? "a first date that is not after the last one" : "two dates with a year, or two without"
  }

  /// The minutes after midnight of `"05:00"`; nil when it is none, which is reported.
  fileprivate var minutes: Int? {
    guard case .string(let text) = value else {
      return wrong(expected: "a time of day as a string, such as \"05:00\"", standIn: nil)
    }
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }.map { Int($0) - 48 }
    let isForm = text.utf8.count == 5 && Array(text.utf8)[2] == UInt8(ascii: ":")
    guard isForm, digits.count == 4, digits.allSatisfy((0...9).contains), digits[2] < 6 else {
      report("expected a time of day such as \"05:00\", came \"\(text)\"")
      return nil
    }
    return (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
  }
}
