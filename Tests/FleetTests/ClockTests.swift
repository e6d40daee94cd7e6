import RideStore
import Rides
import Synchronization
import Testing

@testable import Fleet

private let noon = Instant(seconds: 1_800_000_000)

@Suite("How far a clock is from the database's")
struct ClockReadingTests {
  @Test(
    "Clocks agree unless they differ by more than the limit for certain",
    arguments: [
      (0, 0, true), (30, 0, true), (31, 0, false), (-30, 0, true), (-31, 0, false),
      (2_400, 0, false), (-2_400, 0, false),
      // The answer took so long that the database's clock may have been read at any time.
      (0, 60, true), (60, 60, true), (61, 60, false), (-60, 60, true), (-61, 60, false),
    ])
  func agrees(_ ahead: Int, _ roundTrip: Int, _ agree: Bool) {
    // The database reads its clock at noon, half way.
    let own = noon.advanced(bySeconds: ahead + roundTrip / 2)
    let reading = ClockReading(own: own, database: noon, roundTrip: Double(roundTrip))
    #expect(reading.secondsAhead == Double(ahead))
    #expect(reading.agrees(within: 30) == agree)
  }
}

@Suite("The clock of a worker")
struct ClockWatchTests {
  /// A wall clock and a monotonic clock, in seconds.
  private final class Clocks: Sendable {
    private let state = Mutex((wall: 0, steady: 0))
    private let epoch = ContinuousClock.now

    func set(by seconds: Int) { state.withLock { $0.wall += seconds } }
    func pass(_ seconds: Int) {
      state.withLock {
        $0.wall += seconds
        $0.steady += seconds
      }
    }
    var wall: Instant { noon.advanced(bySeconds: state.withLock(\.wall)) }
    var steady: ContinuousClock.Instant { epoch + .seconds(state.withLock(\.steady)) }
    /// What a clock shows that was never set.
    var truth: Instant { noon.advanced(bySeconds: state.withLock(\.steady)) }
  }

  private let clocks = Clocks()
  private let watch: ClockWatch

  init() {
    watch = ClockWatch(
      limitSeconds: 30, wall: { [clocks] in clocks.wall }, steady: { [clocks] in clocks.steady })
  }

  @Test("is its own where there is nothing to compare it with")
  func alone() throws {
    clocks.set(by: 3_600)
    #expect(watch.now() == clocks.wall)
    try watch.compare { nil }
    #expect(watch.now() == clocks.wall)
    #expect(watch.reading == nil)
  }

  @Test("that is wrong is none, from the first comparison on", arguments: [2_400, -2_400, 31, -31])
  func wrong(_ seconds: Int) throws {
    clocks.set(by: seconds)
    try watch.compare { clocks.truth }
    #expect(watch.now() == nil)
    #expect(watch.reading?.secondsAhead == Double(seconds))
    clocks.set(by: -seconds)
    #expect(watch.now() == noon)
  }

  @Test("that is set wrong between two comparisons is noticed before the next")
  func stepped() throws {
    try watch.compare { clocks.truth }
    clocks.pass(3_600)
    #expect(watch.now() == clocks.wall)
    clocks.set(by: 31)
    #expect(watch.now() == nil)
    clocks.set(by: -1)
    #expect(watch.now() == clocks.wall)
  }

  @Test("is judged by what the database said last, and by that when it does not answer")
  func lastAnswer() throws {
    try watch.compare { clocks.truth.advanced(bySeconds: 60) }
    #expect(watch.now() == nil)
    #expect(throws: StoreError.self) {
      try watch.compare { () throws(StoreError) in throw StoreError.away }
    }
    #expect(watch.now() == nil)
    try watch.compare { clocks.truth }
    #expect(watch.now() == clocks.wall)
  }

  @Test("that is wrong makes a worker unready, and is named")
  func readiness() throws {
    let health = FleetHealth(lanes: [], stopSignal: StopSignal(), clock: watch)
    health.recordStore(answers: true)
    try watch.compare { clocks.truth }
    #expect(health.answers().readiness.isReady)
    clocks.set(by: 2_400)
    #expect(health.answers().readiness.missing.map(\.what) == ["clock"])
    #expect(health.answers().liveness.isLive)
  }
}
