import CRabbitMQ
import Messages

extension HeaderTable {
  /// Tables and arrays lie deeper within each other than `depthLimit`.
  struct TooDeep: Error, Hashable {}

  /// Copies a received table.
  ///
  /// A string that is not UTF-8 is taken as bytes, so that none is changed.
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
