import Rides
import Testing

@Suite("Which ride of a rider is the current one") struct RideProgressTests {
  private func progress(
    _ phase: RidePhase, created: Int = -60, search: Int = -60
  ) -> RideProgress {
    RideProgress(
      phase: phase, searchFrom: Fixture.now.advanced(bySeconds: search),
      createdAt: Fixture.now.advanced(bySeconds: created), at: Fixture.now)
  }

  @Test("A9: An ended ride, one booked ahead, one that waits, and then by phase")
  func steps() {
    let steps =
      [progress(.completed, created: -1), progress(.received, search: 3_600)]
      + [.received, .confirmed, .approachingPickup, .pickup, .ongoing].map { progress($0) }
    #expect(steps.sorted() == steps)
  }

  @Test("Of rides booked ahead it is the next one, of others the newest")
  func among() {
    #expect(progress(.received, search: 7_200) < progress(.received, created: -90, search: 3_600))
    #expect(progress(.confirmed, created: -9) < progress(.confirmed, created: -8))
  }

  @Test("A ride for now is never ahead, whatever the clock of the worker that booked it")
  func clocks() {
    #expect(progress(.received, search: 60) < progress(.received, created: 60, search: 60))
  }
}
