import Glibc
import SimulatedWorld

/// Runs the worlds of a range of seeds and tells of those in which something was wrong.
///
/// Arguments: the catalogue, the first seed, the last seed, and optionally `trace`, the name of a
/// sabotage, and `hunt`, which ends with the first world that is wrong. On standard error it tells
/// which seed it begins, in case that is its last.
@main enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let first = UInt64(arguments[2]), let last = UInt64(arguments[3]),
      first <= last
    else {
      print("expected: CATALOGUE FIRST-SEED LAST-SEED [trace] [SABOTAGE]")
      exit(64)
    }
    var runner = Runner(
      simulation: try Simulation(catalogue: arguments[1]), options: Set(arguments.dropFirst(4)))
    let isHunt = runner.options.contains("hunt")
    for seed in first...last where !isHunt || runner.wrong == 0 { runner.run(seed) }
    runner.sum()
    exit(runner.wrong == 0 ? 0 : 1)
  }
}

/// Counts what many worlds come to.
struct Runner {
  let simulation: Simulation
  let options: Set<String>
  private(set) var wrong = 0
  private var worlds = 0
  private var steps = 0
  private var letters = 0
  private var events = 0
  private var faults: [Fault: Int] = [:]

  init(simulation: Simulation, options: Set<String>) {
    self.simulation = simulation
    self.options = options
  }

  mutating func run(_ seed: UInt64) {
    let mark = Array("\(seed)\n".utf8)
    _ = write(STDERR_FILENO, mark, mark.count)
    let sabotage = Sabotage.allCases.first { options.contains($0.rawValue) }
    let traces = options.contains("trace")
    let report = simulation.run(seed: seed, sabotage: sabotage, traces: traces)
    worlds += 1
    steps += report.steps
    letters += report.letters
    events += report.events
    faults.merge(report.faults, uniquingKeysWith: +)
    for line in report.trace { print(line) }
    guard !report.problems.isEmpty else { return }
    wrong += 1
    print("seed \(seed): \(report.problems.joined(separator: "; "))")
    if !traces { tellEnd(of: seed, sabotage) }
    fflush(nil)
  }

  /// Runs a world again for what came before its first mistake.
  private func tellEnd(of seed: UInt64, _ sabotage: Sabotage?) {
    let trace = simulation.run(seed: seed, sabotage: sabotage, traces: true).trace
    let end = trace.firstIndex { $0.contains("WRONG") } ?? trace.indices.last ?? 0
    for line in trace.prefix(end + 1).suffix(25) { print("  \(line)") }
  }

  func sum() {
    print(
      "\(worlds) worlds, \(wrong) wrong, \(steps) steps, \(letters) letters, \(events) events")
    print(faults.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }
}
