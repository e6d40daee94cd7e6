import Testing

@Suite("Input that nobody should send")
struct CorpusTests {
  @Test("World exists and each fuzzer takes nothing at all", arguments: Fuzzer.allCases)
  func empty(_ fuzzer: Fuzzer) throws {
    try fuzzer.run([])
  }
}
