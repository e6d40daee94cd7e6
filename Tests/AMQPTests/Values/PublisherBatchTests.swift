import Messages
import Testing

@testable import AMQP

@Suite("Batch under way")
struct PublisherBatchTests {
  private static func message(_ id: String) -> Publication {
    Publication(
      exchange: "", routingKey: "q-\(id)", mandatory: true,
      properties: MessageProperties(messageID: id), body: Array(id.utf8))
  }

  private func written(_ ids: [String]) -> PublisherBatch {
    var batch = PublisherBatch(window: 4)
    batch.begin(ids.map(Self.message))
    while batch.nextToWrite != nil { batch.wroteNext() }
    return batch
  }

  private func returned(_ id: String) -> ReturnedMessage {
    ReturnedMessage(replyCode: 312, replyText: "NO_ROUTE", message: Self.message(id))
  }

  @Test("An empty batch is settled at once")
  func empty() {
    #expect(written([]).isSettled)
  }

  @Test("A refused message fails alone, and the others are settled")
  func refused() {
    var batch = written(["a", "b", "c"])
    batch.refused(2, multiple: false)
    #expect(!batch.isSettled)
    batch.confirmed(3, multiple: true)
    #expect(batch.isSettled)
    #expect(batch.report.failures.map(\.index) == [1])
    #expect(batch.report.failures.map(\.kind) == [.refused])
  }

  @Test("Messages refused together are reported by their indexes, ascending")
  func refusedTogether() {
    var batch = written(["a", "b", "c"])
    batch.refused(3, multiple: true)
    #expect(batch.isSettled)
    #expect(batch.report.failures.map(\.index) == [0, 1, 2])
  }

  @Test("A message that cannot be written is skipped, and has no delivery tag")
  func unsendable() {
    var batch = PublisherBatch(window: 8)
    batch.begin(["a", "b"].map(Self.message))
    batch.passedNext("too long")
    #expect(batch.nextToWrite == 1)
    batch.wroteNext()
    batch.confirmed(1, multiple: false)
    #expect(batch.isSettled)
    #expect(
      batch.report.failures == [PublishFailure(index: 0, kind: .unsendable, reason: "too long")])
  }

  @Test("Returned messages are found by their content, in any order")
  func returns() {
    var batch = written(["a", "b", "a", "c"])
    for id in ["c", "a", "a", "a", "x"] { batch.returned(returned(id)) }
    batch.confirmed(0, multiple: true)
    #expect(batch.report.failures.map(\.index) == [0, 2, 3])
    #expect(batch.report.failures.allSatisfy { $0.reason == "312 NO_ROUTE" })
  }
}
