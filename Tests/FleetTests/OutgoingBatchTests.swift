import AMQP
import Fleet
import Messages
import RideHandlers
import Testing

@Suite("What is left of a batch when queues refuse responses")
struct OutgoingBatchTests {
  @Test("No response is given up while its queue has refused it for less than the while")
  func patience() {
    var scene = Scene([.response("a"), .response("b")])
    scene.fail([0, 1], after: 0)
    scene.expect(after: 9.9, givesUp: [])
    scene.fail([0, 1], after: 9.9)
    scene.expect(after: 10, givesUp: ["a", "b"])
    #expect(scene.left == ["kept a", "kept b"])
  }

  @Test("Refused responses are published when nothing else is left, and their while begins then")
  func troubledBroker() {
    var scene = Scene([.response("a"), .event])
    scene.fail([0, 1], after: 0)
    #expect(scene.left == ["ride.received", "a"] && scene.batch.next.count == 1)
    scene.fail([0], after: 60)
    scene.expect(after: 60, givesUp: [])
    scene.fail([], after: 61)
    #expect(scene.left == ["a"])
    scene.fail([0], after: 61)
    scene.expect(after: 70.9, givesUp: [])
    scene.expect(after: 71, givesUp: ["a"])
  }

  @Test("The time starts again when the connection is lost")
  func lostConnection() {
    var scene = Scene([.response("a")])
    scene.fail([0], after: 0)
    let lost = scene.batch.lose(.lost)
    #expect(lost == [])
    scene.expect(after: 30, givesUp: [])
    scene.fail([0], after: 31)
    scene.expect(after: 40, givesUp: [])
    scene.expect(after: 41, givesUp: ["a"])
  }

  @Test("A refusing queue gets one attempt, after the others, until it accepts a response")
  func knownQueue() {
    var scene = Scene([.response("a"), .response("b")], known: ["a"])
    #expect(scene.left == ["b", "a"] && scene.batch.next.count == 1)
    scene.fail([], after: 0)
    scene.expect(after: 0, givesUp: [])
    scene.fail([0], after: 0)
    scene.expect(after: 0, givesUp: ["a"])
    scene.begin([.response("a")])
    scene.fail([], after: 1)
    #expect(scene.queues.isEmpty && scene.batch.isEmpty)
  }

  @Test("For a minute after a response was given up no other has more than one attempt")
  func impatience() {
    var scene = Scene([.response("a")])
    scene.fail([0], after: 0)
    scene.expect(after: 10, givesUp: ["a"])
    scene.begin([.response("b")])
    scene.fail([0], after: 11)
    scene.expect(after: 11, givesUp: ["b"])
    scene.begin([.response("c")])
    scene.fail([0], after: 72)
    scene.expect(after: 81, givesUp: [])
    scene.expect(after: 82, givesUp: ["c"])
  }

  @Test("Queues of which the broker says nothing have an attempt once in a while, all at once")
  func silentQueues() {
    var scene = Scene([.response("a"), .response("b"), .response("c")])
    scene.fail([0, 1], .unconfirmed, after: 0)
    scene.expect(after: 10, givesUp: ["a", "b"])
    scene.begin([.response("a"), .response("c")])
    scene.expect(after: 39, givesUp: [])
    scene.fail([], after: 39)
    scene.expect(after: 39, givesUp: ["a"])
    scene.begin([.response("a"), .response("b"), .response("c")])
    scene.fail([], after: 40)
    scene.expect(after: 40, givesUp: [])
    scene.fail([0, 1], .unconfirmed, after: 45)
    scene.expect(after: 45, givesUp: ["a", "b"])
    scene.begin([.response("a")])
    scene.expect(after: 74, givesUp: ["a"])
  }

  @Test("A queue is not held for silent while the broker says nothing of any")
  func silentBroker() {
    var scene = Scene([.response("a")])
    scene.fail([0], .unconfirmed, after: 0)
    scene.expect(after: 10, givesUp: ["a"])
    scene.begin([.response("a")])
    scene.expect(after: 11, givesUp: [])
    scene.fail([], after: 11)
    #expect(scene.queues.isEmpty)
  }

  @Test("What is behind a response of which the broker says nothing is published before it")
  func behindSilence() {
    var scene = Scene([.response("a"), .response("b"), .response("a"), .event, .response("c")])
    scene.fail([0, 1, 2, 3, 4], .unconfirmed, after: 0)
    #expect(scene.left == ["ride.received", "b", "c", "a", "a"])
    scene.fail([], after: 1)
    scene.fail([1, 2, 3], .unconfirmed, after: 6)
    #expect(scene.left == ["c", "a", "a"])
    scene.expect(after: 10.9, givesUp: [])
    scene.expect(after: 11, givesUp: ["c", "a", "a"])
  }

