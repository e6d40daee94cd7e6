import Fleet
import Foundation
import JSON
import Testing

@testable import Tool

@Suite("livery quote") struct QuoteCommandTests {
  private static let catalogue = TripComparisonTests.root
    .appending(path: "../../deploy/catalogues/chicago.json").standardized.path
  private static let loop = "41.8796,-87.6237"
  private static let airport = "41.9786,-87.9047"

  private static func run(_ arguments: String...) -> (code: Int32, output: String, error: String) {
    let written = Written()
    let code = LiveryTool.run(
      ["quote"] + arguments, written.context(environment: ["LIVERY_CATALOGUE": catalogue]))
    return (code.rawValue, written.output, written.error)
  }

  @Test("Every option has its price, its tiers and its lines, and a meter its estimate")
  func table() {
    let (code, output, _) = Self.run(Self.loop, Self.airport, "--at", "2026-11-21T16:00:00Z")
    #expect(code == 0)
    for part in [
      "chicago at 2026-11-21T10:00:00-06:00 (America/Chicago): ", "compact     Compact",
      "2-3 people: ", "Airport fee",
      "SUV surcharge", "taxi        Taxi  about ", "by the meter",
    ] {
      #expect(output.contains(part), "\(part) in \(output)")
    }
  }

  @Test("A party has one price for each option that carries it")
  func party() {
    let (code, output, _) = Self.run(Self.loop, Self.airport, "--party", "3", "--locale", "es_US")
    #expect(code == 0)
    #expect(output.contains("2-3 personas: ") && !output.contains("4+ personas: "))
    #expect(!output.contains("compact"))
  }

  @Test("One product can be asked for, and a price without a drop-off only of a meter")
  func product() {
    let suv = Self.run(Self.loop, Self.airport, "--product", "suv")
    #expect(suv.code == 0 && !suv.output.contains("sedan") && suv.output.contains("4+ people"))
    let taxi = Self.run(Self.loop)
    #expect(taxi.code == 0 && taxi.output.contains("taxi  Taxi  by the meter"))
    let sedan = Self.run(Self.loop, "--product", "sedan")
    #expect(sedan.code == 1 && sedan.error.contains("notAvailableHere"))
    let bus = Self.run(Self.loop, Self.airport, "--product", "bus")
    #expect(bus.code == 1 && bus.error.contains("unknownOption"))
  }

