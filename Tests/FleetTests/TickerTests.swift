import AMQP
import Fleet
import Messages
import RideStore
import Rides
import SQLiteStore
import Testing

@Suite("A ticker")
struct TickerTests {
  @Test("publishes what is due, with confirms, over a connection that it opens when it needs one")
  func publishes() throws {
    let bench = try TickBench([.success([]), .success(["a", "b"]), .success(["c"])])
    bench.script.progress = [.success(.working)]
    try bench.run()
    #expect(
      bench.script.calls == [
        .idle, .connect, .begin(2), .advance, .advance, .idle, .begin(1), .advance, .idle, .idle,
        .close,
      ])
    #expect(bench.published == [["a", "b"], ["c"]])
    #expect(bench.log.count(.commandsPublished) == 2)
  }

  @Test("does not publish a command again at each tick, but after seconds that double")
  func repeats() throws {
    let bench = try TickBench(Array(repeating: .success(["a"]), count: 40))
    try bench.run()
    // At the ticks 1, 6, 16 and 36, which are a second apart.
    #expect(bench.published == [["a"], ["a"], ["a"], ["a"]])
  }

  @Test("retries when the store has not answered, and logs it once")
  func storeIsAway() throws {
    let bench = try TickBench([
      .success(["a"]), .failure(.away), .failure(.away), .success(["b"]), .failure(.away),
    ])
    try bench.run()
    #expect(bench.published == [["a"], ["b"]])
    #expect(bench.log.count(.tickFailed) == 2)
  }

  @Test("rests between attempts at a store that is not there")
  func storeIsMissing() throws {
    let bench = try TickBench([.success(["a"])])
    try bench.run(withStore: false)
    // The script stops who goes round for ever.
    #expect(Set(bench.script.calls.map(\.isIdle)) == [true, false])
    #expect(bench.script.steps.count { !$0.isIdle } == 1, "it closes, and does nothing else")
    #expect(bench.ticks.asked == 0)
    #expect(bench.log.count(.tickFailed) == 1)
  }

  @Test("publishes again what a lost connection may have lost")
  func brokerIsLost() throws {
    let bench = try TickBench(Array(repeating: .success(["a"]), count: 2))
    bench.script.progress = [.failure(.lost)]
    bench.script.connects = [nil, .lost]
    try bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(1), .disconnect, .idle, .connect, .disconnect, .idle, .connect, .begin(1),
        .idle, .idle, .close,
      ])
    #expect(bench.published == [["a"], ["a"]])
    #expect(bench.log.count(.tickerConnectionLost) == 2)
  }

  @Test("looks for nothing that is due while its clock is wrong")
  func wrongClock() throws {
    let bench = try TickBench([.success(["a"])])
    bench.clock.are(false, false, false)
    let ticks = bench.ticks
    bench.script.onCall = { call in
      if bench.script.calls.count == 3 { #expect(ticks.asked == 0) }
    }
    try bench.run()
    #expect(bench.script.calls.prefix(4) == [.idle, .idle, .idle, .connect])
    #expect(bench.published == [["a"]])
  }

  @Test("publishes nothing while another has the lease, and what is due after its end")
  func leaseOfAnother() throws {
    let bench = try TickBench([.success(["a"])])
    let noon = Instant(seconds: 1_800_000_000)
    try bench.run(prepare: { store throws(StoreError) in
      var lease = TaskLease("ticks", holder: "other", seconds: 6)
      _ = try lease.isHeld(in: store, at: noon)
    })
    // It asks at the seconds 0, 2, 4 and 6, the last of which is the end of the other's lease.
    #expect(bench.script.calls.prefix(7) == [.idle, .idle, .idle, .idle, .idle, .idle, .connect])
    #expect(bench.published == [["a"]])
  }

  @Test("publishes without the lease when the store refuses to grant one")
  func refusedLease() throws {
    var bench = try TickBench([.success(["a"]), .success(["b"])])
    // No store takes such a name; a role without the right to leases is refused in the same way.
    bench.holder = "\0"
    try bench.run()
    #expect(bench.published == [["a"], ["b"]])
    #expect(bench.log.count(.tickFailed) == 0)
  }

  @Test("leaves the lease to another when it has lost the broker, and when it ends")
  func leavesLease() throws {
    let bench = try TickBench(Array(repeating: .success(["a"]), count: 2), secondsApart: 0)
    let (script, path) = (bench.script, bench.path)
    script.progress = [.failure(.lost)]
    script.connects = [nil, .lost]
    var granted: [Bool] = []
    script.onCall = { call in
      guard call == .connect || call == .close else { return }
      var lease = TaskLease("ticks", holder: "other", seconds: 6)
      guard let store = try? SQLiteStore(path: path) else { return }
      let noon = Instant(seconds: 1_800_000_000)
      granted.append((try? lease.isHeld(in: store, at: noon)) ?? false)
      lease.giveUp(in: store, at: noon)
    }
    try bench.run()
    #expect(bench.published == [["a"], ["a"]])
    // The first connect comes with the lease, the others before it; at the close it is given up.
    #expect(granted == [false, true, true, true])
  }

  @Test("gives up a connection that does not confirm")
  func unconfirmed() throws {
    var bench = try TickBench(Array(repeating: .success(["a"]), count: 2))
    bench.confirmTimeout = .zero
    bench.script.progress = [.success(.working)]
    try bench.run()
    #expect(
      bench.script.steps
        == [.connect, .begin(1), .disconnect, .idle, .connect, .begin(1), .idle, .idle, .close])
  }

  @Test("publishes nothing while the broker is blocked")
  func blocked() throws {
    let bench = try TickBench(Array(repeating: .success(["a"]), count: 2))
    bench.script.blocks = [true, false]
    try bench.run()
    #expect(bench.script.steps == [.connect, .idle, .begin(1), .idle, .idle, .close])
    #expect(bench.log.count(.brokerBlocked) == 1)
    #expect(bench.log.count(.brokerUnblocked) == 1)
  }

  @Test(
    "publishes again what the broker gave back or refused, and not what can never be sent",
    arguments: [(PublishFailure.Kind.returned, 2), (.refused, 2), (.unsendable, 1)])
  func failures(_ kind: PublishFailure.Kind, _ times: Int) throws {
    let bench = try TickBench(Array(repeating: .success(["a", "b"]), count: 2))
    bench.script.progress = [.settled(2, [.failed(1, kind)])]
    try bench.run()
    #expect(bench.published == [["a", "b"], ["b"]].prefix(times).map(\.self))
    #expect(bench.log.count(.publicationsRefused) == 1)
  }

  @Test("turns while it works, and is not stuck when it has ended")
  func health() throws {
    let bench = try TickBench([.success(["a"])])
    let health = bench.health
    bench.script.onCall = { _ in #expect(health.now.lastTurn != nil) }
    try bench.run()
    #expect(bench.script.calls.contains(.begin(1)))
    #expect(health.now.lastTurn == nil)
  }

  @Test("stops at once, even with unconfirmed publications")
  func stops() throws {
    let bench = try TickBench([.success(["a"])])
    let script = bench.script
    script.progress = Array(repeating: .success(.working), count: 100)
    script.onCall = { call in
      if script.calls.count(where: { $0 == .advance }) == 3 { script.stopSignal.stop() }
    }
    try bench.run()
    #expect(script.calls.count { $0 == .advance } == 3)
    #expect(script.steps.last == .close)
  }

  @Test("A tick that would write traps")
  func writes() async {
    await #expect(processExitsWith: .failure) {
      let bench = try TickBench([])
      try bench.run { store throws(StoreError) in
        _ = try store.pruneOutcomes(olderThanDays: 1, at: Instant(seconds: 0), limit: 1)
      }
    }
  }
}

