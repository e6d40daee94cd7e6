import CRabbitMQ
import Glibc

/// Memory for the arguments of one call of librabbitmq; `reset` frees all of it at once.
///
/// Publishing needs pointers to a dozen strings and nested tables. Their copies here have fixed
/// addresses until the call has returned, and the memory is reused for the next message.
struct Arena: ~Copyable {
  private let block: UnsafeMutableRawPointer
  private var used = 0
  private var extra: [UnsafeMutableRawPointer] = []

  private static let capacity = 16 * 1024
  private static let alignment = 16

  init() {
    block = .allocate(byteCount: Self.capacity, alignment: Self.alignment)
  }

  deinit {
    for pointer in extra { pointer.deallocate() }
    block.deallocate()
  }

  mutating func reset() {
    used = 0
    if extra.isEmpty { return }
    for pointer in extra { pointer.deallocate() }
    extra.removeAll()
  }

  mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    let rounded = (size + Self.alignment - 1) / Self.alignment * Self.alignment
    if rounded <= Self.capacity - used {
      defer { used += rounded }
      return block + used
    }
    let pointer = UnsafeMutableRawPointer.allocate(
      byteCount: max(rounded, Self.alignment), alignment: Self.alignment)
    extra.append(pointer)
    return pointer
  }

  /// Room for C values, which need no cleanup.
  mutating func allocate<Element>(
    _ type: Element.Type, count: Int
  ) -> UnsafeMutablePointer<Element> {
    allocate(count * MemoryLayout<Element>.stride).bindMemory(to: type, capacity: count)
  }

  mutating func bytes(_ source: UnsafeRawBufferPointer) -> amqp_bytes_t {
    guard let start = source.baseAddress, source.count > 0 else {
      return livery_amqp_empty_bytes()
    }
    let copy = allocate(source.count)
    memcpy(copy, start, source.count)
    return amqp_bytes_t(len: source.count, bytes: copy)
  }

  mutating func bytes(_ text: String) -> amqp_bytes_t {
    var text = text
    return text.withUTF8 { bytes(UnsafeRawBufferPointer($0)) }
  }

  /// A short string of AMQP, of at most 255 bytes; `name` identifies a longer one in the error.
  mutating func shortString(
    _ text: String, _ name: StaticString
  ) throws(AMQPError) -> amqp_bytes_t {
    guard text.utf8.count <= 255 else {
      throw AMQPError(
        code: .invalidParameter, operation: "write \(name)",
        detail: "expected at most 255 bytes, but there are \(text.utf8.count)")
    }
    return bytes(text)
  }
}
