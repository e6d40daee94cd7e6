import Fleet
import Testing

@Suite("The texts of OpenTelemetry's settings")
struct ParsingTests {
  @Test(
    "A list has names and values, whose percent signs are decoded",
    arguments: [
      ("a=b", [("a", "b")]), ("a=b,c=d", [("a", "b"), ("c", "d")]),
      (" a = b , c=d ", [("a", "b"), ("c", "d")]), ("a=", [("a", "")]),
      ("a=b=c", [("a", "b=c")]),
      ("authorization=Bearer%20x%2Cy", [("authorization", "Bearer x,y")]),
      ("a=%C3%BC", [("a", "ü")]),
    ])
  func list(_ text: String, _ expected: [(String, String)]) {
    #expect(
      KeyValuePair.list(text) == expected.map { KeyValuePair(name: $0.0, value: $0.1) })
  }

  @Test(
    "Another text is no list",
    arguments: ["", "a", "=b", "a=b,", "a=%", "a=%4", "a=%zz", "a=%0D%0AX: y", "a=%FF", "a b=c"])
  func noList(_ text: String) {
    #expect(KeyValuePair.list(text) == nil)
  }

  @Test(
    "A base has the path of traces appended",
    arguments: [
      ("http://localhost:4318", "http://localhost:4318/v1/traces"),
      ("http://localhost:4318/", "http://localhost:4318/v1/traces"),
      ("https://collector/otlp", "https://collector/otlp/v1/traces"),
      ("HTTP://[::1]:4318", "HTTP://[::1]:4318/v1/traces"),
    ])
  func base(_ text: String, _ expected: String) throws {
    #expect(try #require(CollectorURL(text)).traces.description == expected)
  }

  @Test(
    "A URL without a host, with a user or of another scheme is none",
    arguments: [
      "", "localhost:4318", "grpc://localhost", "http://", "http:///v1", "http://:4318",
      "http://user:password@host", "http://host/a b", "http://host/#part", "file:///etc/passwd",
    ])
  func noURL(_ text: String) {
    #expect(CollectorURL(text) == nil)
  }
}
