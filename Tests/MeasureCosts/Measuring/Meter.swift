import CAllocationCount
import Glibc

/// What this thread has spent.
struct Meter {
  /// The processor time of this thread, in microseconds.
  var cpu = 0.0
  /// The time that passed, in microseconds: it has in it what a database server works meanwhile.
  var wall = 0.0
  /// How many times memory was asked for.
  var allocations = 0.0

  /// What there is on the clocks now.
  static var now: Meter {
    Meter(
      cpu: microseconds(CLOCK_THREAD_CPUTIME_ID), wall: microseconds(CLOCK_MONOTONIC),
      allocations: Double(allocation_count()))
  }

  private static func microseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  /// Adds what `body` spends.
  mutating func add<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = Meter.now
    let result = try countedByCallgrind(body)
    let end = Meter.now
    cpu += end.cpu - start.cpu
    wall += end.wall - start.wall
    allocations += end.allocations - start.allocations
    return result
  }

  /// The same, for one of so many.
  func shared(by count: Int) -> Meter {
    let count = Double(count)
    return Meter(cpu: cpu / count, wall: wall / count, allocations: allocations / count)
  }

  /// The least of some rounds, each figure for itself: on a machine that does other things too,
  /// what is above the least is theirs.
  static func least(_ rounds: [Meter]) -> Meter {
    Meter(
      cpu: rounds.map(\.cpu).min() ?? 0, wall: rounds.map(\.wall).min() ?? 0,
      allocations: rounds.map(\.allocations).min() ?? 0)
  }
}

/// Does what is measured; callgrind finds the function by its name and counts its instructions.
@inline(never) func countedByCallgrind<Result>(_ body: () throws -> Result) rethrows -> Result {
  try body()
}
