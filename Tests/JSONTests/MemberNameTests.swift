import JSON
import Testing

@Suite("Names of members")
struct MemberNameTests {
  /// A letter that Swift takes for K.
  private static let kelvin = "\u{212A}"

  @Test(
    "A name is found however escapes spell it",
    arguments: [
      #""K""#, #""\u004b""#, #""\u004B""#, #""\u00e9":0,"K""#, #""KK":0,"K""#, #""é":0,"K""#,
    ])
  func escapes(member: String) throws {
    #expect(try fields("{\(member):1}").integer("K") == 1)
  }

  @Test(
    "A name with other bytes is another name, also where Swift considers both equal",
    arguments: [kelvin, #"\u212a"#, #"\u212A"#, #"\u004b\u0301"#, "K\u{301}", #"K\u0000"#, "É"])
  func otherBytes(name: String) throws {
    let fields = try fields("{\"\(name)\":0,\"K\":1}")
    #expect(try fields.integer("K") == 1)
    #expect(fields.has("K") && !fields.has("KK"))
  }

  @Test("A name beyond ASCII is found by the bytes of its escapes")
  func beyondASCII() throws {
    let fields = try fields(#"{"\u00e9":1,"e\u0301":2,"\ud83d\ude97":3}"#)
    #expect(try fields.integer("\u{E9}") == 1)
    #expect(try fields.integer("e\u{301}") == 2)
    #expect(try fields.integer("🚗") == 3)
    #expect(!fields.has("\u{1F698}"))
  }

  @Test(
    "A repeated name in one object is refused with its path, in any spelling and by any reader",
    arguments: [
      (#"{"K":1,"K":2}"#, "K"), (#"{"K":null,"a":0,"K":null}"#, "K"),
      (#"{"\u004b":1,"K":2}"#, "K"), (#"{"K":1,"b":[],"\u004B":2}"#, "K"),
      (#"{"\u00e9":1,"é":2}"#, "é"), (#"{"\ud83d\ude97":1,"🚗":2}"#, "🚗"),
      (#"{"":1,"":2}"#, ""), (#"{"a":{"b":[0,{"c":1,"d":2,"c":3}]}}"#, "a.b[1].c"),
      (#"{"a":{"é":0,"b":{"c":1,"c":3}}}"#, "a.b.c"),
      ("{" + (0..<40).map { "\"m\($0)\":0," }.joined() + #""m7":0}"#, "m7"),
      (
        #"{"\#(String(repeating: "n", count: 200))":{"a":0,"a":0}}"#,
        String(repeating: "n", count: 100) + "…"
      ),
    ])
  func twice(text: String, path: String) {
    let fault = JSONFault(
      .malformed, path: path,
      "expected each name once in an object (RFC 7493, section 2.3), got one twice")
    #expect(throws: fault) { try JSONFields(parsing: Array(text.utf8)) }
    #expect(throws: fault) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test(
    "A name may come again in another object, and names that differ in a byte are two",
    arguments: [
      #"{"a":{"a":{"a":0}},"b":[{"a":0},{"a":0}]}"#, "{\"K\":0,\"\(kelvin)\":0}",
      "{\"é\":0,\"e\u{301}\":0}", #"{"a":0,"\u0041":0,"a\u0000":0}"#, #"{"a":0,"b":0,"":0}"#,
      "{" + (0..<400).map { "\"m\($0)\":0" }.joined(separator: ",") + "}",
    ])
  func notTwice(text: String) throws {
    #expect(throws: Never.self) { try JSONFields(parsing: Array(text.utf8)) }
  }

  @Test("A name whose escape JSON does not have is refused")
  func noEscape() {
    #expect(throws: JSONFault.self) { try fields(#"{"\q":0,"K":1}"#) }
  }

  @Test("A member may be present with any type, and null is none")
  func presence() throws {
    let fields = try fields(#"{"a":{"b":[]},"n":null}"#)
    #expect(fields.has("a") && !fields.has("n") && !fields.has("b"))
  }

  @Test("A tree has names of 1024 bytes, and none of more")
  func longNames() throws {
    func tree(_ length: Int) throws -> JSONValue {
      let name = String(repeating: "x", count: length)
      return try JSONValue(parsing: Array("{\"o\":{\"\(name)\":0}}".utf8))
    }
    #expect(try tree(1_024)["o"]?.members?.count == 1)
    let fault = #expect(throws: JSONFault.self) { try tree(1_025) }
    #expect(fault?.description.contains("outOfRange at o") == true, "\(fault as Any)")
  }

  private func fields(_ text: String) throws -> JSONFields {
    try JSONFields(parsing: Array(text.utf8))
  }
}
