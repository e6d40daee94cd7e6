import CRabbitMQ
import Messages
import Testing

@testable import AMQP

@Suite("Frames that arrive")
struct FrameReaderTests {
  private static let frameLimit = 4096

  /// Two frames: a header of a message with these headers, and its body.
  private static func message(_ headers: [Header]) throws -> [UInt8] {
    var buffer = FrameBuffer(frameLimit: frameLimit)
    var arena = Arena()
    var properties = try arena.properties(
      MessageProperties(headers: headers, messageID: "m"), frameLimit: 131_072)
    try buffer.append(&properties, bodySize: 2, channel: 1)
    let isWhole = try ([7, 8] as [UInt8]).withUnsafeBytes { body in
      var rest = body
      return try buffer.appendBody(&rest, channel: 1)
    }
    #expect(isWhole)
    return Array(buffer.bytes)
  }

  /// The types and payloads of the frames in bytes that arrive in pieces of a size.
  private static func frames(_ bytes: [UInt8], by size: Int) throws -> [[UInt8]] {
    var reader = FrameReader(frameLimit: frameLimit)
    var found: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let room = reader.room()
      let part = rest.prefix(min(size, room.count))
      room.copyBytes(from: part)
      reader.filled(part.count)
      rest = rest.dropFirst(part.count)
      while reader.hasFrame {
        let frame = try #require(try reader.next())
        #expect(frame.channel == 1)
        found.append([UInt8(frame.type)] + Array(frame.payload))
      }
      #expect(try reader.next() == nil)
    }
    #expect(reader.bytes.isEmpty)
    return found
  }

  @Test("Frames are cut out of what arrives, whatever its pieces", arguments: [1, 7, 8, 30, 9_999])
  func pieces(size: Int) throws {
    let message = try Self.message([Header("h", .string("text"))])
    let many = Array(repeating: message, count: 200).flatMap(\.self)
    let found = try Self.frames(many, by: size)
    #expect(found.count == 400)
    #expect(found.indices.allSatisfy { found[$0] == found[$0 % 2] })
    #expect(found[1] == [3, 7, 8])
  }

  @Test("What is no frame, or too large for one, is an error of the connection")
  func disorder() throws {
    var message = try Self.message([])
    message[message.count - 1] = 0
    let noEnd = #expect(throws: AMQPError.self) { try Self.frames(message, by: 64) }
    #expect(noEnd?.code == .frameError && noEnd?.isRetriable == true)
    let large: [UInt8] = [3, 0, 1, 0, 0, 16, 0]
    let tooLarge = #expect(throws: AMQPError.self) { try Self.frames(large, by: 64) }
    #expect(tooLarge?.code == .frameError)
  }

  private static func properties(
    _ payload: ArraySlice<UInt8>, _ decoder: borrowing FrameDecoder
  ) throws -> Result<MessageProperties, ContentAssembler.Unreadable> {
    var texts = ReceivedTexts()
    return try payload.withUnsafeBytes { try decoder.properties($0, &texts).properties }
  }

  @Test("A content header with any byte changed is read, or harms its own message alone")
  func changed() throws {
    let headers = [
      Header("s", .string("text")), Header("t", .timestamp(7)),
      Header("d", .decimal(scale: 1, mantissa: 2)),
      Header("a", .array([.integer(1), .table([Header("x", .bytes([1]))])])),
    ]
    let frame = try #require(try Self.frames(try Self.message(headers), by: 9_999).first)
    let decoder = FrameDecoder()
    var unreadable = 0
    // Behind the type, the class, the weight and the size.
    for place in 13..<frame.count {
      for value in UInt8.min...UInt8.max {
        var changed = frame
        changed[place] = value
        if case .failure(let fault) = try Self.properties(changed[1...], decoder) {
          #expect(fault.reason.hasPrefix("expected "))
          unreadable += 1
        }
      }
    }
    #expect(unreadable > 1_000)
    let sound = try Self.properties(frame[1...], decoder).get()
    #expect(sound.headers == headers && sound.messageID == "m")
  }
}