  @Test("Extras come on top of a price and of what a meter would show")
  func extras() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let names = #"{ "en_US": "Bag", "es_US": "Maleta" }"#
    try String(contentsOfFile: Self.catalogue, encoding: .utf8).replacing(
      #""fareTitles": {"#,
      with: #""extras": [{ "key": "bag", "names": \#(names), "price": "1.00", "atMost": 4 }], "#
        + #""fareTitles": {"#
    ).write(to: file, atomically: true, encoding: .utf8)
    func run(_ more: String...) -> (code: Int32, lines: [Substring], error: String) {
      let written = Written()
      let code = LiveryTool.run(
        ["quote", Self.loop, Self.airport, "--catalogue", file.path] + more, written.context)
      return (code.rawValue, written.output.split(separator: "\n"), written.error)
    }
    let (code, lines, _) = run("--extra", "bag=3")
    #expect(code == 0)
    for product in ["compact", "taxi"] {
      let lines = lines.drop { !$0.hasPrefix(product) }.dropFirst().prefix { $0.hasPrefix(" ") }
      #expect(lines.last?.hasSuffix("3.00  3 × Bag") == true, "\(lines)")
    }
    #expect(!lines.contains { $0.hasPrefix("suv") })
    let suv = run("--extra", "bag", "--product", "suv", "--party", "2")
    #expect(suv.code == 0 && suv.lines.last?.hasSuffix("1.00  Bag") == true)
    #expect(run("--extra", "bag=5").error.contains("aboveCapacity: expected at most 4 of bag"))
    let unknown = run("--extra", "sled", "--product", "taxi")
    #expect(unknown.code == 1 && unknown.error.contains("unknownOption: expected one of bag"))
    let wrong = run("--extra", "bag=two")
    #expect(wrong.code == 64 && wrong.error.contains("--extra: expected KEY or KEY=N"))
  }

  @Test("A ride that is booked ahead has the prices of its booking")
  func ahead() {
    let places = ["1.3244,103.9300", "1.4360,103.7860", "--product", "booked"]
    let singapore = TripComparisonTests.root
      .appending(path: "../../deploy/catalogues/cities/singapore.json").standardized.path
    for (options, line) in [([], "2.50  Booking"), (["--ahead"], "8.00  Advance booking")] {
      let written = Written()
      let code = LiveryTool.run(
        ["quote", "--catalogue", singapore, "--at", "2023-09-13T06:00:00Z"] + places + options,
        written.context)
      #expect(code == .success && written.output.contains(line), "\(written.output)")
      #expect(!written.output.contains(options.isEmpty ? "8.00  Adv" : "2.50  Booking"))
    }
  }

  @Test("Where rides are for now only, one that is booked ahead is refused as its booking")
  func aheadRefused() {
    let vienna = TripComparisonTests.root
      .appending(path: "../../deploy/catalogues/cities/vienna.json").standardized.path
    let places = ["48.2082,16.3738", "48.1850,16.3100"]
    for (options, code) in [([], ExitCode.success), (["--ahead"], .failure)] {
      let written = Written()
      #expect(
        LiveryTool.run(["quote", "--catalogue", vienna] + places + options, written.context)
          == code)
      #expect(
        code == .success
          || written.error.contains("tooFarAhead: rides can be booked for now only"))
    }
  }

  @Test("All mistakes of a table of fares come at once")
  func fareMistakes() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let row = "a,taxi,2024-01-10T10:00,41.88 -87.62,41.97 -87.9"
    try """
    trip,product,time,pickup,dropoff,metres,seconds,slow_seconds,party,fare
    a,taxi
    \(row),800,180,181,,5.00
    \(row),800,180,180,,5.00
    \(row),800,180,0,two,5.00
    """.write(to: file, atomically: true, encoding: .utf8)
    let (code, _, error) = Self.run("--fares", file.path)
    #expect(code == 65)
    for line in [
      "line 2: expected 10 cells, got 2", "line 3: slow_seconds: expected at most the seconds",
      "line 5: party: expected a whole number",
    ] { #expect(error.contains(line), "\(error)") }
    #expect(!error.contains("line 4"))
  }

  @Test("As JSON it has the options as on the wire and the estimate of a meter")
  func json() throws {
    let (code, output, _) = Self.run(Self.loop, Self.airport, "--json", "--product", "taxi")
    #expect(code == 0)
    let fields = try JSONFields(
      parsing: Array(output.utf8), limits: JSONLimits(bytes: 65_536, depth: 16))
    #expect(try fields.string("area", atMost: 100) == "chicago")
    #expect(try fields.string("localTime", atMost: 100)?.hasSuffix(":00") == true)
    #expect(try fields.string("timeZone", atMost: 100) == "America/Chicago")
    #expect(
      output.contains("\"usesMeteredFare\":true") && output.contains("\"estimate\":{\"price\":"))
  }

  @Test("Another hour is another time, and for a price with minutes another price")
  func hour() {
    let night = Self.run(Self.loop, Self.airport, "--at", "2026-11-21T11:00:00Z")
    let rush = Self.run(Self.loop, Self.airport, "--at", "2026-11-20T23:00:00Z")
    let prices = [night, rush].map { run in
      run.output.split(separator: "\n").first { $0.hasPrefix("sedan") }.map(String.init)
    }
    #expect(prices[0] != nil && prices[0] != prices[1])
  }

  @Test(
    "A wrong command line is refused with exit code 64",
    arguments: [
      [], ["41.88"], ["41.88,"], ["41.88,-87.63,1"], ["91,0"], ["nan,0"], ["a,b"],
      [loop, "north"], [loop, airport, loop], [loop, "--at", "noon"], [loop, "--party", "0"],
      [loop, "--party", "10001"], ["--trips", "x.csv", loop],
      ["--trips", "x.csv", "--clock", "sun"],
    ])
  func usage(arguments: [String]) {
    let written = Written()
    let code = LiveryTool.run(
      ["quote"] + arguments, written.context(environment: ["LIVERY_CATALOGUE": Self.catalogue]))
    #expect(code == .usage && written.error.hasPrefix("livery: "), "\(written.error)")
  }

  @Test("A place in the south or west needs no dashes before it")
  func south() {
    let (code, _, error) = Self.run("-33.87,151.21", "-33.9,151.2")
    #expect(code == 1 && error.contains("outsideServiceArea"))
    #expect(error.contains("(pickup -33.87000, 151.21000, drop-off -33.90000, 151.20000)"))
  }

  @Test("A place that is not served is named, the pickup or the drop-off")
  func outside() {
    let away = "0,151.2"
    let dropOff = Self.run(Self.loop, away)
    #expect(dropOff.code == 1)
    #expect(
      dropOff.error.contains(
        "outsideServiceArea: no service area contains this place (drop-off 0.00000, 151.20000)"))
    let pickup = Self.run(away, Self.loop)
    #expect(pickup.error.contains("this place (pickup 0.00000, 151.20000)"))
  }

  @Test("Trips give figures, for a person and as JSON")
  func trips() throws {
    let arguments = [
      "--trips", TripComparisonTests.sample, "--catalogue", TripComparisonTests.catalogue,
    ]
    let written = Written()
    #expect(LiveryTool.run(["quote"] + arguments, written.context) == .success)
    #expect(written.output.contains("rows     400\n") && written.output.contains("\n  fare "))
    let json = Written()
    #expect(LiveryTool.run(["quote"] + arguments + ["--json"], json.context) == .success)
    let fields = try JSONFields(
      parsing: Array(json.output.utf8), limits: JSONLimits(bytes: 65_536, depth: 16))
    let fare = try #require(try fields.object("fare"))
    #expect(try #require(try fare.number("medianAbsoluteErrorPercent")) <= 20)
  }

  @Test("Files that give no figures are refused with exit code 65")
  func noTrips() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(Self.run("--trips", file.path).code == 65)
    try "fare\n1\n".write(to: file, atomically: true, encoding: .utf8)
    #expect(Self.run("--trips", file.path).error.contains("line 1: expected a heading"))
    let sample = try String(contentsOfFile: TripComparisonTests.sample, encoding: .utf8)
    let heading = try #require(sample.split(separator: "\n").first)
    try "\(heading)\nx\n".write(to: file, atomically: true, encoding: .utf8)
    let refused = Self.run("--trips", file.path)
    #expect(refused.code == 65 && refused.error.contains("line 2: expected 10 cells, got 1"))
  }
}
