import Testing

@testable import LiveryClient

/// What one side puts in and the other takes out.
@Suite struct TapTests {
  private static let error = RideClientError.exhausted("no thread")

  @Test("An error is thrown once, also to a reader that waits", arguments: [true, false])
  func error(waits: Bool) async throws {
    let tap = Tap<Int>(capacity: 1)
    if !waits { tap.end(Self.error) }
    let reader = Task.immediate { try await tap.next() }
    tap.end(Self.error)
    await #expect(throws: Self.error) { try await reader.value }
    #expect(try await tap.next() == nil)
  }

  @Test("What is held is still taken out after the end, unless it is dropped then or later")
  func rest() async throws {
    for dropsRest in [false, true] {
      let tap = Tap<Int>(capacity: 2)
      for number in 1...3 { tap.put(number) }
      tap.end(dropsRest: dropsRest)
      #expect(try await tap.next() == (dropsRest ? nil : 2))
      tap.end(dropsRest: true)
      #expect(try await tap.next() == nil)
    }
  }
}
