import CRabbitMQ
import Envelope
import Glibc

/// Frames from the broker, cut out of the bytes that have arrived (AMQP 0-9-1, 4.2.3).
///
/// librabbitmq cuts and decodes a frame in one step, and cannot be used after one that it cannot
/// decode: a producer's header table could end the connection. So frames are cut here, and
/// librabbitmq decodes what is in them.
struct FrameReader: ~Copyable {
  /// A frame without its head and its end; the payload is valid until `room` is asked for.
  struct Frame {
    let type: Int32
    let channel: amqp_channel_t
    let payload: UnsafeRawBufferPointer
  }

  private let memory: UnsafeMutableRawBufferPointer
  private let frameLimit: Int
  private var start = 0
  private var end = 0

  /// The type, channel and size before a payload, and the byte after it.
  private static let (headSize, endSize) = (7, 1)
  /// The most bytes of one read: of a larger buffer little would be used.
  private static let readLimit = 64 << 10

  init(frameLimit: Int) {
    self.frameLimit = frameLimit
    memory = .allocate(byteCount: frameLimit + Self.readLimit, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// What has arrived and was not taken yet.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

  /// Whether a whole frame has arrived.
  var hasFrame: Bool {
    (payloadSize.map { Self.headSize + $0 + Self.endSize } ?? .max) <= end - start
  }

  /// Room for what is read next; earlier frames are no longer valid.
  mutating func room() -> UnsafeMutableRawBufferPointer {
    if start > 0 {
      let rest = end - start
      if rest > 0, let memory = memory.baseAddress { memmove(memory, memory + start, rest) }
      (start, end) = (0, rest)
    }
    return UnsafeMutableRawBufferPointer(
      rebasing: memory[end..<min(end + Self.readLimit, memory.count)])
  }

  /// Says how many bytes were read into the room.
  mutating func filled(_ count: Int) { end += count }

  /// Takes bytes that somebody else has read.
  mutating func consume(_ count: Int) { start += count }

  /// The next frame; nil until it has arrived as a whole.
  mutating func next() throws(AMQPError) -> Frame? {
    guard let size = payloadSize else { return nil }
    guard size <= frameLimit - Self.headSize - Self.endSize else {
      throw Self.disorder("a frame of \(size) bytes, where \(frameLimit) are the limit")
    }
    let whole = Self.headSize + size + Self.endSize
    guard whole <= end - start else { return nil }
    let frame = UnsafeRawBufferPointer(rebasing: memory[start..<(start + whole)])
    guard frame[whole - 1] == UInt8(AMQP_FRAME_END) else {
      throw Self.disorder("a frame without its end")
    }
    start += whole
    return Frame(
      type: Int32(frame[0]),
      channel: UInt16(bigEndian: frame.loadUnaligned(fromByteOffset: 1, as: UInt16.self)),
      payload: UnsafeRawBufferPointer(rebasing: frame[Self.headSize..<(whole - Self.endSize)]))
  }

  /// The size that the head of the next frame tells; nil until it has arrived.
  private var payloadSize: Int? {
    guard end - start >= Self.headSize else { return nil }
    let size = UnsafeRawBufferPointer(memory)
      .loadUnaligned(fromByteOffset: start + 3, as: UInt32.self)
    return Int(UInt32(bigEndian: size))
  }

  private static func disorder(_ what: String) -> AMQPError {
    AMQPError(code: .frameError, operation: "receive from the broker", detail: "there came \(what)")
  }
}

/// What librabbitmq decodes, in memory that the next frame uses again.
struct FrameDecoder: ~Copyable {
  private let pool: UnsafeMutablePointer<amqp_pool_t>

  init() {
    pool = .allocate(capacity: 1)
    init_amqp_pool(pool, 16 << 10)
  }

  deinit {
    empty_amqp_pool(pool)
    pool.deallocate()
  }

  /// The method in the payload of a frame.
  func method(_ payload: UnsafeRawBufferPointer) throws(AMQPError) -> amqp_method_t {
    guard payload.count >= 4 else { throw Self.short(AMQP_FRAME_METHOD) }
    recycle_amqp_pool(pool)
    var method = amqp_method_t()
    method.id = UInt32(bigEndian: payload.loadUnaligned(as: UInt32.self))
    let status = amqp_decode_method(
      method.id, pool, amqp_bytes_t(payload, from: 4), &method.decoded)
    guard status == AMQP_STATUS_OK.rawValue else {
      throw AMQPError(status: status, operation: "receive from the broker")
    }
    return method
  }

  /// The properties in the payload of a content header, and the size of the body; properties that
  /// cannot be decoded are those of their message alone.
  func properties(
    _ payload: UnsafeRawBufferPointer, _ texts: inout ReceivedTexts
  ) throws(AMQPError) -> (
    bodySize: UInt64, properties: Result<MessageProperties, ContentAssembler.Unreadable>
  ) {
    // The class, a weight that is always zero, and the size of the body (4.2.6.1).
    guard payload.count >= 12 else { throw Self.short(AMQP_FRAME_HEADER) }
    let classNumber = UInt16(bigEndian: payload.loadUnaligned(as: UInt16.self))
    let size = UInt64(bigEndian: payload.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
    recycle_amqp_pool(pool)
    var decoded: UnsafeMutableRawPointer?
    let status = amqp_decode_properties(
      classNumber, pool, amqp_bytes_t(payload, from: 12), &decoded)
    guard status == AMQP_STATUS_OK.rawValue else {
      let reason = "expected properties, came: \(String(cString: amqp_error_string2(status)))"
      return (size, .failure(.init(reason: reason)))
    }
    guard let decoded else { return (size, .success(MessageProperties())) }
    do throws(HeaderTable.TooDeep) {
      let properties = decoded.assumingMemoryBound(to: amqp_basic_properties_t.self)
      return (size, .success(try MessageProperties(properties.pointee, &texts)))
    } catch {
      let limit = HeaderTable.depthLimit
      return (
        size,
        .failure(
          .init(reason: "expected at most \(limit) header tables and arrays within each other"))
      )
    }
  }

  private static func short(_ type: Int32) -> AMQPError {
    AMQPError(
      code: .frameError, operation: "receive from the broker",
      detail: "there came a frame of type \(type) that is too short")
  }
}

extension amqp_bytes_t {
  /// Bytes that librabbitmq reads.
  init(_ payload: UnsafeRawBufferPointer, from start: Int = 0) {
    // librabbitmq reads from it alone.
    self.init(
      len: payload.count - start,
      bytes: payload.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) + start })
  }
}
