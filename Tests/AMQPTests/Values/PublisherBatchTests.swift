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

  @Test("A refused message is written again under a new tag, and may then be confirmed")
  func republishes() throws {
    var batch = written(["a", "b"])
    try batch.refused(1, multiple: false)
    #expect(batch.nextToWrite == 0)
    batch.wroteNext()
    batch.confirmed(2, multiple: false)
    #expect(!batch.isSettled)
    batch.confirmed(3, multiple: false)
    #expect(batch.isSettled)
    #expect(batch.report == PublishReport(count: 2, republished: 1))
  }

  @Test("Messages refused together are written again in their order")
  func republishesInOrder() throws {
    var batch = written(["a", "b", "c"])
    try batch.refused(3, multiple: true)
    var order: [Int] = []
    while let index = batch.nextToWrite {
      order.append(index)
      batch.wroteNext()
    }
    #expect(order == [0, 1, 2])
  }

  @Test("A message that is refused a sixth time is an error that a retry may cure")
  func givesUp() throws {
    var batch = written(["a"])
    for tag in 1...5 {
      try batch.refused(UInt64(tag), multiple: false)
      batch.wroteNext()
    }
    let error = #expect(throws: AMQPError.self) { try batch.refused(6, multiple: false) }
    #expect(error?.code == .publicationRefused)
    #expect(error?.isRetriable == true)
  }

  @Test("Returned messages are found by what they are, in whatever order they come")
  func returns() {
    var batch = written(["a", "b", "a", "c"])
    for id in ["c", "a", "a", "a", "x"] { batch.returned(returned(id)) }
    batch.confirmed(0, multiple: true)
    #expect(batch.report.returned == [0, 2, 3])
    #expect(batch.report.replyTexts == Array(repeating: "312 NO_ROUTE", count: 3))
  }
}
