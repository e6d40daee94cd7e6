import JSON
import Testing

@Suite struct JSONPlaceTests {
  @Test(
    "A text that is not JSON has the place where it ceases to be",
    arguments: [
      ("{\"a\": [1,, 2]}", "line 1, column 10"), ("{\n  \"a\": [1 2]\n}", "line 2, column 11"),
      ("{\"é\": 1,}", "line 1, column 9"), ("{\r\n\"a\" 1}", "line 2, column 5"),
      ("[1,\n2", "line 2, column 2"), ("", "line 1, column 1"), ("[tru]", "line 1, column 2"),
      ("[\"a\nb\"]", "line 1, column 4"), ("[1]\n]", "line 2, column 1"),
      ("\u{FEFF}[]", "line 1, column 1"), ("[\n\"a\", \"\\x\"]", "line 2, column 8"),
      ("[\"\\ud800\"]", "line 1, column 3"), ("[1, 01]", "line 1, column 6"),
      ("[[[[]]]]", "line 1, column 5"),
    ])
  func places(_ text: String, _ place: String) {
    let limits = JSONLimits(bytes: 1_000, depth: 3)
    let found = JSONPlace(ofMistakeIn: Array(text.utf8), limits: limits)
    #expect(found?.description == place)
  }

  @Test("Bytes that are not UTF-8 have the place of the first")
  func encoding() {
    let bytes = Array("[\"é\n".utf8) + [0xFF]
    #expect(JSONPlace(ofMistakeIn: bytes, limits: .message)?.description == "line 2, column 1")
  }

  @Test("JSON has no such place", arguments: ["{}", "[1, \"\\u00e9\", null]", "{\"a\": 1e5}\n"])
  func none(_ text: String) {
    #expect(JSONPlace(ofMistakeIn: Array(text.utf8), limits: .message) == nil)
  }
}
