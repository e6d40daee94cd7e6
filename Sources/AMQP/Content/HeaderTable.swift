import CRabbitMQ
import Envelope

/// Header tables as librabbitmq has them, both ways.
enum HeaderTable {
  /// How many tables and arrays may lie within each other; it bounds recursion, here and at
  /// receivers.
  static let depthLimit = 32

  /// The size of a table on the wire, without the four bytes of its length.
  static func encodedSize(of headers: [Header]) -> Int {
    headers.reduce(0) { $0 + 1 + $1.name.utf8.count + 1 + encodedSize(of: $1.value) }
  }

  private static func encodedSize(of value: HeaderValue) -> Int {
    switch value {
    case .void: 0
    case .bool: 1
    case .decimal: 5
    case .integer, .unsigned, .double, .timestamp: 8
    case .string(let text): 4 + text.utf8.count
    case .bytes(let bytes): 4 + bytes.count
    case .array(let values): values.reduce(4) { $0 + 1 + encodedSize(of: $1) }
    case .table(let headers): 4 + encodedSize(of: headers)
    }
  }
}

extension Arena {
  /// Builds a table that lives until the next `reset`.
  mutating func table(_ headers: [Header], depth: Int = 1) throws(AMQPError) -> amqp_table_t {
    try checkDepth(depth)
    if headers.isEmpty { return livery_amqp_empty_table() }
    let entries = allocate(amqp_table_entry_t.self, count: headers.count)
    for (position, header) in headers.enumerated() {
      let entry = amqp_table_entry_t(
        key: try shortString(header.name, "the name of a header"),
        value: try field(header.value, depth: depth))
      (entries + position).initialize(to: entry)
    }
    return amqp_table_t(num_entries: Int32(headers.count), entries: entries)
  }

  private mutating func array(
    _ values: [HeaderValue], depth: Int
  ) throws(AMQPError) -> amqp_array_t {
    try checkDepth(depth)
    let entries = allocate(amqp_field_value_t.self, count: values.count)
    for (position, value) in values.enumerated() {
      (entries + position).initialize(to: try field(value, depth: depth))
    }
    return amqp_array_t(num_entries: Int32(values.count), entries: entries)
  }

  private mutating func field(
    _ value: HeaderValue, depth: Int
  ) throws(AMQPError) -> amqp_field_value_t {
    switch value {
    case .void: amqp_field_value_t("V") { _ in }
    case .bool(let bool): amqp_field_value_t("t") { $0.boolean = bool ? 1 : 0 }
    case .integer(let number, let width): .integer(number, width)
    case .unsigned(let number, let width): try .unsigned(number, width)
    case .double(let number, .int): amqp_field_value_t("f") { $0.f32 = Float(number) }
    case .double(let number, _): amqp_field_value_t("d") { $0.f64 = number }
    case .decimal(let scale, let mantissa):
      amqp_field_value_t("D") { $0.decimal = amqp_decimal_t(decimals: scale, value: mantissa) }
    case .string(let text): field("S", bytes(text))
    case .bytes(let raw): field("x", raw.withUnsafeBytes { bytes($0) })
    case .timestamp(let seconds): amqp_field_value_t("T") { $0.u64 = seconds }
    case .array(let values): field(try array(values, depth: depth + 1))
    case .table(let headers): field(try table(headers, depth: depth + 1))
    }
  }

  private func field(_ kind: Unicode.Scalar, _ bytes: amqp_bytes_t) -> amqp_field_value_t {
    amqp_field_value_t(kind) { $0.bytes = bytes }
  }

  private func field(_ array: amqp_array_t) -> amqp_field_value_t {
    amqp_field_value_t("A") { $0.array = array }
  }

  private func field(_ table: amqp_table_t) -> amqp_field_value_t {
    amqp_field_value_t("F") { $0.table = table }
  }

  private func checkDepth(_ depth: Int) throws(AMQPError) {
    guard depth <= HeaderTable.depthLimit else {
      throw AMQPError(
        code: .tableTooBig, operation: "write headers",
        detail: "expected at most \(HeaderTable.depthLimit) tables and arrays within each other")
    }
  }
}

extension amqp_field_value_t {
  fileprivate init(
    _ kind: Unicode.Scalar, _ set: (inout amqp_field_value_t.__Unnamed_union_value) -> Void
  ) {
    self.init()
    self.kind = UInt8(ascii: kind)
    set(&value)
  }

