import Messages
import Testing

@Suite("The header traceparent")
struct TraceParentTests {
  private static let example = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test(
    "It is read into its parts and written the same",
    arguments: [
      (example, true), ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", false),
      ("00-00000000000000000000000000000001-0000000000000001-ff", true),
      ("00-80000000000000000000000000000000-8000000000000000-02", false),
    ])
  func parts(_ text: String, _ isSampled: Bool) throws {
    let parent = try #require(TraceParent(text))
    #expect(parent.description == text)
    #expect(parent.isSampled == isSampled)
    #expect(parent.trace.description == String(text.dropFirst(3).prefix(32)))
    #expect(parent.span.description == String(text.dropFirst(36).prefix(16)))
  }

  @Test("A later version may continue after the flags, and is written as version 00")
  func laterVersion() throws {
    let parent = try #require(TraceParent("cc" + Self.example.dropFirst(2) + "-what-is-next"))
    #expect(parent.description == Self.example)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "00", example.uppercased(), String(example.dropLast()), example + "0", example + "-x",
      "ff" + example.dropFirst(2), "cc" + example.dropFirst(2) + "x", "0g" + example.dropFirst(2),
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
      "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
      "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
    ])
  func wrong(_ text: String) {
    #expect(TraceParent(text) == nil)
  }
}
