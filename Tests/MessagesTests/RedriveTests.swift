import Messages
import Rides
import Testing

@Suite("Dead letters on their way back to work")
struct RedriveTests {
  private static let redrive = DeadLetterHistory.Redrive(letter: "letter-1", count: 2)

  private static func redriven(
    _ type: MessageType, for role: Role, _ change: (inout MessageProperties) -> Void = { _ in }
  ) -> Publication? {
    var properties = MessageProperties(
      headers: [Header("x-tenant", .integer(7, .byte))], deliveryMode: 1, correlationID: "c-1",
      replyTo: "replies.gateway.1", expiration: "1", messageID: "m-1", timestamp: 12,
      type: type.rawValue, userID: "gateway")
    change(&properties)
    return RedrivenMessage(
      type: type, role: role, properties: properties, body: [1], redrive: redrive,
      replyTo: "amq.gen-own"
    )?.publication
  }

  @Test("A redriven message keeps its id, and leaves out what only the broker and the fleet write")
  func publication() throws {
    let message = try #require(
      Self.redriven(.requestRide, for: .riders) {
        $0.headers += [
          "x-death", "x-first-death-queue", "x-delivery-count", "CC", "BCC", "x-livery-exchange",
          "x-livery-redrive-from", "x-livery-redrive-letter", "x-livery-bytes-app_id",
        ].map { Header($0, .string("forged")) }
      })
    #expect(message.exchange == "livery.requests.redrive")
    #expect(message.routingKey == "request-ride.handle" && message.mandatory)
    #expect(
      message.properties
        == MessageProperties(
          headers: [
            Header("x-tenant", .integer(7, .byte)),
            Header("x-livery-redrive-from", .string("livery.requests.riders")),
            Header("x-livery-redrive-letter", .string("letter-1")),
            Header("x-livery-redrive-count", .integer(2)),
          ],
          deliveryMode: 2, correlationID: "letter-1", replyTo: "amq.gen-own", messageID: "m-1",
          timestamp: 12, type: "request-ride.handle"))
  }

  @Test("The fleet's own commands name no address for an answer")
  func command() throws {
    let message = try #require(Self.redriven(.rideDue, for: .fleet))
    #expect(message.properties.replyTo == nil && message.properties.correlationID == "c-1")
  }

  @Test("No role sends again what it may not send", arguments: Role.allCases)
  func rights(role: Role) {
    for type in MessageType.allCases {
      let isRight = role != .redrive && role.carries(type)
      #expect((Self.redriven(type, for: role) != nil) == isRight, "\(type)")
    }
  }

  @Test(
    "A role follows from a proven exchange that may carry the type, and from nothing else",
    arguments: [
      ("livery.requests.riders", .cancelRide, .riders),
      ("livery.requests.operators", .cancelRide, .operators),
      ("livery.requests.vehicles", .rideSettlement, nil), (nil, .rideSettlement, nil),
      ("livery.requests", .rideSettlement, nil), ("", .vehicleUpdate, nil),
      ("livery.requests.redrive", .cancelRide, nil),
    ] as [(String?, MessageType, Role?)])
  func role(exchange: String?, type: MessageType, role: Role?) {
    #expect(RedrivenMessage.role(exchange: exchange, type: type) == role)
  }

  @Test("A redriven message that dies again says which letter it is, and its first exchange")
  func diesAgain() throws {
    let message = try #require(Self.redriven(.requestRide, for: .riders))
    let delivery = Delivery(
      deliveryTag: 1, redelivered: false, exchange: message.exchange,
      routingKey: message.routingKey, properties: message.properties, body: [1])
    let letter = DeadLetter(
      delivery: delivery, family: .requestRide, error: RequestError(.malformedJSON, "no"),
      failedAt: Samples.now, worker: "w"
    ).publication
    let history = DeadLetterHistory(of: letter.properties)
    #expect(history.redrive == Self.redrive && history.isByWorker)
    #expect(history.exchange == "livery.requests.riders")
    #expect(history.reason == "malformed-json" && history.failedAt == Samples.now)
  }

  @Test("A letter's name is read only on the exchange of redrives")
  func forgedName() {
    let delivery = Delivery(
      deliveryTag: 1, redelivered: false, exchange: Role.riders.exchange,
      routingKey: "request-ride.handle",
      properties: MessageProperties(headers: [
        Header("x-livery-redrive-letter", .string("letter-1")),
        Header("x-livery-redrive-count", .integer(2)),
      ]), body: [])
    let refused = #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(delivery, family: .requestRide)
    }
    #expect(refused?.error.reason == .reservedHeader)
    let letter = DeadLetter(
      delivery: delivery, family: .requestRide, error: RequestError(.reservedHeader, "no"),
      failedAt: Samples.now, worker: "w"
    ).publication
    #expect(DeadLetterHistory(of: letter.properties).redrive == nil)
  }
}
