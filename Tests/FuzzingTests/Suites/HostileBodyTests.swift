import Messages
import Testing

@Suite("Hostile messages through their handlers")
struct HostileBodyTests {
  @Test(
    "A hostile body is refused or handled, with one outcome, and the same again the second time",
    arguments: HostileBody.all)
  func body(_ body: HostileBody) throws {
    let world = try FuzzedWorld.shared.get()
    let run = MessageRun(world: world, database: try world.database())
    for type in MessageType.allCases {
      try run.take(Self.delivery(type, body.bytes))
    }
    try run.checkStore()
  }

  @Test("Each body that is no object is refused on every queue")
  func refused() throws {
    for name in ["nothing", "a list instead of an object", "16 MiB of blanks", "UTF-16"] {
      let body = try #require(HostileBody.all.first { $0.testDescription == name })
      for type in MessageType.allCases {
        #expect(throws: RefusedMessage.self, "\(name) as \(type)") {
          _ = try MessageDecoder.decode(Self.delivery(type, body.bytes), family: type.family)
        }
      }
    }
  }

  @Test(
    "10,000 headers, and headers 32 deep, are no reason to refuse a message",
    arguments: MessageType.allCases)
  func headers(_ type: MessageType) throws {
    let world = try FuzzedWorld.shared.get()
    let run = MessageRun(world: world, database: try world.database())
    var deep = HeaderValue.void
    for level in 0..<31 {
      deep = level.isMultiple(of: 2) ? .array([deep]) : .table([Header("t", deep)])
    }
    let delivery = Self.delivery(type, Array("{}".utf8))
    var properties = delivery.properties
    properties.headers = (0..<10_000).map { Header("h\($0)", .integer($0)) }
    properties.headers.append(Header("deep", deep))
    try run.take(delivery.copy(properties: properties))
  }

  private static func delivery(_ type: MessageType, _ body: [UInt8]) -> Delivery {
    Delivery(
      deliveryTag: 1, redelivered: false, exchange: type.role.exchange,
      routingKey: type.rawValue,
      properties: MessageProperties(
        contentType: "application/json", correlationID: "c",
        replyTo: type.role == .fleet ? nil : "amq.gen-r",
        messageID: "m-1",
        type: type.rawValue),
      body: body)
  }
}
