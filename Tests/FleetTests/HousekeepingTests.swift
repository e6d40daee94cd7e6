import Foundation
import RideStore
import Rides
import SQLiteStore
import Testing

@testable import Fleet

@Suite("Housekeeping")
struct HousekeepingTests {
  private static let noon = Instant(seconds: 1_800_000_000)
  private let folder: URL
  private let lines = LogLines()
  private let store: SQLiteStore
  /// Holds the lock for writing, so that no other connection can write.
  private let writer: SQLiteStore

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "livery.sqlite").path
    try SQLiteStore.migrate(path: path)
    store = try SQLiteStore(path: path, busyTimeout: .zero)
    writer = try SQLiteStore(path: path, busyTimeout: .zero)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test("that fails is retried after a minute, counted, and logged once for each reason")
  func fails() throws {
    defer { remove() }
    var housekeeping = Housekeeping(afterSeconds: 60, log: lines.log)
    func run(after minutes: Int) {
      housekeeping.run(store, at: Self.noon.advanced(bySeconds: 60 * minutes))
    }
    run(after: -1)
    #expect(lines.count(.outcomesPruned) + lines.count(.housekeepingFailed) == 0)
    try writer.begin(.write)
    for minute in 0...2 {
      run(after: minute)
      run(after: minute)
    }
    #expect(housekeeping.failures == HousekeepingFailures(since: Self.noon.rfc3339, count: 3))
    #expect(lines.count(.housekeepingFailed) == 1)
    remove()
    run(after: 3)
    #expect(housekeeping.failures?.count == 4)
    #expect(lines.count(.housekeepingFailed) == 2)
    #expect(lines.count(.housekeepingRecovered) == 0)
  }

  @Test("deletes the dead letters that are older than their days, in portions")
  func deadLetters() throws {
    defer { remove() }
    let letters = (0...Housekeeping.pruneLimit).map { letter("old-\($0)", days: 3) }
    try store.transaction(.write) { () throws(StoreError) in
      try store.insert(letters + [letter("new", days: 1)])
    }
    var housekeeping = Housekeeping(afterSeconds: 0, deadLetterDays: 2, log: lines.log)
    let all = DeadLetterFilter(limit: 2_000)
    for (second, left) in [(0, 2), (1, 1), (601, 1)] {
      housekeeping.run(store, at: Self.noon.advanced(bySeconds: second))
      #expect(try store.deadLetters(matching: all).count == left)
    }
    #expect(lines.count(.deadLettersPruned) == 2)
  }

  /// A letter that was stored so many days ago.
  private func letter(_ name: String, days: Int) -> DeadLetterRecord {
    DeadLetterRecord(
      identifier: DeadLetterIdentifier(name), queue: "q",
      fault: .init(reason: "r", message: "", path: nil, failedAt: Self.noon, worker: nil),
      type: nil, exchange: nil, messageIdentifier: nil, correlationIdentifier: nil,
      subject: .init(), storedAt: Self.noon.advanced(bySeconds: -days * 86_400),
      properties: Array("{}".utf8), body: [])
  }

  @Test("that succeeds again is logged with the number of its failures, and forgotten")
  func recovers() throws {
    defer { remove() }
    var housekeeping = Housekeeping(afterSeconds: 60, log: lines.log)
    housekeeping.run(store, at: Self.noon.advanced(bySeconds: -60))
    try writer.begin(.write)
    housekeeping.run(store, at: Self.noon)
    #expect(housekeeping.failures?.count == 1)
    writer.rollBack()
    housekeeping.run(store, at: Self.noon.advanced(bySeconds: 60))
    #expect(housekeeping.failures == nil)
    #expect(lines.count(.housekeepingRecovered) == 1)
  }
}
