import AMQP
import Fleet
import Messages
import RideStore
import Testing

@Suite("A lane that handles a batch while the one before is confirmed")
struct LaneAheadTests {
  @Test(
    "The next batch is published after the confirms of the first, and acknowledged after its own")
  func order() {
    let bench = Self.bench()
    var handled: [Int] = []
    bench.script.onCall = { _ in handled.append(bench.handler.batches.count) }
    bench.run()
    #expect(
      bench.script.calls == [
        .connect, .take, .begin(2), .advance, .takeAhead, .advance, .acknowledge(2),
        .begin(2), .advance, .acknowledge(4), .take, .close,
      ])
    #expect(bench.handler.batches == [[1, 2], [3, 4]])
    #expect(handled[5] == 2, "the second was handled before the first was waited for")
  }

  @Test("The batch after it is acknowledged while no third batch is received")
  func noMoreThanTwo() {
    let bench = Self.bench()
    bench.script.batchesAhead.append(Self.deliveries(5...6))
    bench.script.progress = [.success(.working), .settled(2, []), .success(.working)]
    bench.run()
    #expect(
      bench.script.calls == [
        .connect, .take, .begin(2), .advance, .takeAhead, .advance, .acknowledge(2),
        .begin(2), .advance, .takeAhead, .advance, .acknowledge(4),
        .begin(2), .advance, .acknowledge(6), .take, .close,
      ])
  }

  @Test("Nothing is received ahead after a single message, or a redelivered one")
  func alone() {
    let single = LaneBench(batches: 1)
    single.script.progress = [.success(.working)]
    single.run()
    #expect(!single.script.calls.contains(.takeAhead))

    let again = LaneBench(batches: 2)
    again.script.batches[0][1] = again.script.batches[0][1].copy(redelivered: true)
    again.script.progress = [.success(.working)]
    again.run()
    #expect(!again.script.calls.contains(.takeAhead))
  }

  @Test("Nothing is received ahead while the lane stops, and received batches are finished")
  func stops() {
    let stopped = Self.bench()
    stopped.handler.onHandle = { stopped.stopSignal.stop() }
    stopped.run()
    #expect(!stopped.script.calls.contains(.takeAhead))
    #expect(stopped.script.steps == [.connect, .begin(2), .acknowledge(2), .close])

    let taken = Self.bench()
    taken.script.onCall = { if $0 == .takeAhead { taken.stopSignal.stop() } }
    taken.run()
    #expect(
      taken.script.steps == [
        .connect, .begin(2), .acknowledge(2), .begin(2), .acknowledge(4), .close,
      ])
  }

  @Test("When the store fails the batch before is finished, and only the next is handled again")
  func storeFails() {
    let bench = Self.bench()
    bench.handler.failures = [nil, .away]
    bench.run()
    #expect(bench.handler.batches == [[1, 2], [3, 4], [3, 4]])
    #expect(bench.handler.repeats == [false, false, true])
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .acknowledge(2), .idle, .begin(2), .acknowledge(4), .close,
      ])
  }

  @Test("What the broker refuses of the first batch is published again before the next")
  func refused() {
    let bench = Self.bench()
    bench.handler.exchange = Exchange.events
    bench.script.progress = [
      .success(.working), .settled(2, [.failed(0, .refused)]), .settled(1, []),
    ]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .idle, .begin(1), .acknowledge(2), .begin(2), .acknowledge(4), .close,
      ])
  }

  @Test("When the broker is lost both batches are forgotten, and the changes of both are owed")
  func bothOwed() {
    let bench = Self.bench()
    bench.handler.exchange = Exchange.events
    bench.script.progress = [.success(.working), .failure(.lost)]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .disconnect, .connect, .begin(2), .begin(2), .close,
      ])
    #expect(
      bench.script.published.suffix(2).map { $0.map(\.body) } == [[[1], [2]], [[3], [4]]])
  }

  @Test("When the acknowledgement fails only the changes of the next batch are owed")
  func acknowledgeFails() {
    let bench = Self.bench()
    bench.handler.exchange = Exchange.events
    bench.script.acknowledgements = [.lost]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .acknowledge(2), .disconnect, .connect, .begin(2), .close,
      ])
    #expect(bench.script.published.last?.map(\.body) == [[3], [4]])
  }

  @Test("When the store fails and the broker is lost the first is owed, the next handled again")
  func storeAndBrokerFail() {
    let bench = Self.bench()
    bench.handler.exchange = Exchange.events
    bench.handler.failures = [nil, .away]
    bench.script.progress = [.success(.working), .failure(.lost)]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .disconnect, .connect, .begin(2), .begin(2), .close,
      ])
    #expect(
      bench.script.published.suffix(2).map { $0.map(\.body) } == [[[1], [2]], [[3], [4]]])
  }

  @Test(
    "A clock that goes wrong before the next batch is handled leaves the changes of the first owed")
  func wrongClock() {
    let bench = Self.bench()
    bench.handler.exchange = Exchange.events
    // It connects, takes, is asked for the metrics, handles, takes ahead, is asked, and is wrong.
    bench.clock.are(true, true, true, true, true, true, false, false)
    bench.run()
    #expect(bench.handler.batches == [[1, 2]])
    #expect(
      bench.script.steps == [.connect, .begin(2), .close, .disconnect, .connect, .begin(2), .close])
    #expect(bench.script.published.last?.map(\.body) == [[1], [2]])
  }

  @Test(
    "A publishing connection lost meanwhile is reopened, and the first batch is published first"
  )
  func publisherLost() {
    let bench = Self.bench()
    bench.handler.exchange = Exchange.events
    bench.script.onCall = { if $0 == .takeAhead { bench.script.publisherIsLost = true } }
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .reopenPublisher, .begin(2), .acknowledge(2), .begin(2),
        .acknowledge(4), .close,
      ])
    #expect(
      bench.script.published.map { $0.map(\.body) } == [[[1], [2]], [[1], [2]], [[3], [4]]])
  }

  /// A lane that takes two messages, and two more while the first are confirmed.
  private static func bench() -> LaneBench {
    let bench = LaneBench(batches: 0)
    bench.script.batches = [deliveries(1...2)]
    bench.script.batchesAhead = [deliveries(3...4)]
    bench.script.progress = [.success(.working)]
    return bench
  }

  /// Messages whose bodies are their tags.
  private static func deliveries(_ tags: ClosedRange<UInt64>) -> [Delivery] {
    tags.map { tag in
      Delivery(
        deliveryTag: tag, redelivered: false, exchange: Role.riders.exchange,
        routingKey: "list-ride-options.handle", properties: MessageProperties(),
        body: [UInt8(tag)])
    }
  }
}
