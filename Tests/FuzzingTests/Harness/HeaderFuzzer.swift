import CRabbitMQ
import Messages

@testable import AMQP

/// Header tables and properties: the wire form through librabbitmq into our values, and back.
enum HeaderFuzzer {
  static func run(_ input: [UInt8]) throws(Finding) {
    var reader = FuzzReader(input)
    switch reader.number(below: 3) {
    case 0: try decode(Self.lengthPrefixed(reader.remainder()))
    case 1: try decode(reader.remainder())
    default: try decodeProperties(reader.remainder())
    }
  }

  private static func lengthPrefixed(_ bytes: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(bytes.count).bigEndian, Array.init) + bytes
  }

  /// What is read must be written so that it reads the same.
  private static func decode(_ wire: [UInt8]) throws(Finding) {
    guard let headers = received(wire) else { return }
    guard let written = encoded(headers) else { return }
    try hold(
      written.count <= HeaderTable.encodedSize(of: headers) + 4,
      "a table of \(written.count) bytes was thought to have "
        + "\(HeaderTable.encodedSize(of: headers) + 4)")
    guard let again = received(written) else { throw Finding("what was written is not read") }
    // Compared as bytes, since a NaN is not equal to itself.
    try hold(encoded(again) == written, "what was written is read as something else")
  }

  private static func received(_ wire: [UInt8]) -> [Header]? {
    var pool = amqp_pool_t()
    init_amqp_pool(&pool, 4096)
    defer { empty_amqp_pool(&pool) }
    return wire.withUnsafeBytes { bytes -> [Header]? in
      var table = amqp_table_t()
      var offset = 0
      let source = amqp_bytes_t(
        len: bytes.count, bytes: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      guard amqp_decode_table(source, &pool, &table, &offset) >= 0 else { return nil }
      return try? HeaderTable.headers(table)
    }
  }

  private static func encoded(_ headers: [Header]) -> [UInt8]? {
    var arena = Arena()
    guard var table = try? arena.table(headers) else { return nil }
    var wire = [UInt8](repeating: 0, count: HeaderTable.encodedSize(of: headers) + 64)
    var offset = 0
    let status = wire.withUnsafeMutableBytes { bytes in
      amqp_encode_table(
        amqp_bytes_t(len: bytes.count, bytes: bytes.baseAddress), &table, &offset)
    }
    return status >= 0 ? Array(wire[..<offset]) : []
  }

  private static func decodeProperties(_ wire: [UInt8]) throws(Finding) {
    var pool = amqp_pool_t()
    init_amqp_pool(&pool, 4096)
    defer { empty_amqp_pool(&pool) }
    var texts = ReceivedTexts()
    let outcomes = wire.withUnsafeBytes { bytes -> [MessageProperties]? in
      var decoded: UnsafeMutableRawPointer?
      let source = amqp_bytes_t(
        len: bytes.count, bytes: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      guard amqp_decode_properties(60, &pool, source, &decoded) >= 0, let decoded else {
        return nil
      }
      let properties = decoded.assumingMemoryBound(to: amqp_basic_properties_t.self).pointee
      return try? (0..<2).map { _ in try MessageProperties(properties, &texts) }
    }
    guard let outcomes, let properties = outcomes.first else { return }
    // Headers may be numbers that equal nothing, and no text of theirs is kept.
    let bare = outcomes.map { outcome in
      var bare = outcome
      bare.headers = []
      return bare
    }
    try hold(bare.allSatisfy { $0 == bare[0] }, "texts that repeat are read otherwise")
    for type in MessageType.allCases {
      _ = try? MessageDecoder.decode(
        Delivery(
          deliveryTag: 1, redelivered: false, exchange: type.role.exchange,
          routingKey: type.rawValue, properties: properties,
          body: Array("{}".utf8)), family: type.family)
    }
    var arena = Arena()
    _ = try? arena.properties(properties, frameLimit: 131_072)
  }
}
