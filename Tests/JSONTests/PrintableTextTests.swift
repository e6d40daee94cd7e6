import JSON
import Testing

@Suite struct PrintableTextTests {
  static let cases: [(text: String, shown: String)] = [
    ("Zoë's 🚕, 5 €", "Zoë's 🚕, 5 €"), ("", ""), ("a\\u001bb", "a\\u001bb"),
    ("a\nb\tc\r", "a\\u000ab\\u0009c\\u000d"), ("\u{0}\u{1B}[31mred", "\\u0000\\u001b[31mred"),
    ("\u{7F}\u{80}\u{9B}31m\u{9F}\u{A0}", "\\u007f\\u0080\\u009b31m\\u009f\u{A0}"),
    ("\u{61B}\u{61C}", "\u{61B}\\u061c"), ("\u{200D}\u{200E}\u{200F}", "\u{200D}\\u200e\\u200f"),
    ("\u{2027}\u{2028}\u{2029}", "\u{2027}\\u2028\\u2029"),
    ("\u{202A}\u{202E}\u{202F}", "\\u202a\\u202e\u{202F}"),
    ("\u{2065}\u{2066}\u{2069}\u{206A}", "\u{2065}\\u2066\\u2069\u{206A}"),
    ("gpj.\u{202E}\u{202D}exe", "gpj.\\u202e\\u202dexe"),
  ]

  @Test("Control and direction characters are escaped, and nothing else", arguments: cases)
  func escapes(_ text: String, _ shown: String) {
    #expect(PrintableText.of(text) == shown)
    #expect(
      text.unicodeScalars.contains(where: PrintableText.isUnprintable) == (text != shown))
  }

  @Test("A JSON text stays the same value on one line", arguments: cases.map(\.text))
  func json(_ text: String) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("text")
    writer.string(text)
    writer.endObject()
    let spread = Array("{\n\t".utf8) + writer.finish().dropFirst()
    let line = PrintableText.json(spread)
    #expect(try JSONValue(parsing: line)["text"]?.string == text)
    let shown = String(decoding: line, as: UTF8.self)
    #expect(!shown.unicodeScalars.contains(where: PrintableText.isUnprintable), "\(shown)")
  }
}
