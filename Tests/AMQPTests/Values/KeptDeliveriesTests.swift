import Testing

@testable import AMQP

@Suite("Deliveries that stay in their queue")
struct KeptDeliveriesTests {
  @Test("Until one is kept, all up to a delivery are acknowledged at once")
  func none() {
    var deliveries = KeptDeliveries()
    for tag in 1...3 { deliveries.add(UInt64(tag)) }
    #expect(deliveries.acknowledge(through: 2) == nil)
  }

  @Test("Beside one that is kept, each is acknowledged by itself, and once")
  func some() {
    var deliveries = KeptDeliveries()
    for tag in [1, 2, 4, 5, 6] { deliveries.add(UInt64(tag)) }
    #expect(deliveries.acknowledge(through: 1) == nil)
    deliveries.hasKept = true
    deliveries.acknowledge(4)
    #expect(deliveries.acknowledge(through: 5) == [2, 5])
    #expect(deliveries.acknowledge(through: 5) == [])
    #expect(deliveries.acknowledge(through: 6) == [6])
  }
}
