import BrokerFixture
import CRabbitMQ
import Messages
import Testing

@testable import AMQP

@Suite("Broker: headers as no producer of ours sends them", .blocking)
struct HostileHeadersTests {
  @Test(
    "A message with headers nested too deep is dead-lettered, and the next is delivered",
    arguments: [33, 40, 1_000])
  func tooDeep(depth: Int) throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("dead", on: endpoint)
    try Given.queue(
      "q", on: endpoint,
      arguments: [
        Header("x-dead-letter-exchange", .string("")),
        Header("x-dead-letter-routing-key", .string("dead")),
      ])
    var connection = try Given.connection(to: endpoint)
    try Self.publish(depth: depth, on: &connection)
    // The other one is published on another connection, and shall come behind it.
    try Self.expectOne(in: "q", on: &connection)
    try Given.publish([Given.message(to: "q", [2])], to: endpoint)
    var consumer = try Given.consumer(of: "q", on: endpoint)
    #expect(try consumer.takeAll(1).map(\.body) == [[2]])
    // From 100 on librabbitmq 0.15 refuses the table itself.
    let reason = try #require(consumer.takeUnreadable().first)
    #expect(
      reason.contains("at most 32 header tables")
        || depth > 100 && reason.contains("expected properties, came: "))
    consumer.close()
    try Self.expectOne(in: "dead", on: &connection)
    connection.close()
  }

  private static func expectOne(in queue: String, on connection: inout AMQPConnection) throws {
    let deadline = ContinuousClock.now.advanced(by: Given.patience)
    var count = 0
    while count == 0, .now < deadline {
      count = try connection.declareQueue(.init(name: queue, passive: true)).messageCount
    }
    #expect(count == 1)
  }

  @Test("10,000 headers arrive, each as it was sent")
  func many() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint)
    let headers = (0..<10_000).map { Header("h\($0)", .bool($0.isMultiple(of: 2))) }
    let message = Given.message(to: "q", properties: MessageProperties(headers: headers))
    try Given.publish([message], to: endpoint)
    var consumer = try Given.consumer(of: "q", on: endpoint)
    let delivery = try #require(try consumer.takeAll(1).first)
    // RabbitMQ sorts headers, and adds its own count.
    let arrived = delivery.properties.headers.filter { $0.name.hasPrefix("h") }
    #expect(Set(arrived) == Set(headers))
    consumer.close()
  }

  @Test("Texts of a message that are not UTF-8 arrive as bytes, the others as texts")
  func notUTF8() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint)
    var connection = try Given.connection(to: endpoint)
    for last in [0xFE, 0xFF, 0x61] as [UInt8] { try Self.publish([0x6D, last], on: connection) }
    // An answer comes after what was published before; a slow broker loses the rest at the close.
    _ = try connection.declareQueue(.init(name: "q", passive: true))
    connection.close()
    var consumer = try Given.consumer(of: "q", on: endpoint)
    let properties = try consumer.takeAll(3).map(\.properties)
    #expect(properties.map(\.messageID) == [nil, nil, "ma"])
    #expect(properties.map(\.replyTo) == [nil, nil, "ma"])
    #expect(properties.map(\.correlationID) == ["c", "c", "c"])
    #expect(
      properties.map(\.notUTF8) == [
        [Header("reply_to", .bytes([0x6D, 0xFE])), Header("message_id", .bytes([0x6D, 0xFE]))],
        [Header("reply_to", .bytes([0x6D, 0xFF])), Header("message_id", .bytes([0x6D, 0xFF]))],
        [],
      ])
    consumer.close()
  }

  /// Publishes with these bytes as `message_id` and `reply_to`, which our own writer cannot.
  private static func publish(
    _ text: [UInt8], on connection: borrowing AMQPConnection
  ) throws {
    var arena = Arena()
    var properties = amqp_basic_properties_t()
    properties.message_id = text.withUnsafeBytes { arena.bytes($0) }
    properties.reply_to = properties.message_id
    properties.correlation_id = arena.bytes("c")
    properties._flags = amqp_flags_t(
      bitPattern: AMQP_BASIC_MESSAGE_ID_FLAG | AMQP_BASIC_REPLY_TO_FLAG
        | AMQP_BASIC_CORRELATION_ID_FLAG)
    let status = amqp_basic_publish(
      connection.state, AMQPConnection.channel, livery_amqp_empty_bytes(), arena.bytes("q"), 0, 0,
      &properties, arena.bytes("x"))
    try #require(status == AMQP_STATUS_OK.rawValue)
  }

  /// Publishes with tables within each other, which our own writer refuses.
  private static func publish(depth: Int, on connection: inout AMQPConnection) throws {
    var arena = Arena()
    var table = livery_amqp_empty_table()
    for _ in 1..<depth {
      var entry = amqp_table_entry_t()
      entry.key = arena.bytes("t")
      entry.value.kind = UInt8(ascii: "F")
      entry.value.value.table = table
      let entries = arena.allocate(amqp_table_entry_t.self, count: 1)
      entries.initialize(to: entry)
      table = amqp_table_t(num_entries: 1, entries: entries)
    }
    var properties = amqp_basic_properties_t()
    properties.headers = table
    properties._flags = amqp_flags_t(bitPattern: AMQP_BASIC_HEADERS_FLAG)
    let status = amqp_basic_publish(
      connection.state, AMQPConnection.channel, livery_amqp_empty_bytes(), arena.bytes("q"), 0, 0,
      &properties, arena.bytes("x"))
    try #require(status == AMQP_STATUS_OK.rawValue)
  }
}
