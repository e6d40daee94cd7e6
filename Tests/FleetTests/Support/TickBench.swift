import AMQP
import Fleet
import Foundation
import Messages
import RideStore
import Rides
import SQLiteStore
import Synchronization

/// A ticker with a scripted broker, a real store and a scripted tick, and the log that it writes.
struct TickBench {
  let stopSignal = StopSignal()
  let script: Script
  let ticks: ScriptedTicks
  let log = LogLines()
  let health = LaneHealth()
  var confirmTimeout = Duration.seconds(60)
  var holder = "test"
  let clock = ScriptedAnswers()
  private let folder: URL

  /// The commands that each tick gives, seconds apart by the clock that the ticker is given; the
  /// last one stops it.
  init(_ answers: [Result<[String], StoreError>], secondsApart: Int = 1) throws {
    script = Script(stopSignal)
    ticks = ScriptedTicks(answers, secondsApart: secondsApart, stopSignal)
    folder = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  var path: String { folder.appending(path: "livery.sqlite").path }

  /// Runs the ticker until it stops, over a store that is migrated unless it shall be missing.
  func run(
    withStore: Bool = true,
    prepare: (any RideStore) throws(StoreError) -> Void = { _ in },
    before: @escaping @Sendable (any RideStore) throws(StoreError) -> Void = { _ in }
  ) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    if withStore {
      try SQLiteStore.migrate(path: path)
      try prepare(SQLiteStore(path: path))
    }
    var ticker = Ticker(
      transport: ScriptedTransport(script: script), location: .sqlite(path: path),
      tick: { [ticks] store, now throws(StoreError) in
        try before(store)
        return try ticks.next()
      },
      lease: TaskLease("ticks", holder: holder, seconds: 6),
      settings: TickerSettings(
        interval: .zero, busyInterval: .zero, confirmTimeout: confirmTimeout, turn: .zero,
        backoff: Backoff(base: 1e-6, cap: 1e-3)),
      stopSignal: stopSignal, log: log.log, health: health,
      clock: { [ticks, clock] in clock.next ?? true ? ticks.turn() : nil })
    ticker.run()
  }

  /// The identifiers of the commands of each batch that was handed to the broker.
  var published: [[String]] {
    script.published.map { $0.map { $0.properties.messageID ?? "" } }
  }
}

/// What a tick finds, time after time; the last finding ends the test.
final class ScriptedTicks: Sendable {
  private let state: Mutex<(answers: [Result<[String], StoreError>], asked: Int, turns: Int)>
  private let secondsApart: Int
  private let stopSignal: StopSignal

  init(
    _ answers: [Result<[String], StoreError>], secondsApart: Int, _ stopSignal: StopSignal
  ) {
    state = Mutex((answers, 0, 0))
    self.secondsApart = secondsApart
    self.stopSignal = stopSignal
  }

  var asked: Int { state.withLock { $0.asked } }

  /// The moment of the next turn.
  func turn() -> Instant {
    let turns = state.withLock { state in
      defer { state.turns += 1 }
      return state.turns
    }
    return Instant(seconds: 1_800_000_000).advanced(bySeconds: turns * secondsApart)
  }

  func next() throws(StoreError) -> [Publication] {
    let answer = state.withLock { state in
      state.asked += 1
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else {
      stopSignal.stop()
      return []
    }
    return try answer.get().map(ScriptedTicks.command)
  }

  static func command(_ name: String) -> Publication {
    Publication(
      exchange: Role.fleet.exchange, routingKey: "ride.due", mandatory: true,
      properties: MessageProperties(messageID: name), body: Array(name.utf8))
  }
}
