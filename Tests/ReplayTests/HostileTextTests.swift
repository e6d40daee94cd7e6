import JSON
import Replay
import Testing

@Suite struct HostileTextTests {
  /// Whether a text has a character that a terminal or a browser obeys, beside line feeds.
  private static func isPrintable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || !PrintableText.isUnprintable($0) }
  }

  @Test("The report under test has differences of each kind, all with hostile texts")
  func attacked() {
    let groups = Reports.attacked.groups
    #expect(groups.count >= 4)
    #expect(groups.contains { $0.shape.path.contains("<script>") })
    #expect(groups.contains { $0.element?.contains("<script>") == true })
    #expect(groups.contains { $0.examples.first?.expected?.contains("<script>") == true })
    #expect(groups.contains { $0.isOfWholeOutputs })
    #expect(Reports.attacked.rules.ignored.count == 1)
  }

  @Test("The text has no character that moves the cursor, sets a color or breaks a line")
  func text() {
    for line in TextReport(Reports.attacked, width: 4_000).lines {
      #expect(Self.isPrintable(line) && !line.contains("\n"))
    }
  }

  @Test("The page has no markup from outside")
  func page() {
    let page = HTMLReport(Reports.attacked, title: Reports.hostile).text
    #expect(Self.isPrintable(page))
    #expect(!page.contains("<script"))
    #expect(!page.contains("</td><" + "script"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;"))
    // Attributes hold nothing from outside.
    let classes = page.matches(of: /class="([^"]*)"/).map(\.1)
    #expect(classes.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " } })
  }

  @Test("The JUnit document is well formed, and has the texts as they are shown elsewhere")
  func junit() throws {
    let text = JUnitReport(Reports.attacked).text
    #expect(Self.isPrintable(text))
    let document = try JUnitDocument(text)
    #expect(document.names["script"] == nil)
    #expect(
      document.names.keys.sorted() == [
        "failure", "properties", "property", "testcase", "testsuite", "testsuites",
      ])
    #expect(document.attributes["classname"]?.contains { $0.contains("<script>") } == true)
  }

  @Test("The JSON is one printable line, and has the texts exactly")
  func json() throws {
    let text = JSONReport(Reports.attacked).text
    #expect(Self.isPrintable(String(decoding: text, as: UTF8.self)) && !text.contains(0x0A))
    let json = try JSONValue(parsing: text, limits: JSONLimits(bytes: 1 << 20, depth: 16))
    #expect(json["groups"]?[0]?["label"]?.string == Reports.hostile)
  }
}
