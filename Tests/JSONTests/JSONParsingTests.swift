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
      ("1.0", .number(1)),
      ("41.8786", .number(41.8786)),
      ("-87.6251", .number(-87.6251)),
      ("1e2", .number(100)),
      ("1E+2", .number(100)),
      ("25e-1", .number(2.5)),
      ("5e-324", .number(.leastNonzeroMagnitude)),
      ("1e-400", .number(0)),
      ("0e99999999999999999999", .number(0)),
      ("1.7976931348623157e308", .number(1.7976931348623157e308)),
      ("123456789012345678901234567890", .number(1.2345678901234568e29)),
      (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{c}\n\r\t")),
      (#""\u00e9\ud83d\ude95é🚕""#, .string("é🚕é🚕")),
      ("[]", .array([])),
      ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])),
      ("{}", .object([])),
      (
        #"{"b": 1, "a" : null}"#,
        .object([JSONMember("b", .integer(1)), JSONMember("a", .null)])
      ),
    ] as [(String, JSONValue)])
  func parses(text: String, expected: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == expected)
  }

  @Test(
    "A text that is not JSON is refused with the offset of the mistake",
    arguments: [
      ("", "expected a value at byte 0, got the end"),
      ("{", "expected a member's name at byte 1, got the end"),
      ("{\"a\"}", "expected ':' at byte 4, got '}'"),
      ("{\"a\":1,}", "expected a member's name at byte 7, got '}'"),
      ("[1,]", "expected a value at byte 3, got ']'"),
      ("[1 2]", "expected ',' or ']' at byte 3, got '2'"),
      ("{\"a\":1 \"b\":2}", "expected ',' or '}' at byte 7, got '\"'"),
      ("nul", "expected 'null' at byte 0, got 'n'"),
      ("01", "expected the end at byte 1, got '1'"),
      ("1.", "expected a digit at byte 2, got the end"),
      ("1e", "expected a digit at byte 2, got the end"),
      ("+1", "expected a value at byte 0, got '+'"),
      (".5", "expected a value at byte 0, got '.'"),
      ("NaN", "expected a value at byte 0, got 'N'"),
      ("\"a", "expected '\"' at byte 2, got the end"),
      ("\"a\nb\"", "expected an escaped control character at byte 2, got 0xa"),
      ("\"\\x\"", "expected an escape at byte 2, got 'x'"),
      ("\"\\u12g4\"", "expected a hexadecimal digit at byte 5, got 'g'"),
      ("\"\\ud83d\"", "expected a surrogate pair at byte 7, got '\"'"),
      ("\"\\ude95\"", "expected a surrogate pair at byte 7, got '\"'"),
      ("\"\\ud83d\\u0041\"", "expected a surrogate pair before here at byte 13, got '\"'"),
      ("1 1", "expected the end at byte 2, got '1'"),
      ("\u{feff}1", "expected a value at byte 0, got 0xef"),
      ("'a'", "expected a value at byte 0, got '''"),
    ])
  func refuses(text: String, message: String) {
    #expect(throws: JSONFault(.malformed, message)) {
      try JSONValue(parsing: Array(text.utf8))
    }
  }

  @Test(
    "Bytes that are not UTF-8 are refused wherever they stand",
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
    #expect(throws: JSONFault(.malformed, "expected a member's name at byte 1, got 0x0")) {
      try JSONValue(parsing: [0x7B, 0x00, 0x7D, 0x00])
    }
  }

  @Test("A number that no double holds is out of range")
  func refusesHugeNumbers() {
    #expect(
      throws: JSONFault(.outOfRange, "expected a number that a double holds at byte 1")
    ) {
      try JSONValue(parsing: Array("[1e400]".utf8))
    }
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
  }

  @Test("Of two members with one name the last counts")
  func repeatedNames() throws {
    let value = try JSONValue(parsing: Array(#"{"a": 1, "a": 2}"#.utf8))
    #expect(value["a"]?.integer == 2)
    #expect(try JSONFields(value).integer("a") == 2)
  }
}
