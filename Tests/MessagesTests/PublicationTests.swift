import Messages
import Rides
import Testing

@Suite("Publications")
struct PublicationTests {
  @Test("A message that names no address gets no response")
  func noAddress() {
    #expect(Publication.response(to: MessageContext(type: "ride.update"), body: []) == nil)
  }

  @Test(
    "A response is mandatory, unless its address is one of direct reply-to",
    arguments: [
      ("replies", true), ("amq.gen-JzTY20BRgKO-HjmUJj0wLg", true), ("amq.rabbitmq.replies", true),
      ("amq.rabbitmq.reply-to", false), ("amq.rabbitmq.reply-to.g1h2AA5yZXBseUAxMD", false),
    ])
  func mandatory(address: String, isMandatory: Bool) {
    let context = MessageContext(type: "ride.update", replyTo: address)
    #expect(Publication.response(to: context, body: [])?.mandatory == isMandatory)
  }

  @Test("Texts that are not UTF-8 are headers of a dead letter")
  func notUTF8() {
    let bytes = Header("message_id", .bytes([0xFF, 0x61]))
    let letter = DeadLetter(
      delivery: delivery([]) { $0.notUTF8 = [bytes] }, family: .dispatch,
      error: RequestError(.outOfRange, "no", path: "message_id"), failedAt: Samples.now, worker: "w"
    ).publication
    #expect(letter.properties.messageID == nil)
    #expect(letter.properties.header("x-livery-bytes-message_id") == .bytes([0xFF, 0x61]))
  }

  @Test(
    "A ride is one word of a routing key",
    arguments: [
      ("ride-9", "ride.received.ride-9"), ("a.b*c#d%e f", "ride.received.a%2Eb%2Ac%23d%25e%20f"),
      ("é\u{a0}🚕", "ride.received.é%C2%A0🚕"),
      (String(repeating: ".", count: 128), "ride.received." + String(repeating: "%2E", count: 80)),
    ])
  func routingKeys(ride: String, expected: String) {
    let key = RoutingKey.statusChange(of: RideIdentifier(ride), phase: .received)
    #expect(key == expected)
    #expect(key.utf8.count <= 255)
  }

  @Test("The id of an event names a change, a receipt or a call for help of a ride")
  func eventNames() throws {
    let change = try #require(EventName("a/b/12"))
    #expect(change.kind == .change && change.rideIdentifier == RideIdentifier("a/b"))
    #expect(change.number == 12 && change.text == "a/b/12")
    let receipt = try #require(EventName("a/receipt/3"))
    #expect(receipt == EventName(.receipt, of: RideIdentifier("a"), number: 3))
    #expect(receipt.text == "a/receipt/3")
    #expect(EventName("a/sos/1") == EventName(.sos, of: RideIdentifier("a"), number: 1))
    #expect(RoutingKey.sos(of: RideIdentifier("a.b")) == "ride.sos.a%2Eb")
    #expect(EventName("a") == nil && EventName("a/b") == nil)
    #expect(RoutingKey.receipt(of: RideIdentifier("a.b")) == "ride.receipt.a%2Eb")
  }

  @Test("No other stored text is an event")
  func noReceipt() {
    for body in [PaymentMessage.encode(Samples.capture), Array(#"{"specversion":"1.0"}"#.utf8)] {
      #expect(StoredEvent.publication(of: body) == nil)
    }
  }

  @Test("What the broker wrote and what a new reason replaces is left out of a dead letter")
  func strippedHeaders() throws {
    let kept = [
      Header("schema-version", .integer(1)), Header("x-tenant", .table([Header("a", .void)])),
    ]
    let dropped = [
      "x-death", "x-first-death-queue", "x-first-death-reason", "x-last-death-exchange",
      "x-delivery-count", "x-acquired-count", "CC", "BCC", "x-livery-reason", "x-livery-path",
    ]
    let delivery = delivery([1, 2]) {
      $0.headers = kept + dropped.map { Header($0, .string("old")) }
    }
    let letter = DeadLetter(
      delivery: delivery, family: .dispatch, error: RequestError(.notPermitted, "no"),
      failedAt: Samples.now, worker: "w"
    ).publication
    #expect(letter.body == [1, 2])
    #expect(letter.routingKey == "dispatch")
    #expect(
      letter.properties.headers == kept + [
        Header("x-livery-reason", .string("not-permitted")),
        Header("x-livery-message", .string("no")),
        Header("x-livery-failed-at", .string("2026-11-21T05:04:00Z")),
        Header("x-livery-worker", .string("w")),
        Header("x-livery-exchange", .string("livery.requests.riders")),
        Header("x-livery-routing-key", .string("list-ride-options.handle")),
      ])
  }
}
