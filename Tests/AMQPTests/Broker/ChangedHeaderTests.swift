import BrokerFixture
import CRabbitMQ
import Messages
import Testing

@testable import AMQP

@Suite("Broker: content headers with a changed byte", .blocking)
struct ChangedHeaderTests {
  private static let last: [UInt8] = [9]

  /// The frames of a message to queue `q`: its method, its header, its body.
  private static func frames() throws -> (method: [UInt8], header: [UInt8], body: [UInt8]) {
    var buffer = FrameBuffer(frameLimit: 4096)
    var arena = Arena()
    var method = amqp_basic_publish_t(
      ticket: 0, exchange: livery_amqp_empty_bytes(), routing_key: arena.bytes("q"), mandatory: 0,
      immediate: 0)
    try buffer.append(AMQP_BASIC_PUBLISH_METHOD, &method, channel: 1)
    let headers = [
      Header("t", .timestamp(7)), Header("d", .decimal(scale: 1, mantissa: 2)),
      Header("a", .array([.integer(1), .table([Header("x", .bytes([1]))])])),
    ]
    var properties = try arena.properties(
      MessageProperties(contentType: "j", headers: headers, messageID: "m", timestamp: 5),
      frameLimit: 131_072)
    let head = buffer.count
    try buffer.append(&properties, bodySize: 2, channel: 1)
    let end = buffer.count
    let isWhole = try ([7, 8] as [UInt8]).withUnsafeBytes { body in
      var rest = body
      return try buffer.appendBody(&rest, channel: 1)
    }
    #expect(isWhole)
    let bytes = Array(buffer.bytes)
    return (Array(bytes[..<head]), Array(bytes[head..<end]), Array(bytes[end...]))
  }

  /// Whether the broker takes these frames, and the connection is of use afterwards.
  private static func isTaken(_ bytes: [UInt8], on connection: inout AMQPConnection) -> Bool {
    let failure = bytes.withUnsafeBytes {
      SocketWriter(descriptor: connection.descriptor, tls: nil).write($0)
    }
    guard failure == nil else { return false }
    return (try? connection.declareQueue(.init(name: "q", passive: true))) != nil
  }

  /// Publishes the message with each byte of its header changed, and returns how many were taken.
  private static func publishChanged(to endpoint: AMQPEndpoint) throws -> Int {
    let (method, header, body) = try frames()
    var connection = try Given.connection(to: endpoint)
    var taken = 0
    // Behind the type, the channel and the size of the frame.
    for place in 7..<header.count {
      let byte = header[place]
      for value in Set([0, 0xFF, byte ^ 1, byte ^ 0x80, UInt8(ascii: "F"), UInt8(ascii: "A")])
      where value != byte {
        var changed = header
        changed[place] = value
        if isTaken(method + changed + body, on: &connection) {
          taken += 1
        } else {
          connection = try Given.connection(to: endpoint)
        }
      }
    }
    connection.close()
    return taken
  }

  @Test("Each that the broker takes is received or harms its own message alone")
  func changed() throws {
    let endpoint = try TestBroker.leaseVirtualHost()
    try Given.queue("q", on: endpoint, kind: "classic")
    let taken = try Self.publishChanged(to: endpoint)
    #expect(taken > 100)
    try Given.publish([Given.message(to: "q", Self.last)], to: endpoint)
    var consumer = try Given.consumer(of: "q", on: endpoint)
    var readable = 0
    var unreadable = 0
    while let delivery = try consumer.takeAll(1).first {
      unreadable += consumer.takeUnreadable().count
      guard delivery.body != Self.last else { break }
      readable += 1
      try consumer.acknowledge(delivery.deliveryTag)
    }
    // A message may be taken before the broker refuses what follows it, as with a smaller size.
    #expect(readable + unreadable >= taken)
    consumer.close()
  }
}
