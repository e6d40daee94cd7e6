import JSON
import RandomFixture
import Testing

@Suite("JSON writing")
struct JSONWriterTests {
  @Test("Commas are between values and nowhere else")
  func commas() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a")
    writer.beginArray()
    writer.integer(1)
    writer.beginArray()
    writer.endArray()
    writer.beginObject()
    writer.endObject()
    writer.null()
    writer.endArray()
    writer.key("b")
    writer.raw(Array(#"{"c":true}"#.utf8))
    writer.key(dynamic: "d\"")
    writer.bool(false)
    writer.endObject()
    #expect(text(writer.finish()) == #"{"a":[1,[],{},null],"b":{"c":true},"d\"":false}"#)
  }

  @Test(
    "A string is escaped where JSON demands it and copied elsewhere",
    arguments: [
      ("", #""""#),
      ("plain", #""plain""#),
      ("\"a\\b\"", #""\"a\\b\"""#),
      ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{8}\u{1f}\u{7f}", "\"\\u0000\\b\\u001f\u{7f}\""),
      ("é🚕\u{2028}/", "\"é🚕\u{2028}/\""),
    ])
  func escapes(string: String, expected: String) throws {
    var writer = JSONWriter()
    writer.string(string)
    let bytes = writer.finish()
    #expect(text(bytes) == expected)
    #expect(try JSONValue(parsing: bytes) == .string(string))
  }

  @Test(
    "A double is written with the shortest digits that read back",
    arguments: [
      (90, "90"), (-0.0, "-0"), (0.1, "0.1"), (41.8786, "41.8786"), (-87.6251, "-87.6251"),
      (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"), (1e-5, "1e-05"),
    ] as [(Double, String)])
  func doubles(value: Double, expected: String) throws {
    var writer = JSONWriter()
    writer.double(value)
    let bytes = writer.finish()
    #expect(text(bytes) == expected)
    #expect(try JSONValue(parsing: bytes).number?.bitPattern == value.bitPattern)
  }

  @Test("Numbers with any digits read back bit by bit")
  func randomDoubles() throws {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      var writer = JSONWriter()
      writer.double(value)
      #expect(try JSONValue(parsing: writer.finish()).number?.bitPattern == value.bitPattern)
    }
  }

  @Test(
    "Whole numbers are written in full",
    arguments: [
      (0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (.max, "9223372036854775807"),
      (.min, "-9223372036854775808"),
    ] as [(Int64, String)])
  func integers(value: Int64, expected: String) {
    var writer = JSONWriter()
    writer.integer(value)
    #expect(text(writer.finish()) == expected)
  }

  @Test(
    "A decimal has its digits after the point",
    arguments: [
      (0, 0, "0"), (0, 2, "0.00"), (5, 2, "0.05"), (-5, 2, "-0.05"), (4175, 2, "41.75"),
      (-4175, 0, "-4175"), (1, 3, "0.001"), (.max, 2, "92233720368547758.07"),
      (.min, 0, "-9223372036854775808"),
    ] as [(Int64, Int, String)])
  func decimals(value: Int64, digits: Int, expected: String) {
    var writer = JSONWriter(capacity: 0)
    writer.beginArray()
    writer.decimal(value, fractionDigits: digits)
    writer.decimal(value, fractionDigits: digits)
    writer.endArray()
    #expect(text(writer.finish()) == "[\"\(expected)\",\"\(expected)\"]")
  }

  @Test("A buffer grows with a long text, plain or not", arguments: ["x", "\u{1}", "é"])
  func longTexts(character: String) throws {
    let string = String(repeating: character, count: 20_000)
    var writer = JSONWriter(capacity: 0)
    writer.string(string)
    let limits = JSONLimits(bytes: 200_000, depth: 0)
    #expect(try JSONValue(parsing: writer.finish(), limits: limits) == .string(string))
  }

  @Test("A writer that has finished starts again")
  func startsAgain() {
    var writer = JSONWriter()
    writer.integer(1)
    #expect(text(writer.finish()) == "1")
    writer.integer(2)
    #expect(text(writer.bytes) == "2")
    writer.removeAll()
    writer.string { $0.append(0x33) }
    #expect(text(writer.finish()) == "\"3\"")
  }

  @Test("A number that JSON does not have stops the program")
  func refusesInfinity() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.double(.infinity)
    }
  }

  @Test("A tree is written as it was read")
  func trees() throws {
    let json = #"{"a":[1,2.5,"x",true,null,{}],"b":{"c":-3}}"#
    #expect(text(try JSONValue(parsing: Array(json.utf8)).text) == json)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
