import JSON
import Testing

@Suite("JSON parsing")
struct JSONParsingTests {
  @Test(
    "A text becomes the tree that it spells",
    arguments: [
      (" null ", .null),
      ("true", .bool(true)),
      ("false", .bool(false)),
      ("0", .integer(0)),
      ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("-0", .number(-0.0)),
      ("1.0", .integer(1)),
      ("41.8786", .number(41.8786)),
      ("-87.6251", .number(-87.6251)),
      ("1e2", .integer(100)),
      ("1E+2", .integer(100)),
      ("25e-1", .number(2.5)),
      ("5e-324", .number(.leastNonzeroMagnitude)),
      ("0e99999999999999999999", .integer(0)),
      ("1.7976931348623157e308", .number(1.7976931348623157e308)),
      ("123456789012345678901234567890", .number(1.2345678901234568e29)),
      (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{c}\n\r\t")),
      (#""\u00e9\ud83d\ude95é🚕""#, .string("é🚕é🚕")),
      ("[]", .array([])),
      ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])),
      ("{}", .object([:])),
      (
        #"{"b": 1, "a" : null}"#,
        .object(["b": .integer(1), "a": .null])
      ),
    ] as [(String, JSONValue)])
  func parses(text: String, expected: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == expected)
  }

  @Test(
    "A text that is not JSON is refused",
    arguments: [
      "", "{", "{\"a\"}", "{\"a\":1,}", "[1,]", "[1 2]", "{\"a\":1 \"b\":2}", "nul", "01", "-",
      "-01",
      "1.", "1.e1", "1e", "1e+", "+1", ".5", "1-2", "NaN", "\"a", "\"\\x\"", "\"\\u12g4\"",
      "\"\\u12\"",
      "\"\\", "\"\\u", "\"\\ud83d\"", "\"\\ude95\"", "\"\\ud83d\\u0041\"", "\"\\ud83d\\u1\\u1234\"",
      "1 1", "'a'", "{a:1}", "[1]]", "// a\n1", "0x1", "{\"\\x\": 1}",
    ])
  func refuses(text: String) {
    let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(fault?.kind == .malformed)
  }

  @Test(
    "A text that no JSON can be is refused with the offset of the mistake",
    arguments: [
      ("\"a\nb\"", "expected no control character at byte 2, got 0xa"),
      ("\"\\\\\u{0}\"", "expected no control character at byte 3, got 0x0"),
      ("[\u{c}1]", "expected no control character at byte 1, got 0xc"),
      ("\u{feff}1", "expected a value at byte 0, got a byte order mark"),
    ])
  func refusesAtOnce(text: String, message: String) {
    #expect(throws: JSONFault(.malformed, message)) {
      try JSONFields(parsing: Array(text.utf8))
    }
  }

  @Test(
    "Bytes that are not UTF-8 are refused anywhere",
    arguments: [
      [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0xFE, 0xFF, 0x00, 0x31],
    ] as [[UInt8]])
  func refusesOtherEncodings(bytes: [UInt8]) {
    #expect(throws: JSONFault(.malformed, "expected UTF-8, got bytes that are not")) {
      try JSONValue(parsing: bytes)
    }
  }

  @Test("UTF-16 without a mark is refused for its zero bytes")
  func refusesUTF16() {
    #expect(throws: JSONFault(.malformed, "expected no control character at byte 1, got 0x0")) {
      try JSONValue(parsing: [0x7B, 0x00, 0x7D, 0x00])
    }
  }

  @Test(
    "A number beyond the range of a double is out of range",
    arguments: ["1e400", "-1e400", "1e-400"])
  func refusesHugeNumbers(number: String) {
    #expect(
      throws: JSONFault(.outOfRange, path: "a[1]", "expected a number that a double holds")
    ) {
      try JSONValue(parsing: Array("{\"a\":[0, \(number)]}".utf8))
    }
  }

  @Test("A number is at most 100 bytes long, lest it stop the program")
  func longNumbers() throws {
    let zeros = String(repeating: "0", count: 400)
    for number in ["0.\(zeros)9e417", "9007199254740993\(zeros)e-400", "1\(zeros)", "-1e\(zeros)1"]
    {
      for text in [number, "{\"a\":\(number)}", "[[], \(number)]"] {
        let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(fault?.kind == .outOfRange)
        #expect(fault?.message.hasPrefix("expected a number of at most 100 bytes") == true)
      }
    }
    let ninety = String(repeating: "0", count: 90)
    let text = Array("[0.\(ninety)9e107, 9007199254740993\(ninety.dropLast(10))e-80]".utf8)
    #expect(
      try JSONValue(parsing: text)
        == .array([.integer(90_000_000_000_000_000), .integer(9_007_199_254_740_993)]))
  }

  @Test("The limits allow what they say and refuse one more")
  func limits() throws {
    let limits = JSONLimits(bytes: 6, depth: 2)
    #expect(try JSONValue(parsing: Array("[[ 1]]".utf8), limits: limits)[0]?[0] == .integer(1))
    #expect(throws: JSONFault(.tooLarge, "expected at most 6 bytes, got 7")) {
      try JSONValue(parsing: Array("[[  1]]".utf8), limits: limits)
    }
    #expect(throws: JSONFault(.tooDeep, "expected at most 2 levels, got more at byte 3")) {
      try JSONValue(parsing: Array("[[[]]]".utf8), limits: limits)
    }
  }

  @Test("Brackets inside strings do not count as depth")
  func bracketsInStrings() throws {
    let text = "\"" + String(repeating: "[{", count: 100) + "\""
    #expect(throws: Never.self) { try JSONValue(parsing: Array(text.utf8)) }
    let escaped = #""\"[[[", "\\""#
    let limits = JSONLimits(bytes: 99, depth: 1)
    #expect(throws: Never.self) {
      try JSONValue(parsing: Array("[\(escaped), \"\\u005b[\"]".utf8), limits: limits)
    }
  }
}
