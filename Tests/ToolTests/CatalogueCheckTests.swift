import Fleet
import Foundation
import Rides
import Testing

@testable import Tool

@Suite("livery catalogue check") struct CatalogueCheckTests {
  private static let chicago = TripComparisonTests.root
    .appending(path: "../../deploy/catalogues/chicago.json").standardized.path

  private static func check(
    _ path: String, at time: Instant? = nil
  ) -> (code: Int32, output: String, error: String) {
    let written = Written()
    var context = written.context
    if let time { context.clock = { time } }
    let code = LiveryTool.run(["catalogue", "check", path], context)
    return (code.rawValue, written.output, written.error)
  }

  /// What is said of Chicago.
  private static let summary = """
    locales: en_US (default), es_US
    area chicago: USD, America/Chicago, at all hours
      zones: loop, midway, museum-campus, ohare, ohare-airfield
      product compact: Compact, carries 1, fixed price, late cancellation 5.00, missed pickup 5.00
        at all times: Base 3.00, Distance 1.60 for each mile, Time 0.25 for each minute, \
    Minimum fare 6.00
      product sedan: Sedan, carries 4, fixed price, late cancellation 5.00, missed pickup 5.00
        at all times: Base 4.00, Distance 1.95 for each mile, Time 0.30 for each minute, \
    Minimum fare 7.50
      product suv: SUV, carries 6, 3 party-size tiers, late cancellation 8.00, \
    missed pickup 8.00
        at all times: Base 5.00, Distance 2.10 for each mile, Time 0.35 for each minute, \
    Minimum fare 12.00, SUV surcharge 3.00, Waiting at the pickup 0.40 for each minute after 5
      product taxi: Taxi, carries 4, metered, accepted by drivers, late cancellation \
    4.00, missed pickup 4.00
        at all times: Base 3.25, Distance 2.25 for each mile, Time 0.333333 for each minute
      product accessible: Accessible Van, carries 5, fixed price, late cancellation \
    5.00, missed pickup 5.00
        at all times: Base 4.00, Distance 1.95 for each mile, Time 0.30 for each minute, \
    Minimum fare 7.50
      product cargo: Cargo Van, carries 2, fixed price, accepted by drivers, monday to \
    saturday 06:00-22:00, late cancellation 10.00, missed pickup 10.00
        at all times: Base 15.00, Distance 2.40 for each mile, Time 0.45 for each minute, \
    Minimum fare 30.00, Waiting at the pickup 0.40 for each minute after 5
      charge airport-fee: Airport fee, 4.00, pickup or drop-off in ohare, midway
      toll skyway: Chicago Skyway toll, at most 7.20
      special pricing rush-hour: Rush hour in the Loop, times 1.25, pickup in loop, for \
    compact, sedan, suv, monday to friday 16:00-19:00
      special pricing last-call: Busy after midnight, times 1.50, pickup in loop, for \
    compact, sedan, suv, saturday, sunday 01:00-05:00
      discount museum-campus: Museum Campus weekend, 10 %, pickup in museum-campus, for \
    compact, sedan, suv, saturday, sunday 09:00-18:00, borne by Museum Campus
      book in app: example.livery.choose-dock, pickup in ohare, midway, for cargo
      restricted: ohare-airfield

    """

  @Test("A good catalogue is shown with its zones, rates, hours, charges, prices and discounts")
  func summary() {
    let (code, output, error) = Self.check(Self.chicago)
    #expect(code == 0 && error == "")
    #expect(output == Self.summary)
  }

  @Test("A catalogue is shown with its holidays, periods, shares and fixed fares, without warnings")
  func show() throws {
    let folder = TripComparisonTests.root.appending(path: "../../deploy/catalogues/cities")
      .standardized.path
    for (city, parts) in [
      (
        "singapore",
        [
          "\nholiday deepavali: 2023-11-12/2023-11-13\n",
          "charge late: Late night, 50 % of the fare, everywhere, for taxi, booked, every day "
            + "00:00-06:00, kept by the operator\n",
          "charge booking-ahead: Advance booking, 8.00, everywhere, for booked, every day "
            + "00:00-24:00, booked ahead, kept by the operator\n",
        ]
      ),
      ("new_york", ["fixed fare jfk"]), ("vienna", ["    period: everywhere, "]),
    ] {
      let written = Written()
      let code = LiveryTool.run(["catalogue", "show", "\(folder)/\(city).json"], written.context)
      #expect(code == .success && written.error == "")
      for part in parts { #expect(written.output.contains(part), "\(part) in \(written.output)") }
      let (_, output, _) = Self.check("\(folder)/\(city).json")
      #expect(output == written.output)
    }
    let written = Written()
    #expect(LiveryTool.run(["catalogue", "show", "/nowhere"], written.context) == .data)
  }

  @Test(
    "The catalogues of cities have no warnings in the year that they are for",
    arguments: [
      ("chicago", 2024), ("london", 2019), ("new_york", 2025), ("san_juan", 2024),
      ("singapore", 2023), ("tokyo", 2024), ("vienna", 2024),
    ])
  func cities(name: String, year: Int) throws {
    let path = TripComparisonTests.root.appending(
      path: "../../deploy/catalogues/cities/\(name).json"
    )
    .standardized.path
    let time = try #require(Instant(rfc3339: "\(year)-01-01T12:00:00Z"))
    let (code, _, error) = Self.check(path, at: time)
    #expect(code == 0 && error == "")
    // A feast that moves needs a date of this year.
    let past = try #require(Instant(rfc3339: "2030-01-01T12:00:00Z"))
    let hasFeasts = ["london", "new_york", "singapore", "vienna"].contains(name)
    #expect(Self.check(path, at: past).error.contains("dates are past") == hasFeasts)
  }

  @Test("Hours show whose day they end on, and prices when they apply")
  func hours() throws {
    let text = try String(contentsOfFile: Self.chicago, encoding: .utf8)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let hours = #"["saturday", "sunday"], "from": "01:00", "to": "05:00""#
    try text.replacing(hours, with: #"["saturday", "friday"], "from": "22:00", "to": "06:00""#)
      .replacing(#""percent": "10""#, with: #""amount": "2.50""#)
      .replacing(#""side": "either","#, with: #""side": "pickup","#)
      .write(to: file, atomically: true, encoding: .utf8)
    let (code, output, error) = Self.check(file.path)
    #expect(code == 0 && error == "")
    for part in [
      "suv, friday, saturday 22:00-06:00 the next day\n", "weekend, 2.50, pickup in museum",
      "4.00, pickup in ohare, midway\n",
    ] {
      #expect(output.contains(part), "\(part) in \(output)")
    }
  }

  @Test("What has no effect is warned of, and the catalogue can be used")
  func warnings() throws {
    let text = try String(contentsOfFile: Self.chicago, encoding: .utf8)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let zones = #""zones": ["ohare", "midway"]"#
    try text.replacing(zones, with: #""zones": ["ohare", "ohare"]"#, maxReplacements: 1)
      .write(to: file, atomically: true, encoding: .utf8)
    let (code, output, error) = Self.check(file.path)
    #expect(code == 0 && output.contains("in ohare, ohare\n"), "\(output)")
    #expect(
      error.contains(
        "livery: warning: serviceAreas[0].charges[0].zones[1]: it has no effect, since all of it "
          + "lies in zones[0]\n"), "\(error)")
  }
}
