import Foundation
import FoundationXML
import JSON
import Replay
import Testing

@Suite struct ReportTests {
  @Test("The text begins with the groups, the largest first, and with the range of their values")
  func groups() {
    let lines = TextReport(Reports.differing, width: 160).lines
    #expect(
      lines.prefix(19) == [
        "The replay differs in 6 of 16 outputs.",
        "  response: 3 equal, 4 different",
        "  event: 2 equal, 1 different, 1 missing",
        "  payment: 2 equal",
        "  dead letter: 1 equal",
        "  books: 2 equal",
        "  In money: the revenue is the same.",
        "",
        "Differences by shape",
        "  4 x rideOptions[].priceRange.maximumPrice SUV changed by +1.00 to +4.00,"
          + " such as 49.75 -> 50.75, 49.75 -> 51.75, 49.75 -> 52.75",
        "      price, response list-ride-options.handle.response",
        "  4 x rideOptions[].priceRange.minimumPrice SUV 41.75 -> 43.90",
        "      price, response list-ride-options.handle.response",
        "  1 x event livery.ride.status-changed.v1 missing",
        "      missing, event livery.ride.status-changed.v1",
        "  1 x data.phase confirmed -> received",
        "      phase, event livery.ride.status-changed.v1",
        "",
        "Differences one by one",
      ])
  }

  @Test("A tariff that differs for riders of two languages is one group")
  func languages() {
    func lists(_ price: String) -> [ReplayOutput] {
      ["SUV", "Camioneta"].map { name in
        var list = Outputs().list.replacing("49.75", with: price)
          .replacing(#""name":"SUV""#, with: #""name":"\#(name)""#)
        list.key = name
        return list
      }
    }
    let groups = Comparison.report(lists("49.75"), lists("52.25")).groups
    #expect(groups.map(\.count) == [2])
    #expect(groups.first?.element == "SUV")
  }

  @Test("What differs of the books is summed up as revenue")
  func money() {
    func books(_ fare: Int) -> ReplayOutput {
      let sums = #""accounts":{"fareRevenue:USD":\#(-fare),"gatewayClearing:USD":\#(fare)},"#
      return Outputs().books(0).replacing(#""declinedBy":["veh-1"],"#, with: sums)
    }
    let lines = TextReport(Comparison.report([books(1_500)], [books(1_575)])).lines
    #expect(lines.contains("  In money: the revenue changes by +0.75 USD in 1 ride."))
  }

  @Test("The text shows differences one by one, below each other")
  func samples() {
    let lines = TextReport(Reports.differing).lines
    let start = lines.firstIndex(of: "Differences one by one") ?? 0
    #expect(
      lines[start...].prefix(7).dropFirst() == [
        "  response 100, list-ride-options.handle.response: different, caused by message 1",
        "    rideOptions[].priceRange.maximumPrice SUV",
        "    - 49.75",
        "    + 50.75",
        "    rideOptions[].priceRange.minimumPrice SUV",
        "    - 41.75",
      ])
    #expect(lines.contains("  Not shown: 1 differing output."))
  }

  @Test("The text shows noise with its share, and each rule with its uses")
  func rules() {
    let lines = TextReport(Reports.differing).lines
    #expect(
      lines.contains {
        $0.hasPrefix(
          "  4 x rideOptions[].disclaimerMessage in 80.0% of outputs, known from 100.0% (wording,")
      })
    #expect(lines.contains("  times at most 1.5 s apart (not used)"))
    #expect(
      lines.contains { $0.hasSuffix("rules of every replay not used; the other reports list them") }
    )
    #expect(lines.contains("  noise: 1 shape (used 4 times)"))
  }

  @Test("The text of an equal replay says so, and counts the rules that nothing needed")
  func equal() {
    let lines = TextReport(Reports.equal).lines
    #expect(lines.first == "The replay equals what was expected.")
    #expect(!lines.contains("Differences by shape"))
    #expect(
      lines.contains { $0.hasSuffix("rules of every replay not used; the other reports list them") }
    )
  }

  @Test("Long values are shown from shortly before the first difference")
  func longValues() {
    let start = String(repeating: "x", count: 100)
    let report = Comparison.report(
      [.response("{\"a\":\"\(start)old\"}")], [.response("{\"a\":\"\(start)new\"}")])
    let shown = "…" + String(repeating: "x", count: 24)
    #expect(TextReport(report).lines.contains("    - \(shown)old"))
    #expect(TextReport(report).lines.contains("    + \(shown)new"))
  }

  @Test(
    "Only colors differ from the plain text, and no line is wider than asked", arguments: [20, 80])
  func colors(_ width: Int) {
    for report in [Reports.differing, Reports.attacked] {
      let plain = TextReport(report, width: width).lines
      let colored = TextReport(report, isColored: true, width: width).lines
      #expect(plain != colored)
      #expect(colored.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") } == plain)
      #expect(plain.allSatisfy { $0.unicodeScalars.count <= width })
    }
  }

  @Test("The JSON has what the report has")
  func json() throws {
    let json = try JSONValue(
      parsing: JSONReport(Reports.differing).text, limits: JSONLimits(bytes: 1 << 20, depth: 16))
    #expect(json["isEqual"] == .bool(false))
    #expect(json["counts"]?["different"]?.integer == 5)
    #expect(json["counts"]?["missing"]?.integer == 1)
    let group = json["groups"]?[1]
    #expect(
      group?["summary"]?.string == "4 x rideOptions[].priceRange.minimumPrice SUV 41.75 -> 43.90")
    #expect(group?["class"]?.string == "price")
    #expect(json["groups"]?[0]?["greatestChange"]?.string == "4.00")
    #expect(json["samples"]?.array?.count == 5)
    #expect(json["noise"]?[0]?["share"]?.number == 0.8)
    #expect(json["types"]?.array?.count == 6)
    #expect(json["rules"]?.array?.isEmpty == false)
  }

  @Test("The page is complete, and loads nothing")
  func page() {
    let page = HTMLReport(Reports.differing, title: "a.jsonl").text
    #expect(!page.contains("<script"))
    #expect(page.matches(of: /(?:src|href|url)\s*[=(]/).isEmpty)
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("prefers-color-scheme:dark"))
    #expect(page.contains("<code>rideOptions[].priceRange.minimumPrice SUV</code>"))
    #expect(page.contains("<span class=\"was\">41.75</span><span class=\"now\">43.90</span>"))
    #expect(page.contains("times at most 1.5 s apart"))
    #expect(HTMLReport(Reports.equal, title: "a").text.contains("<body class=\"equals\">"))
  }

  @Test("Each group of the page can be chosen, and shows its outputs")
  func filters() {
    let page = HTMLReport(Reports.differing, title: "a.jsonl").text
    for place in Reports.differing.groups.indices {
      #expect(page.contains("id=\"f\(place)\"") && page.contains("for=\"f\(place)\""))
      #expect(page.contains("body:has(#f\(place):checked) article:not(.g\(place)){display:none}"))
      let articles = page.matches(of: /<article class="([^"]*)">/)
      #expect(articles.contains { $0.1.split(separator: " ").contains("g\(place)") })
    }
  }

  @Test("The JUnit document has a test case for each kind and each group")
  func junit() throws {
    let suite = try JUnitDocument(JUnitReport(Reports.differing).text)
    #expect(suite.names["testcase"] == 1 + 5 + 4 + 1)
    #expect(suite.names["failure"] == 1 + 2 + 4)
    #expect(suite.attributes["tests"] == ["11", "11"])
    #expect(suite.attributes["failures"] == ["7", "7"])
    #expect(
      suite.attributes["message"]?.contains(
        "4 x rideOptions[].priceRange.minimumPrice SUV 41.75 -> 43.90") == true)
    let equal = try JUnitDocument(JUnitReport(Reports.equal).text)
    #expect(equal.names["testcase"] == 6)
    #expect(equal.names["failure"] == nil)
  }
}
