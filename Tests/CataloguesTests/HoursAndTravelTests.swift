import Catalogues
import Rides
import Testing

@Suite("Hours and travel in catalogue files") struct HoursAndTravelTests {
  /// The catalogue of 2014 with something before its policies.
  private static func decode(_ members: String) throws(CatalogueProblems) -> ServiceArea? {
    let text = (try? CatalogueFileTests.text("2014/chicago.json")) ?? ""
    let changed = text.replacing("\"policies\": {", with: "\(members)\n\"policies\": {")
    return try CatalogueFile.decode(Array(changed.utf8), name: "test").serviceAreas.first
  }

  private static func hours(_ spans: String) throws(CatalogueProblems) -> ServiceArea? {
    try decode("\"hours\": [\(spans)],")
  }

  private static func span(_ days: String, _ from: String, _ to: String) -> String {
    "{\"days\": [\(days)], \"from\": \(from), \"to\": \(to)}"
  }

  @Test("Hours are spans of days and times, which may pass midnight; without any it is always")
  func reads() throws {
    let spans =
      Self.span(#""monday", "sunday""#, #""05:00""#, #""26:30""#) + ","
      + Self.span(#""friday""#, #""00:00""#, #""24:00""#) + ","
      + Self.span(#""saturday""#, #""22:00""#, #""06:00""#) + ","
      + Self.span(#""tuesday""#, #""18:00""#, #""00:00""#)
    #expect(
      try Self.hours(spans)?.hours
        == OperatingHours(spans: [
          .init(days: [.monday, .sunday], fromMinute: 300, toMinute: 1_590),
          .init(days: [.friday], fromMinute: 0, toMinute: 1_440),
          .init(days: [.saturday], fromMinute: 1_320, toMinute: 1_800),
          .init(days: [.tuesday], fromMinute: 1_080, toMinute: 1_440),
        ]))
    let area = try #require(try Self.decode(""))
    #expect(area.hours == nil)
  }

  @Test("A span may name dates and holidays, which the file lists once, and exclude holidays")
  func holidays() throws {
    let text = try CatalogueFileTests.text("2014/chicago.json")
      .replacing("{\n  \"locales\"", with: "{\n  \(Self.listed),\n  \"locales\"")
      .replacing(
        "\"policies\": {",
        with: """
          "hours": [
            {"holidays": "all"}, {"holidays": ["newYear"], "from": "22:00", "to": "06:00"},
            {"days": ["monday"], "dates": ["2026-07-04/.."], "notOnHolidays": true},
            {"booked": "ahead"}
          ],
          "policies": {
          """)
    let area = try CatalogueFile.decode(Array(text.utf8), name: "test").serviceAreas.first
    let christmas = Holiday(
      name: "christmas", dates: ["12-25/12-26", "2026-12-24"].compactMap(DateRange.init))
    let newYear = Holiday(name: "newYear", dates: ["01-01"].compactMap(DateRange.init))
    #expect(
      area?.hours?.spans == [
        .init(holidays: [christmas, newYear]),
        .init(fromMinute: 1_320, toMinute: 1_800, holidays: [newYear]),
        .init(
          days: [.monday], dates: ["2026-07-04/.."].compactMap(DateRange.init),
          notOn: [christmas, newYear]), .init(booked: .ahead),
      ])
  }

  private static let listed =
    #""holidays": {"newYear": ["01-01"], "christmas": ["12-25/12-26", "2026-12-24"]}"#

  @Test(
    "A mistake in holidays or dates has its path",
    arguments: [
      (#"{"christmas": ["25-12"]}"#, "", "holidays.christmas[0]"),
      (#"{"christmas": []}"#, "", "holidays.christmas"),
      (#"{"christmas": ["25-12"]}"#, #"{"holidays": "all"}"#, "holidays.christmas[0]"),
      (#"{"christmas": "12-25"}"#, #"{"holidays": ["christmas"]}"#, "holidays.christmas"),
      (#"{"christmas": "12-25"}"#, "", "holidays.christmas"),
      ("[]", "", "holidays"),
      (#"{"newYear": ["01-01"]}"#, #"{"holidays": ["newyear"]}"#, "hours[0].holidays[0]"),
      (#"{"newYear": ["01-01"]}"#, #"{"dates": ["2026-13-01"]}"#, "hours[0].dates[0]"),
      (#"{"newYear": ["01-01"]}"#, #"{"dates": []}"#, "hours[0].dates"),
      (#"{"newYear": ["01-01"]}"#, "{}", "hours[0]"),
      ("null", #"{"from": "22:00", "notOnHolidays": true}"#, "hours[0].notOnHolidays"),
      ("null", #"{"holidays": "all"}"#, "hours[0].holidays"),
      (#"{"newYear": ["01-01"]}"#, #"{"holidays": []}"#, "hours[0].holidays"),
      (
        #"{"newYear": ["01-01"]}"#, #"{"holidays": "all", "notOnHolidays": true}"#, "hours[0]"
      ),
      ("null", #"{"days": ["monday"], "dates": ["2026-07-04"]}"#, "hours[0]"),
      ("null", #"{"booked": "later"}"#, "hours[0].booked"),
      ("null", #"{"booked": true}"#, "hours[0].booked"),
    ])
  func holidayMistakes(holidays: String, span: String, path: String) throws {
    let text = try CatalogueFileTests.text("2014/chicago.json")
      .replacing("{\n  \"locales\"", with: "{\n  \"holidays\": \(holidays),\n  \"locales\"")
      .replacing(
        "\"policies\": {",
        with: span.isEmpty ? "\"policies\": {" : "\"hours\": [\(span)], \"policies\": {")
    let problems = try CatalogueFileTests.problems(text)
    #expect(
      problems.mistakes.map(\.path) == [path.hasPrefix("hours") ? "serviceAreas[0].\(path)" : path])
  }

  @Test(
    "What is wrong with a date is said: its form, a day that there is not, or the order of two",
    arguments: [
      ("02-30", "a day that the calendar has"), ("2026-02-29", "a day that the calendar has"),
      ("2026-13-01/..", "a day that the calendar has"),
      ("2026-07-10/2026-07-04", "a first date that is not after the last one"),
      ("2026-07-04/12-25", "two dates with a year, or two without"),
      ("12-24/..", "two dates with a year, or two without"),
      (
        "tomorrow",
        #"a date such as "2026-07-04" or "12-25", or two with a slash between"#
      ),
    ])
  func dates(date: String, expected: String) throws {
    let text = try CatalogueFileTests.text("2014/chicago.json")
      .replacing(
        "\"policies\": {", with: "\"hours\": [{ \"dates\": [\"\(date)\"] }], \"policies\": {")
    #expect(
      try CatalogueFileTests.problems(text).mistakes.map(\.message) == [
        "expected \(expected), came the string \"\(date)\""
      ])
  }

  @Test(
    "A mistake in hours has its path",
    arguments: [
      ("", ""), ("7", "[0]"), (span("", #""05:00""#, #""06:00""#), "[0].days"),
      (span(#""mon""#, #""05:00""#, #""06:00""#), "[0].days[0]"),
      (span(#""monday", "monday""#, #""05:00""#, #""06:00""#), "[0].days[1]"),
      (span(#""monday""#, "5", #""06:00""#), "[0].from"),
      (span(#""monday""#, #""5:00""#, #""06:00""#), "[0].from"),
      (span(#""monday""#, #""05:60""#, #""07:00""#), "[0].from"),
      (span(#""monday""#, #""24:00""#, #""25:00""#), "[0].from"),
      (span(#""monday""#, #""05-00""#, #""07:00""#), "[0].from"),
      (span(#""monday""#, #""-5:00""#, #""07:00""#), "[0].from"),
      (span(#""monday""#, #""05:00""#, #""05:00""#), "[0].to"),
      (span(#""monday""#, #""05:00""#, #""29:01""#), "[0].to"),
      (span(#""monday""#, #""05:00""#, #""é1:00""#), "[0].to"),
    ])
  func mistakes(spans: String, path: String) throws {
    let problems = #expect(throws: CatalogueProblems.self) { try Self.hours(spans) }
    #expect(problems?.mistakes.first?.path == "serviceAreas[0].hours\(path)")
  }

  @Test(
    "A mistake in travel has its path",
    arguments: [
      (#""fixedSeconds": 90"#, #""fixedSeconds": -1"#, "fixedSeconds"),
      (#""fixedSeconds": 90"#, #""fixedSeconds": "90""#, "fixedSeconds"),
      ("6.7, 7.0, 7.3,", "6.7, 7.0,", "metresPerSecondByHour"),
      ("6.7, 7.0, 7.3,", "6.7, 0, 7.3,", "metresPerSecondByHour[1]"),
      ("6.7, 7.0, 7.3,", "6.7, null, 7.3,", "metresPerSecondByHour[1]"),
      (#""timesFaster": 3"#, #""timesFaster": 0"#, "fastRoads.timesFaster"),
      (#""beyondMetres": 3000, "#, "", "fastRoads.beyondMetres"),
      (#""beyondMetres""#, #""aboveMetres""#, "fastRoads.aboveMetres"),
    ])
  func travel(piece: String, replacement: String, path: String) throws {
    let text = try CatalogueFileTests.text("2014/chicago.json")
    #expect(text.contains(piece))
    let problems = try CatalogueFileTests.problems(text.replacing(piece, with: replacement))
    #expect(problems.mistakes.map(\.path).first == "serviceAreas[0].travel.\(path)")
  }
}
