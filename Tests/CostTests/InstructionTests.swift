import Testing

/// How many instructions a request may take: what was counted, in the release build, and about a
/// twentieth more.
///
/// Callgrind counts user instructions of the worker's code and of the libraries: neither the system
/// calls nor the broker. It knows no SHA instructions, so that digests count more than they take.
/// Who makes a count smaller lowers its limit; who needs a larger one says in the commit what for.
@Suite("The instructions of a request") struct InstructionTests {
  /// A kind of requests in batches of one size, and the most that one of them may take.
  struct Limit: Sendable, CustomTestStringConvertible {
    let kind: String
    let batch: Int
    let instructions: Double

    var testDescription: String { "\(kind), batches of \(batch)" }
  }

  static let limits = [
    Limit(kind: "list", batch: 100, instructions: 146_000),
    Limit(kind: "book", batch: 100, instructions: 611_000),
    Limit(kind: "book", batch: 1, instructions: 1_360_000),
    Limit(kind: "book a quote", batch: 100, instructions: 739_000),
    Limit(kind: "status", batch: 100, instructions: 69_600),
    Limit(kind: "vehicle position", batch: 100, instructions: 134_000),
    Limit(kind: "lossy position", batch: 100, instructions: 143_000),
  ]

  @Test("A request needs no more instructions than recorded", arguments: limits)
  func instructions(limit: Limit) throws {
    let counted = try MeasuringProgram.instructions(limit.kind, batch: limit.batch)
    // Far less than before is a count that has lost what it counts.
    #expect(counted > limit.instructions / 2)
    #expect(counted <= limit.instructions)
  }
}
