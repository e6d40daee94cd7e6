import AMQP
import Fleet
import Messages
import Testing

@Suite("A lane whose messages cannot be published")
struct LanePublishingTests {
  @Test("A response to a lost requester is reported, and the batch is acknowledged")
  func returnedResponse() {
    let bench = LaneBench(batches: 2)
    bench.script.progress = [.settled(2, [.failed(1, .returned)])]
    bench.run()
    #expect(bench.script.steps == [.connect, .begin(2), .acknowledge(2), .close])
    #expect(bench.log.count(.responseDropped) == 1)
    #expect(bench.handler.undelivered.map(\.routingKey) == ["replies"])
  }

  @Test("A response that AMQP cannot carry is dropped, and the batch is acknowledged")
  func unsendableResponse() {
    let bench = LaneBench(batches: 3)
    bench.script.progress = [.settled(3, [.failed(1, .unsendable)])]
    bench.run()
    #expect(bench.script.steps == [.connect, .begin(3), .acknowledge(3), .close])
    #expect(bench.log.count(.responseDropped) == 1)
    #expect(bench.handler.undelivered.count == 1)
  }

  @Test(
    "A message that must not be lost is published until a queue accepts it, then acknowledged",
    arguments: [Exchange.deadLetters, Exchange.events, Role.fleet.exchange],
    [PublishFailure.Kind.returned, .refused])
  func publishedAgain(_ exchange: String, _ kind: PublishFailure.Kind) {
    let bench = LaneBench(batches: 2)
    bench.handler.exchange = exchange
    bench.script.progress = [
      .settled(2, [.failed(0, kind), .failed(1, kind)]), .settled(2, [.failed(1, kind)]),
      .settled(1, [.failed(0, kind)]), .settled(1, []),
    ]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .idle, .begin(2), .idle, .begin(1), .idle, .begin(1),
        .acknowledge(2), .close,
      ])
    #expect(bench.log.count(.publicationsRefused) == 3)
    #expect(bench.log.texts.contains { $0.contains("312 NO_ROUTE") && $0.contains(exchange) })
  }

  @Test("The handler is not notified of unsendable publications that are no responses")
  func unsendableEvent() {
    let bench = LaneBench(batches: 1)
    bench.handler.exchange = Exchange.events
    bench.script.progress = [.settled(1, [.failed(0, .unsendable)])]
    bench.run()
    #expect(bench.log.count(.publicationDropped) == 1)
    #expect(bench.handler.undelivered.isEmpty)
  }

  @Test(
    "A delivery whose dead letter AMQP cannot carry is rejected, and the others acknowledged",
    arguments: [
      (0, [Call.reject(1), .acknowledge(3)]), (1, [.reject(2), .acknowledge(3)]),
      (2, [.reject(3), .acknowledge(2)]),
    ])
  func unsendableDeadLetter(_ place: Int, _ settled: [Call]) {
    let bench = LaneBench(batches: 3)
    bench.handler.exchange = Exchange.deadLetters
    bench.script.progress = [.settled(3, [.failed(place, .unsendable)])]
    bench.run()
    #expect(bench.script.steps == [.connect, .begin(3)] + settled + [.close])
  }

  @Test("A lane that fails to publish for long lets the others continue, and keeps publishing")
  func stuck() {
    var bench = LaneBench(batches: 1)
    bench.stuckAfter = .zero
    bench.handler.exchange = Exchange.events
    bench.script.progress = [.settled(1, [.failed(0, .returned)])]
    bench.run()
    #expect(
      bench.script.steps
        == [.connect, .begin(1), .yieldTurn, .idle, .begin(1), .acknowledge(1), .close])
  }

  @Test("A stop does not wait for a queue that accepts nothing; nothing is acknowledged")
  func stopAmidRefusals() {
    let bench = LaneBench(batches: 1)
    bench.handler.exchange = Exchange.events
    bench.script.progress = Array(
      repeating: .settled(1, [.failed(0, .refused)]), count: 50)
    var idles = 0
    bench.script.onCall = { call in
      if call == .idle { idles += 1 }
      if idles == 2 { bench.script.stopSignal.stop() }
    }
    bench.run()
    #expect(idles == 2)
    #expect(!bench.script.steps.contains { if case .acknowledge = $0 { true } else { false } })
  }

  @Test("Events left by a lost connection are published on the next, before anything is received")
  func owedEvents() {
    let bench = LaneBench(batches: 2)
    bench.handler.exchange = Exchange.events
    bench.script.progress = [.failure(.lost), .failure(.lost)]
    bench.run()
    let again: [Call] = [.disconnect, .connect, .begin(2)]
    #expect(bench.script.steps == [.connect, .begin(2)] + again + again + [.close])
    #expect(bench.handler.batches.count == 1, "nothing came again")
  }

  @Test(
    "Responses and dead letters left by a lost connection are for the next receiver of the message",
    arguments: [Exchange.default, Exchange.deadLetters])
  func owedResponses(_ exchange: String) {
    let bench = LaneBench(batches: 2)
    bench.handler.exchange = exchange
    bench.script.progress = [.failure(.lost)]
    bench.run()
    #expect(bench.script.steps == [.connect, .begin(2), .disconnect, .connect, .close])
  }

  @Test(
    "Publications without a confirm in time are published again, and alone, on another connection")
  func unconfirmed() {
    var bench = LaneBench(batches: 3)
    bench.confirmTimeout = .zero
    bench.handler.exchange = Exchange.events
    bench.script.confirmedInTime = [0, 2]
    bench.script.progress = [.success(.working), .success(.working)]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(3), .dropPublisher, .idle, .reopenPublisher, .begin(1), .acknowledge(3),
        .close,
      ])
  }

  @Test("A response that costs the connection each time is found, and given up after the third")
  func poisonousResponse() {
    let bench = LaneBench(batches: 3)
    bench.script.losesPublisherAlone = true
    bench.script.progress = [
      .failure(.closed(.internalError)), .settled(1, []), .failure(.closed(.internalError)),
      .failure(.closed(.internalError)), .failure(.closed(.internalError)), .settled(1, []),
    ]
    bench.run()
    let lost: [Call] = [.idle, .reopenPublisher]
    #expect(
      bench.script.steps
        == [.connect, .begin(3)] + lost + [.begin(1), .begin(1)] + lost + [.begin(1)] + lost
        + [.begin(1)] + lost + [.begin(1), .acknowledge(3), .close])
    #expect(bench.log.count(.responseDropped) == 1)
    #expect(bench.handler.undelivered.count == 1)
  }

  @Test(
    "A response is not given up for a connection that was lost through no fault of its own",
    arguments: [AMQPError.Code.connectionClosed, .timeout, .connectionForced, .accessRefused])
  func blamelessResponse(_ code: AMQPError.Code) {
    let bench = LaneBench(batches: 1)
    bench.script.losesPublisherAlone = true
    bench.script.progress = Array(repeating: .failure(.closed(code)), count: 5)
    bench.run()
    #expect(bench.log.count(.responseDropped) == 0)
    #expect(bench.script.published.map(\.count) == [1, 1, 1, 1, 1, 1])
    #expect(bench.script.steps.suffix(2) == [.acknowledge(1), .close])
  }

  @Test(
    "A response is not given up while no publishing connection can be opened",
    arguments: [AMQPError.Code.notAllowed, .accessRefused, .internalError, .socketError])
  func unopenedPublisher(_ code: AMQPError.Code) {
    let bench = LaneBench(batches: 1)
    bench.script.losesPublisherAlone = true
    bench.script.progress = [.failure(.lost)]
    bench.script.reopenings = Array(repeating: .closed(code), count: 5)
    bench.run()
    #expect(bench.log.count(.responseDropped) == 0)
    #expect(bench.script.steps.count { $0 == .reopenPublisher } == 6)
    #expect(bench.script.steps.suffix(2) == [.acknowledge(1), .close])
  }

  @Test("If only the publishing connection is lost, it is reopened, and the batch kept")
  func publisherLost() {
    let bench = LaneBench(batches: 2)
    bench.script.losesPublisherAlone = true
    bench.script.progress = [.failure(.lost), .failure(.lost)]
    var wasReady: [Bool] = []
    bench.script.onCall = { call in
      if call == .idle { wasReady.append(bench.health.now.publishes) }
    }
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .idle, .reopenPublisher, .begin(1), .idle, .reopenPublisher,
        .begin(1), .begin(1), .acknowledge(2), .close,
      ])
    #expect(bench.handler.batches.count == 1)
    #expect(wasReady == [false, false])
    #expect(bench.health.now.publishes)
  }
}