extension Call {
  fileprivate var isIdle: Bool { self == .idle }
}

@Suite("What a ticker has sent")
struct SentCommandsTests {
  private static let noon = Instant(seconds: 1_800_000_000)

  @Test("A command that is found twice at once is sent once")
  func twice() {
    let (a, b) = (ScriptedTicks.command("a"), ScriptedTicks.command("b"))
    var sent = SentCommands()
    #expect(sent.due([a, b, a], at: Self.noon) == [a, b])
  }

  @Test(
    "A command rests for 5 seconds, and longer after each time",
    arguments: [(1, 5), (2, 10), (3, 20), (4, 40), (5, 80), (6, 80)])
  func rests(_ times: Int, _ pause: Int) {
    let a = ScriptedTicks.command("a")
    var (sent, now) = (SentCommands(), Self.noon)
    for _ in 1...times {
      now = now.advanced(bySeconds: 100)
      sent.record([a], at: now)
    }
    #expect(sent.due([a], at: now.advanced(bySeconds: pause - 1)) == [])
    #expect(sent.due([a], at: now.advanced(bySeconds: pause)) == [a])
  }

  @Test("A clock that is set back keeps no command from being sent")
  func clockSetBack() {
    let a = ScriptedTicks.command("a")
    var sent = SentCommands()
    sent.record([a], at: Self.noon)
    #expect(sent.due([a], at: Self.noon.advanced(bySeconds: -3600)) == [a])
  }

  @Test("What was long not asked for is forgotten")
  func forgets() {
    var sent = SentCommands()
    sent.record((1...10).map { ScriptedTicks.command("\($0)") }, at: Self.noon)
    _ = sent.due([], at: Self.noon.advanced(bySeconds: 9))
    #expect(sent.count == 10)
    _ = sent.due([], at: Self.noon.advanced(bySeconds: 10))
    #expect(sent.count == 0)
  }
}
