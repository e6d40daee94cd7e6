import Messages
import Rides
import Testing

@Suite("Forged messages")
struct ForgeryTests {
  /// A message as a producer of riders' requests publishes it.
  private static func message(
    _ key: String = "request-ride.handle", _ body: String = "{}",
    exchange: String = "livery.requests.riders", _ headers: [Header] = [], replyTo: String? = nil
  ) -> Delivery {
    Delivery(
      deliveryTag: 1, redelivered: false, exchange: exchange, routingKey: key,
      properties: MessageProperties(
        headers: headers, replyTo: replyTo, messageID: "m-1", type: key),
      body: Array(body.utf8))
  }

  @Test("A dead letter names the exchange and the key of the delivery, not those of its headers")
  func origin() {
    let forged = Self.message(
      "request-ride.handle", "{",
      [
        Header("x-livery-exchange", .string("livery.requests.payments")),
        Header("x-livery-routing-key", .string("payment.result")),
      ])
    let letter = DeadLetter(
      delivery: forged, family: .requestRide, error: RequestError(.malformedJSON, "no"),
      failedAt: Instant(seconds: 0), worker: "w"
    ).publication.properties
    #expect(letter.header("x-livery-exchange") == .string("livery.requests.riders"))
    #expect(letter.header("x-livery-routing-key") == .string("request-ride.handle"))
  }

  @Test("A type of another role is refused before its body is decoded")
  func othersType() {
    #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(
        Self.message(
          "payment.result", #"{"rideIdentifier":"r","key":"k","outcome":"approved"}"#),
        family: .dispatch)
    }
  }

  @Test("The exchange determines who cancels, not the body")
  func actor() throws {
    let body = #"{"riderIdentifier":"r","rideIdentifier":"x","actor":"service"}"#
    for (exchange, actor) in [
      ("livery.requests.riders", Cancellation.Actor.user), ("livery.requests.operators", .service),
    ] {
      let message = try MessageDecoder.decode(
        Self.message("cancel-ride.handle", body, exchange: exchange), family: .requestRide)
      guard case .cancelRide(let intent) = message.intent else {
        Issue.record("expected a cancellation")
        continue
      }
      #expect(intent.actor == actor, "\(exchange)")
    }
  }

  @Test("Copies, reserved headers and others' queues are refused without an answer")
  func refused() {
    let body = #"{"riderIdentifier":"r","pickupLocation":{"latitude":1,"longitude":2}}"#
    let forgeries = [
      Self.message(
        "request-ride.handle", body, [Header("CC", .array([.string("vehicle.update")]))]),
      Self.message("request-ride.handle", body, [Header("x-livery-reason", .string("no"))]),
      Self.message("request-ride.handle", body, [Header("x-death", .array([]))]),
      Self.message("request-ride.handle", body, replyTo: "mqtt-subscription-of-another"),
    ]
    for forgery in forgeries {
      let refused = #expect(throws: RefusedMessage.self) {
        try MessageDecoder.decode(forgery, family: .requestRide)
      }
      #expect(refused?.context.replyTo == nil)
    }
  }
}
