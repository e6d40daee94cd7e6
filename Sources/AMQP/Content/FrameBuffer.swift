import CRabbitMQ
import Glibc

/// Frames for the broker, one after another.
///
/// librabbitmq writes each of the three frames of a message with a separate system call, and these
/// calls are most of a message's cost. With this buffer a batch needs a few; librabbitmq still
/// encodes the frames.
struct FrameBuffer: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0
  private let frameLimit: Int

  /// From how many bytes on it should be written: the broker is to begin before a batch is
  /// complete, and a larger write is hardly cheaper for each byte.
  private static let worthWriting = 32 << 10
  /// The largest frame of `basic.publish`: two short strings and 14 more bytes.
  private static let methodLimit = 1 << 10
  /// The type, channel and size before a payload, and the byte after it (AMQP 0-9-1, 4.2.3).
  private static let headSize = 7
  private static let endSize = 1

  init(frameLimit: Int) {
    self.frameLimit = frameLimit
    memory = .allocate(
      byteCount: Self.worthWriting + Self.methodLimit + frameLimit, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// What is to be written.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// Whether it should be written before more is appended; until then there is room for what
  /// precedes the body of a message.
  var isWorthWriting: Bool { count >= Self.worthWriting }

  /// Removes everything after the given number of bytes.
  mutating func cut(to count: Int) { self.count = min(count, self.count) }

  /// Appends the frame of a method.
  mutating func append(
    _ method: amqp_method_number_t, _ decoded: UnsafeMutableRawPointer, channel: amqp_channel_t
  ) throws(AMQPError) {
    try appendFrame(AMQP_FRAME_METHOD, channel: channel) { room in
      room.storeBytes(of: method.bigEndian, as: UInt32.self)
      return Self.size(
        of: amqp_encode_method(method, decoded, amqp_bytes_t(room, from: 4)), after: 4)
    }
  }

  /// Appends a heartbeat, of which there is one for all channels.
  mutating func appendHeartbeat() {
    // Nothing is encoded that could fail.
    try? appendFrame(AMQP_FRAME_HEARTBEAT, channel: 0) { _ in 0 }
  }

  /// Appends the header of a message.
  mutating func append(
    _ properties: inout amqp_basic_properties_t, bodySize: Int, channel: amqp_channel_t
  ) throws(AMQPError) {
    try appendFrame(AMQP_FRAME_HEADER, channel: channel) { room in
      // The class, a weight that is always zero, and the size of the body (4.2.6.1).
      room.storeBytes(of: UInt32(AMQP_BASIC_CLASS << 16).bigEndian, as: UInt32.self)
      room.storeBytes(of: UInt64(bodySize).bigEndian, toByteOffset: 4, as: UInt64.self)
      return Self.size(
        of: amqp_encode_properties(
          UInt16(AMQP_BASIC_CLASS), &properties, amqp_bytes_t(room, from: 12)), after: 12)
    }
  }

  /// Appends a frame of the rest of a body, and removes its content from the rest; false if the
  /// buffer has to be written first.
  mutating func appendBody(
    _ rest: inout UnsafeRawBufferPointer, channel: amqp_channel_t
  ) throws(AMQPError) -> Bool {
    let part = UnsafeRawBufferPointer(
      rebasing: rest.prefix(frameLimit - Self.headSize - Self.endSize))
    guard memory.count - count >= part.count + Self.headSize + Self.endSize else { return false }
    try appendFrame(AMQP_FRAME_BODY, channel: channel) { room in
      room.copyMemory(from: part)
      return part.count
    }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
    return true
  }

  /// Appends a frame; `write` puts the payload into the room that it gets and returns its size, or
  /// a status of librabbitmq's.
  private mutating func appendFrame(
    _ type: Int32, channel: amqp_channel_t, _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(AMQPError) {
    let start = count + Self.headSize
    let room = UnsafeMutableRawBufferPointer(
      rebasing: memory[start..<(memory.count - Self.endSize)])
    let size = write(room)
    guard size >= 0 else {
      throw AMQPError(status: Int32(clamping: size), operation: "write a frame")
    }
    memory.storeBytes(of: UInt8(truncatingIfNeeded: type), toByteOffset: count, as: UInt8.self)
    memory.storeBytes(of: channel.bigEndian, toByteOffset: count + 1, as: UInt16.self)
    memory.storeBytes(of: UInt32(size).bigEndian, toByteOffset: count + 3, as: UInt32.self)
    memory.storeBytes(
      of: UInt8(AMQP_FRAME_END), toByteOffset: start + size, as: UInt8.self)
    count = start + size + Self.endSize
  }

  /// The size of a payload of which librabbitmq wrote the last part.
  private static func size(of status: Int32, after start: Int) -> Int {
    status < 0 ? Int(status) : start + Int(status)
  }
}

extension amqp_bytes_t {
  fileprivate init(_ room: UnsafeMutableRawBufferPointer, from start: Int) {
    self.init(len: room.count - start, bytes: room.baseAddress.map { $0 + start })
  }
}
