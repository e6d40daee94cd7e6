import Foundation
import RideStore
import Rides
import SQLiteStore
import Testing

@testable import Fleet

@Suite("The figures of the fleet") struct FigureReporterTests {
  private static let noon = Instant(seconds: 1_800_000_000)
  private let folder: URL
  private let lines = LogLines()
  private let store: SQLiteStore

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "livery.sqlite").path
    try SQLiteStore.migrate(path: path)
    store = try SQLiteStore(path: path, busyTimeout: .zero)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  private func after(_ seconds: Int) -> Instant { Self.noon.advanced(bySeconds: seconds) }

  private func isReporting(_ cache: FigureCache) -> Bool {
    var samples = MetricSamples()
    cache.addSamples(to: &samples)
    return samples.text.contains("\nlivery_fleet_reporter 1\n")
  }

  @Test("One worker at a time reports them; another takes over at its stop, or after 30 s")
  func oneAtATime() {
    defer { remove() }
    let boards = (0..<2).map { _ in FigureCache() }
    var reporters = boards.enumerated().map {
      FigureReporter(holder: "worker-\($0)", cache: $1, log: lines.log)
    }
    func run(at seconds: Int) -> [Bool] {
      for index in reporters.indices { reporters[index].run(store, at: after(seconds)) }
      return boards.map(isReporting)
    }
    #expect(run(at: 0) == [true, false])
    #expect(run(at: 10) == [true, false], "the lease is renewed")
    reporters[0].end(store, at: after(11))
    #expect(boards.map(isReporting) == [false, false])
    // The first one does not come back.
    reporters[1].run(store, at: after(20))
    #expect(boards.map(isReporting) == [false, true])
    // The second dies without a word.
    reporters[0].run(store, at: after(49))
    #expect(!isReporting(boards[0]))
    reporters[0].run(store, at: after(60))
    #expect(isReporting(boards[0]))
  }

  @Test("Figures older than the lease are not shown, as when the store is away")
  func stale() {
    defer { remove() }
    let cache = FigureCache()
    let lease = Duration.seconds(FigureReporter.leaseSeconds)
    cache.post(FleetFigures(), at: Self.noon, postedAt: .now - lease + .seconds(20))
    #expect(isReporting(cache))
    cache.post(FleetFigures(), at: Self.noon, postedAt: .now - lease)
    #expect(!isReporting(cache))
  }

  @Test("Every phase and every state is there from the start, with 0")
  func zeros() {
    defer { remove() }
    let cache = FigureCache()
    var reporter = FigureReporter(holder: "worker", cache: cache, log: lines.log)
    reporter.run(store, at: Self.noon)
    var samples = MetricSamples()
    cache.addSamples(to: &samples)
    for line in [
      "livery_rides{phase=\"received\"} 0", "livery_longest_wait_seconds 0",
      "livery_oldest_charge_age_seconds{kind=\"refund\",state=\"failed\"} 0",
      "livery_stored_dead_letters{state=\"dead\"} 0", "livery_observers 0",
    ] {
      #expect(samples.text.contains("\(line)\n"), "\(line)")
    }
    #expect(!samples.text.contains("completed"))
  }

  @Test("What cannot be read is not shown, and is logged once for each reason")
  func failing() throws {
    defer { remove() }
    let cache = FigureCache()
    var reporter = FigureReporter(holder: "worker", cache: cache, log: lines.log)
    reporter.run(store, at: Self.noon)
    #expect(isReporting(cache))
    let writer = try SQLiteStore(
      path: folder.appending(path: "livery.sqlite").path, busyTimeout: .zero)
    try writer.begin(.write)
    reporter.run(store, at: after(10))
    reporter.run(store, at: after(20))
    #expect(!isReporting(cache))
    #expect(lines.count(.figuresFailed) == 1)
    writer.rollBack()
    reporter.run(store, at: after(30))
    #expect(isReporting(cache))
  }
}
