import AMQP
import Fleet
import Messages
import RideStore
import Testing

@Suite("A lane whose store does not answer for a while")
struct LaneAwayTests {
  @Test("It leaves its messages to others once, and comes back when its store has answered")
  func leaves() {
    let bench = Self.bench(batches: 2, 1)
    bench.handler.failures = [.away]
    bench.handler.checks = [.away, .away, .away]
    var ready: [Bool] = []
    bench.script.onCall = { call in
      if [.take, .close, .connect].contains(call) { ready.append(bench.health.now.storeAnswers) }
    }
    bench.run()
    #expect(
      bench.script.calls == [
        .connect, .take, .idle, .close, .connect, .begin(2), .advance, .take, .begin(1), .advance,
        .acknowledge(3), .take, .close,
      ])
    #expect(bench.handler.batches == [[1, 2], [0, 0], [3]], "what is in doubt is handled again")
    #expect(bench.handler.repeats == [false, true, false])
    #expect(ready == [true, true, false, false, true, true, true])
    #expect(bench.log.count(.storeUnavailable) == 1)
    #expect(bench.log.count(.storeRecovered) == 1)
    #expect(bench.log.count(.laneConnectionLost) == 0)
  }

  @Test("A store that answers, but fails for one batch, keeps the lane with its messages")
  func failsForOneBatch() {
    let bench = Self.bench(batches: 2)
    bench.handler.failures = [.away, .away, .away]
    bench.run()
    #expect(
      bench.script.steps == [.connect, .idle, .idle, .idle, .begin(2), .acknowledge(2), .close])
  }

  @Test("A store that denies a right of this user is left until it permits the same batch")
  func isDenied() {
    let bench = Self.bench(batches: 2)
    bench.handler.failures = [.denied, .denied]
    bench.run()
    #expect(bench.script.steps == [.connect, .idle, .close, .connect, .begin(2), .close])
    #expect(bench.handler.batches == [[1, 2], [0, 0], [0, 0], [0, 0]], "also for its answers")
  }

  @Test("A lane that keeps its messages never leaves")
  func keeps() {
    var bench = LaneBench(batches: 2)
    bench.storePatience = nil
    bench.handler.failures = [.denied, .away]
    bench.handler.checks = [.away, .away]
    bench.run()
    #expect(bench.script.steps == [.connect, .idle, .idle, .begin(2), .acknowledge(2), .close])
  }

  @Test("The pauses begin again with each outage")
  func pausesBeginAgain() {
    let bench = LaneBench(batches: 2)
    bench.missed.are(true, true)
    bench.handler.checks = [.away, nil, .away, nil]
    bench.run()
    let pauses = bench.log.texts.filter { $0.contains(LogEvent.laneWaiting.rawValue) }
    #expect(pauses.count == 2)
    #expect(pauses.allSatisfy { $0.contains("\"attempt\":1,") }, "\(pauses)")
  }

  @Test("A store that fails for less time than the lane's patience keeps it with its messages")
  func failsShortly() {
    let bench = LaneBench(batches: 2)
    bench.handler.failures = [.away, .away]
    bench.handler.checks = [.away, .away]
    bench.run()
    #expect(bench.script.steps == [.connect, .idle, .idle, .begin(2), .acknowledge(2), .close])
  }

  @Test("A batch that is published is finished before the lane leaves")
  func finishesTheBatchBefore() {
    let bench = Self.bench(batches: 2)
    bench.script.batchesAhead = [bench.script.batches[0].map { $0.copy(deliveryTag: 9) }]
    bench.script.progress = [.success(.working)]
    bench.handler.failures = [nil, .away]
    bench.handler.checks = [.away]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .acknowledge(2), .idle, .close, .connect, .begin(2), .close,
      ])
  }

  @Test("Without messages it leaves when the worker misses the store, if it does not answer")
  func leavesWithoutMessages() {
    let bench = LaneBench(batches: 2)
    bench.missed.are(true, true)
    bench.handler.checks = [nil, .away, .away, .away]
    bench.script.batches.insert([], at: 0)
    var ready: [Bool] = []
    bench.script.onCall = { call in
      if call == .close || call == .begin(2) { ready.append(bench.health.now.storeAnswers) }
    }
    bench.run()
    #expect(
      bench.script.calls == [
        .connect, .take, .close, .connect, .take, .begin(2), .advance, .acknowledge(2), .take,
        .close,
      ])
    #expect(ready == [false, true, true])
    #expect(bench.log.count(.storeUnavailable) == 1)
    #expect(bench.log.count(.storeRecovered) == 1)
  }

  @Test("A stop while it is away ends it")
  func stops() {
    let bench = Self.bench(batches: 2)
    bench.handler.failures = [.away]
    bench.handler.checks = [.away, .away, .away]
    bench.script.onCall = { if $0 == .close { bench.stopSignal.stop() } }
    bench.run()
    #expect(bench.script.calls == [.connect, .take, .idle, .close, .close])
    #expect(bench.handler.checks.count == 2, "it does not look any more")
  }

  @Test("A broker that is lost while it comes back changes nothing for what is in doubt")
  func brokerFails() {
    let bench = Self.bench(batches: 2)
    bench.handler.failures = [.away]
    bench.handler.checks = [.away]
    bench.script.connects = [nil, .lost]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .idle, .close, .connect, .disconnect, .connect, .begin(2), .close,
      ])
    #expect(bench.handler.batches == [[1, 2], [0, 0]])
  }

  /// A lane whose patience with its store is over at once.
  private static func bench(batches sizes: Int...) -> LaneBench {
    var bench = LaneBench(sizes)
    bench.storePatience = .zero
    return bench
  }
}
