import Fleet
import Messages
import Testing

@Suite struct HeldDeliveriesTests {
  /// What the broker says of a delivery, and how often it was in vain before.
  private static let table: [(redelivered: Bool, count: HeaderValue?, attempts: Int)] = [
    (false, nil, 0), (false, .integer(7), 0), (true, nil, 1), (true, .integer(3), 3),
    (true, .unsigned(4), 4), (true, .integer(0), 0), (true, .integer(-1), 0),
    (true, .string("many"), 1), (true, .unsigned(.max), .max),
  ]

  @Test("A message has as many attempts as the broker counts, and a producer cannot claim any")
  func attempts() {
    for row in Self.table {
      #expect(delivery(1, row.redelivered, row.count).attempts == row.attempts, "\(row)")
    }
  }

  @Test("What is new is handed out first in its order, what is suspect by its attempts")
  func order() {
    var held = HeldDeliveries()
    held.add([
      delivery(1, true, .integer(2)), delivery(2), delivery(3, true, .integer(1)), delivery(4),
    ])
    held.add([delivery(5), delivery(6, true, .integer(9))])
    #expect(held.fewestAttempts == 1)
    #expect(held.takeNew(limit: 2).map(\.deliveryTag) == [2, 4])
    #expect(held.takeNew(limit: 2).map(\.deliveryTag) == [5])
    #expect(!held.hasEarlier(than: 1) && held.hasEarlier(than: 2))
    let suspects = (0..<3).map { _ in held.takeSuspects(limit: 16).map(\.deliveryTag) }
    #expect(suspects == [[3], [1], [6]])
    #expect(held.takeSuspects(limit: 16).isEmpty)
    #expect(held.byteCount == 0)
  }

  @Test("Suspects of the same attempts come in any order, so that none is always the neighbour")
  func ties() {
    var firsts: Set<UInt64> = []
    for choice in 0..<3 {
      var held = HeldDeliveries()
      held.add([
        delivery(1, true), delivery(2, true), delivery(3, true, .integer(2)), delivery(4, true),
      ])
      let first = held.takeSuspects(limit: 1) { range in
        #expect(range == 0..<3)
        return choice
      }
      firsts.formUnion(first.map(\.deliveryTag))
    }
    #expect(firsts == [1, 2, 4])
  }

  @Test("A few suspects of the same attempts are handed out in their order, whichever they are")
  func few() {
    var held = HeldDeliveries()
    held.add((1...5).map { delivery($0, true) } + [delivery(6, true, .integer(2))])
    let chosen = held.takeSuspects(limit: 2) { $0.upperBound - 1 }
    #expect(chosen.map(\.deliveryTag) == [1, 5] || chosen.map(\.deliveryTag) == [4, 5])
    #expect(held.takeSuspects(limit: 16).count == 3)
    #expect(held.takeSuspects(limit: 16).map(\.deliveryTag) == [6])
  }

  private func delivery(
    _ tag: UInt64, _ redelivered: Bool = false, _ count: HeaderValue? = nil
  ) -> Delivery {
    Delivery(
      deliveryTag: tag, redelivered: redelivered, exchange: "", routingKey: "q",
      properties: MessageProperties(headers: count.map { [Header("x-delivery-count", $0)] } ?? []),
      body: [1])
  }
}
