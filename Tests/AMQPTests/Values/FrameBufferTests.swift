import CRabbitMQ
import Messages
import Testing

@testable import AMQP

@Suite("Frames on their way")
struct FrameBufferTests {
  private static let frameLimit = 4096

  /// A message's frames, written as often as there is no room for more.
  private static func frames(body: [UInt8]) throws -> [[UInt8]] {
    var buffer = FrameBuffer(frameLimit: frameLimit)
    var written: [[UInt8]] = []
    var properties = amqp_basic_properties_t()
    try buffer.append(&properties, bodySize: body.count, channel: 1)
    try body.withUnsafeBytes { body in
      var rest = body
      while !rest.isEmpty {
        if try buffer.appendBody(&rest, channel: 1) { continue }
        written.append(Array(buffer.bytes))
        buffer.cut(to: 0)
      }
    }
    return written + [Array(buffer.bytes)]
  }

  @Test("A method is framed as the standard says")
  func method() throws {
    var buffer = FrameBuffer(frameLimit: Self.frameLimit)
    var arena = Arena()
    var method = amqp_basic_publish_t(
      ticket: 0, exchange: arena.bytes("e"), routing_key: arena.bytes("key"), mandatory: 1,
      immediate: 0)
    try buffer.append(amqp_method_number_t(AMQP_BASIC_PUBLISH_METHOD), &method, channel: 1)
    #expect(
      Array(buffer.bytes)
        == [1, 0, 1, 0, 0, 0, 13, 0, 60, 0, 40, 0, 0, 1] + Array("e".utf8) + [3]
        + Array("key".utf8) + [1, 0xCE])
  }

  @Test("A message is a header and its body, in frames of the size agreed upon at most")
  func body() throws {
    #expect(
      try Self.frames(body: [7, 8])
        == [
          [2, 0, 1, 0, 0, 0, 14, 0, 60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0xCE]
            + [3, 0, 1, 0, 0, 0, 2, 7, 8, 0xCE]
        ])
    let frame = Self.frameLimit - 8
    let bytes = try Self.frames(body: [UInt8](repeating: 0, count: frame + 1))[0]
    // The size of the first frame of the body, and its last byte.
    #expect(bytes[25..<29].elementsEqual([0, 0, 15, 248]))
    #expect(bytes[29 + frame] == 0xCE)
    #expect(Array(bytes[(30 + frame)...]) == [3, 0, 1, 0, 0, 0, 1, 0, 0xCE])
  }

  @Test("A body larger than the buffer leaves it piece by piece, and nothing is lost")
  func large() throws {
    let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let written = try Self.frames(body: body)
    #expect(written.count > 1)
    var rest = Array(written.joined().dropFirst(22))
    var received: [UInt8] = []
    while !rest.isEmpty {
      let size = rest[3..<7].reduce(0) { $0 << 8 | Int($1) }
      try #require(rest[0] == 3 && size <= Self.frameLimit - 8 && rest[7 + size] == 0xCE)
      received += rest[7..<(7 + size)]
      rest.removeFirst(8 + size)
    }
    #expect(received == body)
  }

  @Test("Appended frames can be removed")
  func cut() throws {
    var buffer = FrameBuffer(frameLimit: Self.frameLimit)
    var properties = amqp_basic_properties_t()
    try buffer.append(&properties, bodySize: 0, channel: 1)
    let whole = Array(buffer.bytes)
    try buffer.append(&properties, bodySize: 1, channel: 1)
    buffer.cut(to: whole.count)
    #expect(Array(buffer.bytes) == whole)
  }
}
