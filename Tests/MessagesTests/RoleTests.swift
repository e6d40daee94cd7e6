import Messages
import Testing

@Suite("Who may send what")
struct RoleTests {
  /// What becomes of a message before its body is decoded: nil when it is let through.
  private static func breach(
    _ type: String?, exchange: String, key: String, family: QueueFamily,
    _ change: (inout MessageProperties) -> Void = { _ in }
  ) -> RequestError? {
    var properties = MessageProperties(messageID: "m-1", type: type)
    change(&properties)
    let delivery = Delivery(
      deliveryTag: 1, redelivered: false, exchange: exchange, routingKey: key,
      properties: properties, body: Array("{}".utf8))
    do throws(RefusedMessage) {
      _ = try MessageDecoder.decode(delivery, family: family)
      return nil
    } catch {
      if error.error.reason.isBreachOfRights { #expect(error.context.replyTo == nil) }
      return error.error.reason.isBreachOfRights ? error.error : nil
    }
  }

  private static func breach(
    _ type: MessageType, of role: Role? = nil,
    _ change: (inout MessageProperties) -> Void = { _ in }
  ) -> RequestError? {
    breach(
      nil, exchange: (role ?? type.role).exchange, key: type.rawValue, family: type.family, change)
  }

  @Test("Of all exchanges and types those in the table are accepted", arguments: Role.allCases)
  func table(role: Role) {
    for type in MessageType.allCases {
      for family in QueueFamily.allCases {
        let breach = Self.breach(
          type.rawValue, exchange: role.exchange, key: type.rawValue, family: family
        ) { $0.headers = role == .redrive ? Self.redriven(for: type.role) : [] }
        let isRight = role.carries(type) && type.family == family
        #expect((breach == nil) == isRight, "\(role) \(type) \(family)")
        if let breach { #expect(breach.reason == .notPermitted && breach.path == "routing_key") }
      }
    }
  }

  @Test("Each type has a role that is not the redriver's, and each exchange its role")
  func roles() {
    #expect(MessageType.allCases.allSatisfy { $0.role != .redrive && $0.role.carries($0) })
    #expect(Role.allCases.allSatisfy { Role(exchange: $0.exchange) == $0 && !$0.types.isEmpty })
    for name in ["", "livery.requests", "livery.requests.", "livery.requests.Riders", "amq.direct"]
    {
      #expect(Role(exchange: name) == nil)
      let breach = Self.breach(nil, exchange: name, key: "ride.due", family: .dispatch)
      #expect(breach?.path == "exchange")
    }
  }

  @Test(
    "A type that is not the routing key is refused, and one that is left out is not",
    arguments: [
      (nil, true), ("request-ride.handle", true), ("request-ride.confirm", false), ("", false),
      ("payment.result", false), ("request-ride.handle ", false),
    ])
  func agreement(type: String?, isRight: Bool) {
    let breach = Self.breach(
      type, exchange: Role.riders.exchange, key: "request-ride.handle", family: .requestRide)
    #expect((breach == nil) == isRight)
    #expect(isRight || breach?.path == "type")
  }

  @Test(
    "A message that is sent again is judged by the role that its header names",
    arguments: Role.allCases)
  func redrive(role: Role) {
    for type in MessageType.allCases {
      let breach = Self.breach(type, of: .redrive) { $0.headers = Self.redriven(for: role) }
      #expect((breach == nil) == (role != .redrive && role.carries(type)), "\(role) \(type)")
    }
    let forged = Self.breach(role.types[0], of: role == .redrive ? .riders : role) {
      $0.headers = Self.redriven(for: role)
    }
    #expect(forged?.reason == .reservedHeader)
  }

  @Test(
    "To be sent again a message needs the exchange of a role",
    arguments: [nil, .string("riders"), .string(""), .bytes(Array("livery.requests.riders".utf8))]
      as [HeaderValue?])
  func redriveFrom(value: HeaderValue?) {
    let breach = Self.breach(.requestRide, of: .redrive) {
      $0.headers = value.map { [Header("x-livery-redrive-from", $0)] } ?? []
    }
    #expect(breach?.reason == .notPermitted)
    #expect(breach?.path == "headers.x-livery-redrive-from")
  }

  @Test(
    "Headers that others write are refused, and a producer's own are not",
    arguments: [
      ("x-livery-reason", .reservedHeader), ("x-livery-", .reservedHeader),
      ("x-death", .reservedHeader), ("x-first-death-queue", .reservedHeader),
      ("x-last-death-reason", .reservedHeader), ("CC", .notPermitted), ("BCC", .notPermitted),
      ("x-delivery-count", nil), ("x-deaths", nil), ("x-tenant", nil), ("cc", nil), ("", nil),
      ("traceparent", nil),
    ] as [(String, ErrorReason?)])
  func headers(name: String, reason: ErrorReason?) {
    for role in [Role.riders, .redrive] {
      let breach = Self.breach(.requestRide, of: role) {
        $0.headers = [Header("a", .void), Header(name, .void)]
        if role == .redrive { $0.headers += Self.redriven(for: .riders) }
      }
      #expect(breach?.reason == reason, "\(role)")
    }
  }

  @Test(
    "Answers go to the requester's own queues alone",
    arguments: [
      ("amq.rabbitmq.reply-to", true), ("amq.rabbitmq.reply-to.g1h2AA.junk", true),
      ("amq.gen-JzTY20BRgKO-HjmUJj0wLg", true), ("replies.gateway.a", true),
      ("amq_0123456789abcdef0123456789abcdef", true), ("amq_0xcd004e595b4d8716", true), ("", true),
      ("replies.gateway.", false), ("replies..a", false), ("replies.a", false), ("replies.", false),
      ("replies", false), ("replies.gateway", false), ("amq_abc", false), ("amq_x", false),
      ("amq.topic", false), ("livery.dispatch", false), ("livery.", false), ("Replies.a.b", false),
      ("mqtt-subscription-1", false), (" replies.gateway.a", false), ("observers.a.b", false),
    ])
  func replyAddresses(address: String, isRight: Bool) {
    for type in [MessageType.requestRide, .vehicleUpdate, .paymentResult, .rideRefund] {
      let breach = Self.breach(type) { $0.replyTo = address }
      #expect((breach == nil) == isRight, "\(type)")
      #expect(isRight || breach?.path == "reply_to")
    }
    #expect((Self.breach(.rideDue) { $0.replyTo = address } == nil) == address.isEmpty)
  }

  @Test(
    "Where a message says its user, its replies are that user's",
    arguments: [
      ("replies.gateway.a", "gateway", true), ("replies.gateway.a", "gate", false),
      ("replies.gate.way.a", "gate.way", true), ("replies.gate.way.a", "gate", false),
      ("replies.gateway.a", "", false), ("amq.gen-x", "anybody", true),
    ])
  func users(address: String, user: String, isRight: Bool) {
    let change = { (properties: inout MessageProperties) in
      (properties.replyTo, properties.userID) = (address, user)
    }
    #expect((Self.breach(.requestRide, change) == nil) == isRight)
    // The user of what is sent again is the one that sends it again.
    let again = Self.breach(.requestRide, of: .redrive) {
      change(&$0)
      $0.headers = Self.redriven(for: .riders)
    }
    #expect(again == nil)
  }

  private static func redriven(for role: Role) -> [Header] {
    [Header("x-livery-redrive-from", .string(role.exchange))]
  }
}
