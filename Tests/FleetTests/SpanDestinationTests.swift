import Fleet
import Messages
import Testing

@Suite("The destination of a span")
struct SpanDestinationTests {
  @Test(
    "A publication names exchange and routing key, and no requester's queue",
    arguments: [
      ("", "amq.gen-secret", "amq.default", "amq.default", nil),
      (
        "livery.events", "ride.active.r1", "livery.events:ride.active.r1",
        "livery.events:ride.{phase}.{id}", "ride.active.r1"
      ),
      (
        "livery.requests.fleet", "ride.due", "livery.requests.fleet:ride.due",
        "livery.requests.fleet:ride.due", "ride.due"
      ),
      (
        "livery.payments", "capture", "livery.payments:capture", "livery.payments:capture",
        "capture"
      ),
    ] as [(String, String, String, String, String?)])
  func publication(
    _ exchange: String, _ key: String, _ name: String, _ spanName: String, _ routingKey: String?
  ) {
    let destination = SpanDestination(
      of: Publication(
        exchange: exchange, routingKey: key, mandatory: true, properties: MessageProperties(),
        body: []))
    #expect(destination.name == name)
    #expect(destination.spanName == spanName)
    #expect(destination.routingKey == routingKey)
    #expect(destination.isAnonymous == exchange.isEmpty)
  }

  @Test(
    "A delivery names exchange, routing key and queue, once where two are the same",
    arguments: [
      (
        "livery.requests.riders", "request-ride.handle",
        "livery.requests.riders:request-ride.handle:livery.request-ride"
      ),
      ("", "livery.request-ride", "livery.request-ride"),
      ("x", "livery.request-ride", "x:livery.request-ride"),
    ])
  func delivery(_ exchange: String, _ key: String, _ name: String) {
    let delivery = Delivery(
      deliveryTag: 1, redelivered: false, exchange: exchange, routingKey: key,
      properties: MessageProperties(), body: [])
    #expect(SpanDestination(of: delivery, in: "livery.request-ride").name == name)
  }
}
