import Foundation
import RandomFixture
import Testing

@Suite("Invalid input")
struct CorpusTests {
  @Test("The corpus of a fuzzer is without a finding", arguments: Fuzzer.allCases)
  func corpus(_ fuzzer: Fuzzer) throws {
    let folder = "\(SourcePaths.root)/Tests/FuzzingTests/Corpus/\(fuzzer.rawValue)"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(!names.isEmpty)
    for name in names {
      let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
      Self.run(fuzzer, Array(bytes), name)
    }
  }

  @Test("Inputs at random, the same each time, are without a finding", arguments: Fuzzer.allCases)
  func seeded(_ fuzzer: Fuzzer) {
    // Each input of these takes a connection, a database or a city.
    let count = [.headers, .texts].contains(fuzzer) ? 2_000 : 40
    for seed in 0..<UInt64(count) {
      var random = SeededNumbers(seed: seed)
      Self.run(fuzzer, random.input(atMost: seed.isMultiple(of: 4) ? 2_000 : 200), "seed \(seed)")
    }
  }

  /// On a thread with the stack of a lane, which librabbitmq needs for deep headers.
  private static func run(_ fuzzer: Fuzzer, _ input: [UInt8], _ name: String) {
    let failure = LaneThread.run { () -> Finding? in
      do throws(Finding) {
        try fuzzer.run(input)
        return nil
      } catch {
        return error
      }
    }
    if let failure { Issue.record("\(fuzzer.rawValue), \(name): \(failure.what)") }
  }
}