  @Test("Another silent queue is found when what is before it is published")
  func secondSilence() {
    var scene = Scene([.response("a"), .response("b"), .response("c")])
    scene.fail([0, 1, 2], .unconfirmed, after: 0)
    #expect(scene.left == ["b", "c", "a"])
    scene.fail([0, 1, 2], .unconfirmed, after: 5)
    #expect(scene.left == ["c", "b", "a"])
    scene.expect(after: 10, givesUp: ["b", "a"])
    #expect(scene.left == ["kept b", "kept a", "c"])
  }

  @Test("Unwritten publications of any kind are published again")
  func unwritten() {
    var scene = Scene([.response("a"), .event, .response("b")])
    scene.fail([1, 2], .unwritten, after: 0)
    #expect(scene.left == ["ride.received", "b"] && scene.batch.next.count == 2)
  }

  @Test("A deleted queue refuses nothing more")
  func goneQueue() {
    var scene = Scene([.response("a")], known: ["a"])
    scene.fail([0], .returned, after: 0)
    #expect(scene.queues.isEmpty && scene.batch.isEmpty && scene.batch.failure == nil)
  }

  @Test("Only what the broker has refused is tried on a new connection", arguments: [true, false])
  func renewable(_ isRefused: Bool) {
    var scene = Scene([.response("a")])
    scene.fail([0], isRefused ? .refused : .unconfirmed, after: 0)
    let lost = scene.batch.lost(at: scene.start + .seconds(10), scene.queues)
    #expect(lost.isAny && lost.isRefused == isRefused)
  }

  @Test("A refused response does not delay the ones after it, published one by one")
  func singly() {
    var scene = Scene([.response("a"), .event])
    let lost = scene.batch.lose(.lost)
    #expect(lost == [] && scene.batch.next.count == 1)
    scene.fail([0], after: 0)
    #expect(scene.left == ["ride.received", "a"])
  }

  @Test("A request that is kept in any case is not kept twice")
  func keptBefore() {
    var outcome = Outcome.response("a")
    outcome.note.isDeadLetter = true
    var scene = Scene([outcome])
    scene.fail([0], after: 0)
    scene.expect(after: 10, givesUp: ["a"])
    #expect(scene.batch.isEmpty)
  }

  @Test("A new connection is tried at most once in a while")
  func renewal() {
    var queues = RefusingQueues(patience: .seconds(10))
    let start = ContinuousClock.now
    let renewed = [0, 29, 30, 31].map { queues.renews(at: start + .seconds($0)) }
    #expect(renewed == [true, false, true, false])
  }

  @Test("What is remembered of refusing queues is bounded")
  func bounded() {
    var queues = RefusingQueues(patience: .seconds(10))
    for number in 0..<RefusingQueues.capacity {
      queues.recordGivenUp("q\(number)", isSilent: false, at: .now)
    }
    #expect(queues.contains("q0"))
    queues.recordGivenUp("one more", isSilent: false, at: .now)
    #expect(!queues.contains("q0") && queues.contains("one more"))
  }
}

/// A batch on its way, at given times.
private struct Scene {
  let start = ContinuousClock.now
  var queues = RefusingQueues(patience: .seconds(10))
  var batch: OutgoingBatch

  init(_ outcomes: [Outcome], known: [String] = []) {
    for queue in known { queues.recordGivenUp(queue, isSilent: false, at: start) }
    batch = OutgoingBatch(outcomes, queues)
  }

  /// Where what is left goes.
  var left: [String] { batch.publications.map(\.routingKey) }

  mutating func begin(_ outcomes: [Outcome]) { batch = OutgoingBatch(outcomes, queues) }

  /// The broker's answers to what is to be published: those places have failed.
  mutating func fail(
    _ places: [Int], _ kind: PublishFailure.Kind = .refused, after seconds: Double
  ) {
    let report = PublishReport(
      count: batch.next.count, failures: places.map { .failed($0, kind) })
    _ = batch.apply(report, at: start + .seconds(seconds), &queues)
  }

  mutating func expect(
    after seconds: Double, givesUp expected: [String],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let now = start + .seconds(seconds)
    let isAny = batch.lost(at: now, queues).isAny
    let givenUp = batch.giveUp(at: now, &queues) { _, response, _ in
      Publication(
        exchange: Exchange.deadLetters, routingKey: "kept \(response.routingKey)",
        mandatory: true, properties: MessageProperties(), body: [])
    }
    #expect(givenUp.map(\.publication.routingKey) == expected, sourceLocation: location)
    #expect(isAny == !expected.isEmpty, sourceLocation: location)
  }
}

extension Outcome {
  fileprivate static func response(_ queue: String) -> Outcome { to(Exchange.default, queue) }

  fileprivate static var event: Outcome { to(Exchange.events, "ride.received") }

  private static func to(_ exchange: String, _ key: String) -> Outcome {
    Outcome(
      publications: [
        Publication(
          exchange: exchange, routingKey: key, mandatory: true, properties: MessageProperties(),
          body: [])
      ],
      note: .init(of: MessageContext(type: "list-ride-options.handle")))
  }
}
