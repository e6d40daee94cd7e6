import JSON
import Testing

@Suite("JSON fields")
struct JSONFieldsTests {
  @Test("Null and absence are the same")
  func nullIsAbsent() throws {
    let fields = try fields(#"{"a": null}"#)
    #expect(try fields.string("a", atMost: 1) == nil)
    #expect(try fields.integer("b") == nil)
    #expect(throws: JSONFault(.missing, path: "a", "expected a value, got none")) {
      try fields.require("a", try fields.bool("a"))
    }
  }

  @Test("A wrong type is reported with the expected and the actual value and the place")
  func wrongTypes() throws {
    let fields = try fields(
      #"{"o": {"s": 1, "i": "x", "f": 1.5, "h": 1e30, "n": true, "b": [], "a": {}, "l": [1, "x"]}}"#
    )
    let parent = try fields.require("o", try fields.object("o"))
    #expect(throws: JSONFault(.wrongType, path: "o.s", "expected a string, got a number")) {
      try parent.string("s", atMost: 9)
    }
    #expect(throws: JSONFault(.wrongType, path: "o.i", "expected a whole number, got a string")) {
      try parent.integer("i")
    }
    #expect(throws: JSONFault(.wrongType, path: "o.f", "expected a whole number, got 1.5")) {
      try parent.integer("f")
    }
    #expect(
      throws: JSONFault(.outOfRange, path: "o.h", "expected a whole number of 64 bits, got 1e+30")
    ) {
      try parent.integer("h")
    }
    #expect(throws: JSONFault(.wrongType, path: "o.n", "expected a number, got a boolean")) {
      try parent.number("n")
    }
    #expect(throws: JSONFault(.wrongType, path: "o.b", "expected a boolean, got an array")) {
      try parent.bool("b")
    }
    #expect(throws: JSONFault(.wrongType, path: "o.a", "expected an array, got an object")) {
      try parent.array("a", object)
    }
    #expect(throws: JSONFault(.wrongType, path: "o.l[0]", "expected a string, got a number")) {
      try parent.array("l", string)
    }
    #expect(throws: JSONFault(.wrongType, path: "o.l", "expected an object, got an array")) {
      try parent.object("l")
    }
  }

  @Test("A text that is too long says its length and not itself")
  func longTexts() throws {
    let fields = try fields(#"{"t": "éé"}"#)
    #expect(try fields.string("t", atMost: 4) == "éé")
    #expect(throws: JSONFault(.outOfRange, path: "t", "expected at most 3 bytes, got 4")) {
      try fields.string("t", atMost: 3)
    }
  }

  @Test("A whole number may be written with a point")
  func wholeNumbers() throws {
    #expect(try fields(#"{"n": 3.0}"#).integer("n") == 3)
  }

  @Test(
    "Half of a pair of surrogates is refused with its place, even where nobody reads it",
    arguments: [
      #""\ud83d""#, #""\ude95\ud83d""#, #""\uDE95""#, #""\ud83dx""#, #""\ud83d\n""#,
      #""\ud83d\ud83d\ude95""#, #""\ud83d\u0041""#, #""\udbff\ue000""#, #"{"\ud83d": 1}"#,
    ])
  func halfPairs(value: String) {
    for text in ["{\"a\": {\"b\": \(value)}}", "{\"a\":[\(value),1]}"] {
      let fault = #expect(throws: JSONFault.self) { try fields(text) }
      let place = Array(text.utf8).firstIndex(of: UInt8(ascii: "\\")) ?? -1
      #expect(
        fault
          == JSONFault(
            .malformed,
            "expected pairs of surrogates (RFC 7493, section 2.1), got half of one at byte \(place)"
          )
      )
    }
  }

  @Test("Whole pairs are read, next to one another and at the end")
  func wholePairs() throws {
    let fields = try fields(#"{"t": "\ud83d\ude95\uD83D\uDE95", "\udbff\udfff": 1}"#)
    #expect(try fields.string("t", atMost: 8) == "🚕🚕")
    #expect(fields.has("\u{10FFFF}"))
  }

  @Test(
    "A value that JSON does not have is refused, even where nobody reads it",
    arguments: [
      #""\x""#, #""\u00g1""#, #""\u12""#, #"{"\x": 1}"#, "01", "-01", "0-0", "4-87.9", "-", "--1",
      "1.", "1.e1", "1e", "1e+", "1e+-2", "[[041]]",
    ])
  func invalidValues(value: String) {
    for text in ["{\"a\": {\"b\": \(value)}}", "{\"a\":[\(value),1]}"] {
      let fault = #expect(throws: JSONFault.self) { try fields(text) }
      #expect(fault?.kind == .malformed)
    }
  }

  @Test("The elements of an array have their paths, and those of an object in it")
  func elements() throws {
    let fields = try fields(#"{"o": {"l": [{"x": 1}, {"x": "1"}, null]}, "e": []}"#)
    let parent = try fields.require("o", try fields.object("o"))
    #expect(throws: JSONFault(.wrongType, path: "o.l[1].x", "expected a number, got a string")) {
      try parent.array("l", number)
    }
    #expect(throws: JSONFault(.wrongType, path: "o.l[2]", "expected an object, got null")) {
      try parent.array("l", object)
    }
    let none = try fields.array("e", object)
    #expect(none?.isEmpty == true)
  }

  @Test("A text that is no object is of the wrong type", arguments: ["[]", "1", "\"a\"", "null"])
  func otherRoots(text: String) {
    let fault = #expect(throws: JSONFault.self) { try fields(text) }
    #expect(fault?.kind == .wrongType)
    #expect(fault?.path == "")
  }

  private func string(_ elements: inout JSONElements) throws(JSONFault) -> String {
    try elements.string(atMost: 9)
  }

  private func object(_ elements: inout JSONElements) throws(JSONFault) -> JSONFields {
    try elements.object()
  }

  private func number(_ elements: inout JSONElements) throws(JSONFault) -> Double? {
    try elements.object().number("x")
  }

  private func fields(_ text: String) throws -> JSONFields {
    try JSONFields(parsing: Array(text.utf8))
  }
}
