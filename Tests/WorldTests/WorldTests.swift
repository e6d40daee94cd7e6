import Foundation
import SimulatedWorld
import Testing

@Suite("Simulated worlds") struct WorldTests {
  @Test("In every world nothing is lost, nothing happens twice and no event is missing")
  func worldsAreSound() async throws {
    let seeds = Seeds.asked
    guard let program = SimulatingProgram.shipped else {
      // Without the program that is built as it is shipped: few worlds, since these are slow.
      try Self.runHere(seeds.prefix(10))
      return
    }
    if seeds.count == 1 { try program.trace(seeds.lowerBound) }
    let halves = [seeds.prefix(seeds.count / 2), seeds.suffix(seeds.count - seeds.count / 2)]
    try await withThrowingTaskGroup(of: String.self) { group in
      for half in halves where !half.isEmpty {
        group.addTask { try await program.run(half) }
      }
      for try await complaint in group { #expect(complaint == "") }
    }
  }

  private static func runHere(_ seeds: Slice<ClosedRange<UInt64>>) throws {
    let simulation = try Simulation(catalogue: SimulatingProgram.catalogue)
    for seed in seeds {
      let report = simulation.run(seed: seed)
      #expect(report.problems == [], "seed \(seed)")
    }
  }

  @Test(
    "A world is the same each time that its seed is run", arguments: [1, 2, 3] as [UInt64])
  func worldsRepeat(seed: UInt64) throws {
    let simulation = try Simulation(catalogue: SimulatingProgram.catalogue)
    let first = simulation.run(seed: seed, traces: true)
    let second = simulation.run(seed: seed, traces: true)
    #expect(first.steps == second.steps && first.trace == second.trace)
    #expect(first.events > 0 && first.letters > 0)
  }

  @Test("What is wrong on purpose is found within a few worlds", arguments: Sabotage.allCases)
  func sabotageIsFound(sabotage: Sabotage) async throws {
    let seeds: ClosedRange<UInt64> = 1...400
    if let program = SimulatingProgram.shipped {
      let said = try await program.run(seeds[...], ["hunt", sabotage.rawValue])
      #expect(said.contains("\nseed ") || said.contains(": seed "))
    } else {
      let simulation = try Simulation(catalogue: SimulatingProgram.catalogue)
      #expect(
        seeds.contains { !simulation.run(seed: $0, sabotage: sabotage).problems.isEmpty })
    }
  }
}

/// Which worlds are run: those that the environment asks for, or the usual ones.
enum Seeds {
  static var asked: ClosedRange<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["LIVERY_TEST_SEED"].flatMap({ UInt64($0) }) { return seed...seed }
    let ends = environment["LIVERY_TEST_SEEDS"]?.split(separator: "-").compactMap { UInt64($0) }
    guard let ends, ends.count == 2, ends[0] <= ends[1] else { return 1...2_000 }
    return ends[0]...ends[1]
  }
}
