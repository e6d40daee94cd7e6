import AMQP
import Fleet
import Messages
import RideHandlers
import Testing

@Suite("What is left of a batch when queues refuse responses")
struct OutgoingBatchTests {
  private let start = ContinuousClock.now

  @Test("No response is given up while its queue has refused it for less than the while")
  func patience() {
    var queues = RefusingQueues(patience: .seconds(10))
    var batch = OutgoingBatch([.response("a"), .response("b")])
    refuse(&batch, [0, 1], &queues, after: 0)
    expect(&batch, &queues, after: 9.9, givesUp: [])
    refuse(&batch, [0, 1], &queues, after: 9.9)
    expect(&batch, &queues, after: 10, givesUp: ["a", "b"])
    #expect(batch.publications.map(\.routingKey) == ["kept a", "kept b"])
  }

  @Test("The while begins when nothing else of the batch is left")
  func troubledBroker() {
    var queues = RefusingQueues(patience: .seconds(10))
    var batch = OutgoingBatch([.event, .response("a")])
    refuse(&batch, [0, 1], &queues, after: 0)
    expect(&batch, &queues, after: 60, givesUp: [])
    #expect(batch.publications.map(\.exchange) == [Exchange.events, Exchange.default])
    refuse(&batch, [1], &queues, after: 60)
    expect(&batch, &queues, after: 69, givesUp: [])
    expect(&batch, &queues, after: 70, givesUp: ["a"])
  }

  @Test("The while begins anew when the connection is lost")
  func lostConnection() {
    var queues = RefusingQueues(patience: .seconds(10))
    var batch = OutgoingBatch([.response("a")])
    refuse(&batch, [0], &queues, after: 0)
    let lost = batch.lose(.lost)
    #expect(lost == [])
    expect(&batch, &queues, after: 30, givesUp: [])
    refuse(&batch, [0], &queues, after: 31)
    expect(&batch, &queues, after: 40, givesUp: [])
    expect(&batch, &queues, after: 41, givesUp: ["a"])
  }

  @Test("A queue that was given up has one attempt, until it takes a response")
  func knownQueue() {
    var queues = RefusingQueues(patience: .seconds(10))
    queues.note("a")
    var batch = OutgoingBatch([.response("a"), .response("b"), .response("c")])
    refuse(&batch, [0, 1], &queues, after: 0)
    expect(&batch, &queues, after: 0, givesUp: ["a"])
    #expect(batch.publications.map(\.routingKey) == ["kept a", "b"])
    var next = OutgoingBatch([.response("a")])
    refuse(&next, [], &queues, after: 1)
    #expect(queues.isEmpty)
    var third = OutgoingBatch([.response("a")])
    refuse(&third, [0], &queues, after: 2)
    expect(&third, &queues, after: 3, givesUp: [])
  }

  @Test("A refused response does not keep what comes after it, one by one")
  func singly() {
    var queues = RefusingQueues(patience: .seconds(10))
    var batch = OutgoingBatch([.response("a"), .event])
    let lost = batch.lose(.lost)
    #expect(lost == [])
    #expect(batch.next.count == 1)
    refuse(&batch, [0], &queues, after: 0)
    #expect(batch.next.map(\.exchange) == [Exchange.events])
  }

  @Test("A request that is kept in any case is not kept twice")
  func keptBefore() {
    var queues = RefusingQueues(patience: .zero)
    var outcome = Outcome.response("a")
    outcome.note.isDeadLetter = true
    var batch = OutgoingBatch([outcome])
    refuse(&batch, [0], &queues, after: 0)
    expect(&batch, &queues, after: 0, givesUp: ["a"])
    #expect(batch.isEmpty)
  }

  @Test("A new connection is tried at most once in a while")
  func renewal() {
    var queues = RefusingQueues(patience: .seconds(10))
    let renewed = [0, 29, 30, 31].map { queues.renews(at: start + .seconds($0)) }
    #expect(renewed == [true, false, true, false])
  }

  @Test("What is remembered of refusing queues is bounded")
  func bounded() {
    var queues = RefusingQueues(patience: .seconds(10))
    for number in 0..<RefusingQueues.capacity { queues.note("q\(number)") }
    #expect(queues.hasLost("q0", after: .zero))
    queues.note("one more")
    #expect(!queues.hasLost("q0", after: .zero) && queues.hasLost("one more", after: .zero))
  }

  private func refuse(
    _ batch: inout OutgoingBatch, _ places: [Int], _ queues: inout RefusingQueues,
    after seconds: Double
  ) {
    let report = PublishReport(
      count: batch.next.count, failures: places.map { .failed($0, .refused) })
    _ = batch.settle(report, at: start + .seconds(seconds), &queues)
  }

  private func expect(
    _ batch: inout OutgoingBatch, _ queues: inout RefusingQueues, after seconds: Double,
    givesUp expected: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    let hasLost = batch.hasLost(at: start + .seconds(seconds), queues)
    let givenUp = batch.giveUpRefused(at: start + .seconds(seconds), &queues) { _, response, _ in
      Publication(
        exchange: Exchange.deadLetters, routingKey: "kept \(response.routingKey)",
        mandatory: true, properties: MessageProperties(), body: [])
    }
    #expect(givenUp.map(\.publication.routingKey) == expected, sourceLocation: location)
    #expect(hasLost == !expected.isEmpty, sourceLocation: location)
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
