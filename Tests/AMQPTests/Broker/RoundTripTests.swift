import AMQP
import BrokerFixture
import Messages
import Testing

@Suite("Broker: round trip", .blocking)
struct RoundTripTests {
  private static let everyFieldType: [Header] = [
    Header("void", .void), Header("yes", .bool(true)), Header("no", .bool(false)),
    Header("least", .integer(.min)), Header("most", .integer(.max)),
    Header("byte", .integer(-128, .byte)), Header("short", .integer(-32_768, .short)),
    Header("int", .integer(-1, .int)), Header("unsigned byte", .unsigned(255, .byte)),
    Header("unsigned short", .unsigned(65_535, .short)),
    Header("unsigned", .unsigned(UInt64(UInt32.max), .int)),
    Header("float", .double(-0.5, .int)), Header("double", .double(-0.1)),
    Header("decimal", .decimal(scale: 2, mantissa: 4_294_967_295)),
    Header("text", .string("é\u{0}")),
    Header("empty", .string("")), Header("bytes", .bytes([0, 255, 128])),
    Header("time", .timestamp(1_795_000_000)),
    Header("array", .array([.integer(1), .array([]), .table([Header("x", .bool(true))])])),
    Header("table", .table([Header("inner", .table([])), Header("", .string("no name"))])),
  ]

  private func roundTrip(_ message: Publication) throws -> Delivery {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue(message.routingKey, on: endpoint)
    try Given.publish([message], to: endpoint)
    var consumer = try Given.consumer(of: message.routingKey, on: endpoint)
    let delivery = try #require(try consumer.takeAll(1).first)
    try consumer.acknowledge(delivery.deliveryTag)
    consumer.close()
    return delivery
  }

  @Test("All properties and all header types arrive as they were sent")
  func properties() throws {
    let properties = MessageProperties(
      contentType: "application/json", contentEncoding: "identity",
      headers: Self.everyFieldType, deliveryMode: 2, priority: 3, correlationID: "c",
      replyTo: "r", expiration: "60000", messageID: "m", timestamp: 1_795_000_000, type: "t",
      userID: "guest", appID: "a")
    let delivery = try roundTrip(Given.message(to: "q", properties: properties))
    var sorted = properties
    // RabbitMQ 4 sorts headers; 3.10 does so in quorum queues.
    sorted.headers.sort { $0.name < $1.name }
    #expect([properties, sorted].contains(delivery.properties))
    #expect(delivery.routingKey == "q")
    #expect(delivery.exchange == "")
    #expect(!delivery.redelivered)
    #expect(delivery.deliveryTag == 1)
  }

  @Test("Absent properties stay absent, and empty ones stay empty")
  func absentAndEmpty() throws {
    let sparse = MessageProperties(correlationID: "", type: "")
    #expect(try roundTrip(Given.message(to: "q", properties: sparse)).properties == sparse)
  }

  @Test(
    "Bodies of every size arrive byte for byte",
    arguments: [0, 1, 20_000, 131_072 - 8, 131_072 - 7, 1 << 20])
  func bodies(size: Int) throws {
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    #expect(try roundTrip(Given.message(to: "q", body)).body == body)
  }

  @Test("Headers nested as deep as is allowed arrive; deeper ones are not sent")
  func depth() throws {
    func nested(_ depth: Int) -> [Header] {
      var value = HeaderValue.bool(true)
      for _ in 1..<depth { value = .table([Header("t", value)]) }
      return [Header("t", value)]
    }
    let properties = MessageProperties(headers: nested(32))
    #expect(
      try roundTrip(Given.message(to: "q", properties: properties)).properties == properties)

    var connection = try Given.connection(to: TestBroker.leaseVirtualHost())
    let tooDeep = Given.message(to: "q", properties: MessageProperties(headers: nested(33)))
    let failure = Result { () throws(AMQPError) in try connection.publish(tooDeep) }
    #expect(throws: AMQPError.self) { try failure.get() }
    // Nothing was written, so that the connection goes on.
    #expect(try connection.next(within: .zero) == nil)
    connection.close()
  }

  @Test("What AMQP cannot carry is refused before a byte is sent")
  func cannotCarry() throws {
    let long = String(repeating: "x", count: 256)
    let huge = HeaderValue.bytes([UInt8](repeating: 0, count: 130_000))
    let messages = [
      Given.message(to: long), Given.message(to: "q", properties: .init(messageID: long)),
      Given.message(to: "q", properties: .init(headers: [Header(long, .void)])),
      Given.message(to: "q", properties: .init(headers: [Header("h", huge)])),
      Given.message(to: "q", properties: .init(headers: [Header("u", .unsigned(.max))])),
    ]
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint)
    var connection = try Given.connection(to: endpoint)
    for message in messages {
      let failure = Result { () throws(AMQPError) in try connection.publish(message) }
      let error = #expect(throws: AMQPError.self) { try failure.get() }
      #expect(error?.isRetriable == false)
    }
    #expect(try connection.declareQueue(.init(name: "q", passive: true)).messageCount == 0)
    connection.close()
  }
}
