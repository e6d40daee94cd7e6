import Fleet
import Messages
import Testing

@Suite("The sampler")
struct SamplerTests {
  private static func context(low: UInt64, flags: UInt8) throws -> TraceParent {
    TraceParent(
      trace: try #require(TraceIdentifier(high: 1, low: low)),
      span: try #require(SpanIdentifier(1)), flags: flags)
  }

  @Test(
    "The word of the setting says whether roots and children of recorded and other spans count",
    arguments: [
      (Sampler.Name.alwaysOn, [true, true, true]), (.alwaysOff, [false, false, false]),
      (.parentBasedAlwaysOn, [true, true, false]), (.parentBasedAlwaysOff, [false, true, false]),
      (.ratio, [false, false, false]), (.parentBasedRatio, [false, true, false]),
    ])
  func words(_ name: Sampler.Name, _ expected: [Bool]) throws {
    let sampler = Sampler(name, ratio: 0)
    let recorded = try Self.context(low: 7, flags: 1)
    let other = try Self.context(low: 7, flags: 0)
    #expect(
      [
        sampler.records(rootOf: recorded.trace), sampler.records(childOf: recorded),
        sampler.records(childOf: other),
      ] == expected)
  }

  @Test(
    "A ratio records as many of the identifiers, by their lowest seven bytes alone",
    arguments: [
      (0.0, 0x00FF_FFFF_FFFF_FFFF, false), (1.0, 0x0000_0000_0000_0000, true),
      (0.5, 0x0080_0000_0000_0000, true), (0.5, 0x007F_FFFF_FFFF_FFFF, false),
      (0.5, 0xFF80_0000_0000_0000, true), (0.25, 0x00BF_FFFF_FFFF_FFFF, false),
      (0.25, 0x00C0_0000_0000_0000, true),
    ] as [(Double, UInt64, Bool)])
  func ratio(_ ratio: Double, _ low: UInt64, _ expected: Bool) throws {
    let trace = try #require(TraceIdentifier(high: 1, low: low))
    #expect(Sampler(.ratio, ratio: ratio).records(rootOf: trace) == expected)
  }

  @Test("Of random identifiers a ratio of one in ten records about one in ten")
  func share() {
    var source = IdentifierSource(seeds: 1, 2, 3, 4)
    let sampler = Sampler(.parentBasedRatio, ratio: 0.1)
    let count = (0..<10_000).count { _ in sampler.records(rootOf: source.trace()) }
    #expect(900...1_100 ~= count)
  }

  @Test("A source never makes an identifier twice, and two sources make others")
  func identifiers() {
    var first = IdentifierSource()
    var second = IdentifierSource()
    let made = (0..<1_000).flatMap { _ in [first.span(), second.span()] }
    #expect(Set(made).count == 2_000)
  }
}