  /// A number of its width, or of 64 bits if it does not fit.
  fileprivate static func integer(_ number: Int64, _ width: FieldWidth) -> amqp_field_value_t {
    if width == .byte, let narrow = Int8(exactly: number) {
      return amqp_field_value_t("b") { $0.i8 = narrow }
    }
    if width == .short, let narrow = Int16(exactly: number) {
      return amqp_field_value_t("s") { $0.i16 = narrow }
    }
    if width == .int, let narrow = Int32(exactly: number) {
      return amqp_field_value_t("I") { $0.i32 = narrow }
    }
    return amqp_field_value_t("l") { $0.i64 = number }
  }

  /// RabbitMQ has no unsigned field of 64 bits and closes a connection that sends one.
  fileprivate static func unsigned(
    _ number: UInt64, _ width: FieldWidth
  ) throws(AMQPError) -> amqp_field_value_t {
    if width == .byte, let narrow = UInt8(exactly: number) {
      return amqp_field_value_t("B") { $0.u8 = narrow }
    }
    if width == .short, let narrow = UInt16(exactly: number) {
      return amqp_field_value_t("u") { $0.u16 = narrow }
    }
    if let narrow = UInt32(exactly: number) { return amqp_field_value_t("i") { $0.u32 = narrow } }
    if let signed = Int64(exactly: number) { return amqp_field_value_t("l") { $0.i64 = signed } }
    throw AMQPError(
      code: .invalidParameter, operation: "write headers",
      detail: "expected an integer of at most \(Int64.max), but it is \(number)")
  }
}

extension HeaderTable {
  /// Tables and arrays lie deeper within each other than `depthLimit`.
  struct TooDeep: Error, Hashable {}

  /// Copies a received table.
  ///
  /// A string that is not UTF-8 is kept as bytes, so that none is changed.
  static func headers(_ table: amqp_table_t, depth: Int = 1) throws(TooDeep) -> [Header] {
    guard depth <= depthLimit else { throw TooDeep() }
    var headers: [Header] = []
    headers.reserveCapacity(Int(table.num_entries))
    for entry in UnsafeBufferPointer(start: table.entries, count: Int(table.num_entries)) {
      headers.append(Header(String(entry.key), try value(entry.value, depth: depth)))
    }
    return headers
  }

  private static func array(_ array: amqp_array_t, depth: Int) throws(TooDeep) -> [HeaderValue] {
    guard depth <= depthLimit else { throw TooDeep() }
    var values: [HeaderValue] = []
    for entry in UnsafeBufferPointer(start: array.entries, count: Int(array.num_entries)) {
      values.append(try value(entry, depth: depth))
    }
    return values
  }

  private static func value(
    _ field: amqp_field_value_t, depth: Int
  ) throws(TooDeep) -> HeaderValue {
    let value = field.value
    switch Unicode.Scalar(field.kind) {
    case "t": return .bool(value.boolean != 0)
    case "b": return .integer(Int64(value.i8), .byte)
    case "s": return .integer(Int64(value.i16), .short)
    case "I": return .integer(Int64(value.i32), .int)
    case "l": return .integer(value.i64)
    case "B": return .unsigned(UInt64(value.u8), .byte)
    case "u": return .unsigned(UInt64(value.u16), .short)
    case "i": return .unsigned(UInt64(value.u32), .int)
    case "L": return .unsigned(value.u64)
    case "f": return .double(Double(value.f32), .int)
    case "d": return .double(value.f64)
    case "D": return .decimal(scale: value.decimal.decimals, mantissa: value.decimal.value)
    case "S": return text(value.bytes)
    case "x": return .bytes(Array(rawBytes(value.bytes)))
    case "T": return .timestamp(value.u64)
    case "A": return .array(try array(value.array, depth: depth + 1))
    case "F": return .table(try headers(value.table, depth: depth + 1))
    default: return .void
    }
  }

  private static func text(_ bytes: amqp_bytes_t) -> HeaderValue {
    let raw = rawBytes(bytes)
    return String(validating: raw, as: UTF8.self).map(HeaderValue.string) ?? .bytes(Array(raw))
  }

  private static func rawBytes(_ bytes: amqp_bytes_t) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes.bytes, count: bytes.len)
  }
}
