import AMQP
import Fleet
import Messages
import Rides
import Testing

@Suite("A lane whose responses are refused")
struct LaneRefusalTests {
  @Test("A refused response is published again until its queue accepts it")
  func refusedResponse() {
    let bench = LaneBench(batches: 2)
    bench.script.progress = [
      .settled(2, [.failed(1, .refused)]), .settled(1, [.failed(0, .refused)]),
      .settled(1, [.failed(0, .refused)]), .settled(1, []),
    ]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .idle, .begin(1), .idle, .begin(1), .idle, .begin(1),
        .acknowledge(2), .close,
      ])
    #expect(bench.log.count(.responseDropped) == 0)
    #expect(bench.log.count(.messageDeadLettered) == 0)
  }

  @Test("A response is tried on a new connection before it is given up")
  func newConnection() {
    var bench = LaneBench(batches: 2)
    bench.refusalPatience = .zero
    bench.script.progress = [.settled(2, [.failed(1, .refused)]), .settled(1, [])]
    bench.run()
    #expect(bench.script.steps == givenUp(first: 2, then: .acknowledge(2)) + [.close])
    #expect(bench.log.count(.responseDropped) == 0)
  }

  /// What a lane does when a response was refused for too long.
  private func givenUp(first: Int, then last: Call) -> [Call] {
    [.connect, .begin(first), .dropPublisher, .reopenPublisher, .begin(1), last]
  }

  @Test("A request whose response is refused for too long becomes a dead letter, in its place")
  func lostResponse() throws {
    var bench = LaneBench(batches: 2)
    bench.refusalPatience = .zero
    bench.change(1) { $0.replyTo = "replies" }
    bench.script.batches[0][1] = bench.script.batches[0][1].copy(body: Array("the request".utf8))
    bench.script.progress = [
      .settled(2, [.failed(1, .refused)]), .settled(1, [.failed(0, .refused)]),
    ]
    bench.run()
    #expect(
      bench.script.steps == givenUp(first: 2, then: .begin(1)) + [.acknowledge(2), .close])
    let letter = try #require(bench.script.published.last?.first)
    #expect(letter.exchange == Exchange.deadLetters && letter.routingKey == "list-options")
    #expect(letter.body == Array("the request".utf8))
    #expect(letter.properties.header("x-livery-reason") == .string("response-refused"))
    #expect(letter.properties.header("x-livery-worker") == .string("test-worker"))
    #expect(bench.log.count(.messageDeadLettered) == 1)
    #expect(bench.handler.undelivered.isEmpty, "a queue that is full is still there")
  }

  @Test("A dead letter in place of a response is published until its queue accepts it")
  func keptAtLast() {
    var bench = LaneBench(batches: 1)
    bench.refusalPatience = .zero
    bench.change(0) { $0.replyTo = "replies" }
    bench.script.progress = [
      .settled(1, [.failed(0, .refused)]), .settled(1, [.failed(0, .refused)]),
      .settled(1, [.failed(0, .refused)]), .settled(1, [.failed(0, .returned)]), .settled(1, []),
    ]
    bench.run()
    #expect(
      bench.script.steps == givenUp(first: 1, then: .begin(1)) + [
        .idle, .begin(1), .idle, .begin(1), .acknowledge(1), .close,
      ])
    #expect(
      bench.script.published.dropFirst(2).allSatisfy { $0[0].exchange == Exchange.deadLetters })
  }

  @Test("A refused response that answers no request of its own is dropped after the while")
  func lostUpdate() {
    var bench = LaneBench(batches: 1)
    bench.refusalPatience = .zero
    bench.script.progress = Array(repeating: .settled(1, [.failed(0, .refused)]), count: 2)
    bench.run()
    #expect(bench.script.steps == givenUp(first: 1, then: .acknowledge(1)) + [.close])
    #expect(bench.log.count(.responseDropped) == 1)
    #expect(bench.handler.undelivered.isEmpty, "a queue that is full is still there")
  }

  @Test("A handler's command for a refused response is published until it is accepted")
  func retriedUpdate() {
    var bench = LaneBench(batches: 1)
    bench.refusalPatience = .zero
    bench.handler.retry = Publication.updatesDue(
      UpdatesDue(rideIdentifier: RideIdentifier("r"), replyTo: "replies", wasRefused: true),
      messageIdentifier: "again")
    bench.script.progress =
      Array(repeating: .settled(1, [.failed(0, .refused)]), count: 3) + [.settled(1, [])]
    bench.run()
    #expect(
      bench.script.steps == givenUp(first: 1, then: .begin(1)) + [
        .idle, .begin(1), .acknowledge(1), .close,
      ])
    #expect(bench.script.published.last?.first == bench.handler.retry)
    #expect(bench.log.count(.responseDropped) == 1)
    #expect(bench.log.count(.messageDeadLettered) == 0)
  }

  @Test("A request whose response is never confirmed becomes a dead letter; the next ones at once")
  func silentQueue() {
    var bench = LaneBench(batches: 2, 2)
    bench.confirmTimeout = .zero
    bench.refusalPatience = .zero
    bench.script.confirmedInTime = [0]
    bench.handler.repliesToAddress = true
    for batch in 0...1 {
      bench.change(0, of: batch) { $0.replyTo = "others" }
      bench.change(1, of: batch) { $0.replyTo = "silent" }
    }
    bench.script.progress = [.success(.working), .success(.working)]
    bench.run()
    #expect(
      bench.script.steps == [
        .connect, .begin(2), .dropPublisher, .reopenPublisher, .begin(1), .acknowledge(2),
        .begin(1), .begin(1), .acknowledge(4), .close,
      ])
    let routes = bench.script.published.map { "\($0[0].exchange) \($0[0].routingKey)" }
    #expect(
      routes == [
        " others", "livery.dead-letters list-options", " others",
        "livery.dead-letters list-options",
      ])
  }

  @Test("A response without a queue does not delay the ones that are tried last")
  func returnedBesideKnown() {
    var bench = LaneBench(batches: 1, 2)
    bench.refusalPatience = .zero
    bench.handler.repliesToAddress = true
    for (batch, queues) in [["full"], ["gone", "full"]].enumerated() {
      for (place, queue) in queues.enumerated() {
        bench.change(place, of: batch) { $0.replyTo = queue }
      }
    }
    let refused = Result<PublishProgress, AMQPError>.settled(1, [.failed(0, .refused)])
    bench.script.progress = [
      refused, refused, .settled(1, []), .settled(1, [.failed(0, .returned)]), .settled(1, []),
    ]
    bench.run()
    #expect(
      bench.script.steps == givenUp(first: 1, then: .begin(1)) + [
        .acknowledge(1), .begin(1), .begin(1), .acknowledge(3), .close,
      ])
    #expect(bench.log.count(.publicationsRefused) == 0)
  }
}
