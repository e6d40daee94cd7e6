import JSON

/// Header tables as JSON without a loss: each entry is its name, AMQP's letter of its type and its
/// value.
///
/// AMQP 0-9-1 distinguishes numbers of eight widths, moments, bytes and decimals; JSON does not.
/// The letters are those of RabbitMQ (https://www.rabbitmq.com/amqp-0-9-1-errata#section_3). Values
/// of an array are pairs of letter and value. Bytes are an array of numbers, a decimal is
/// `[scale, mantissa]`, and a number that is not finite a text.
enum HeaderTriples {
  static func write(_ headers: [Header], into writer: inout JSONWriter) {
    writer.beginArray()
    for header in headers {
      writer.beginArray()
      writer.string(header.name)
      write(header.value, into: &writer)
      writer.endArray()
    }
    writer.endArray()
  }

  /// The letter and the value.
  private static func write(_ value: HeaderValue, into writer: inout JSONWriter) {
    writer.string(letter(of: value))
    switch value {
    case .void: writer.null()
    case .bool(let flag): writer.bool(flag)
    case .integer(let number, _): writer.integer(number)
    // Above 2^63 it is a text: JSON's readers have no such number.
    case .unsigned(let number, _), .timestamp(let number):
      if let number = Int64(exactly: number) {
        writer.integer(number)
      } else {
        writer.string("\(number)")
      }
    case .double(let number, _):
      if number.isFinite { writer.double(number) } else { writer.string("\(number)") }
    case .decimal(let scale, let mantissa): write([Int64(scale), Int64(mantissa)], into: &writer)
    case .string(let text): writer.string(text)
    case .bytes(let bytes): write(bytes.map { Int64($0) }, into: &writer)
    case .array(let values):
      writer.beginArray()
      for value in values {
        writer.beginArray()
        write(value, into: &writer)
        writer.endArray()
      }
      writer.endArray()
    case .table(let headers): write(headers, into: &writer)
    }
  }

  private static func write(_ numbers: [Int64], into writer: inout JSONWriter) {
    writer.beginArray()
    numbers.forEach { writer.integer($0) }
    writer.endArray()
  }

  private static func letter(of value: HeaderValue) -> String {
    switch value {
    case .void: "V"
    case .bool: "t"
    case .integer(_, .byte): "b"
    case .integer(_, .short): "s"
    case .integer(_, .int): "I"
    case .integer(_, .long): "l"
    case .unsigned(_, .byte): "B"
    case .unsigned(_, .short): "u"
    case .unsigned(_, .int): "i"
    case .unsigned(_, .long): "L"
    case .double(_, .int): "f"
    case .double: "d"
    case .decimal: "D"
    case .string: "S"
    case .bytes: "x"
    case .timestamp: "T"
    case .array: "A"
    case .table: "F"
    }
  }

  /// Reads `write` back; nil for anything else.
  static func read(_ value: JSONValue) -> [Header]? {
    guard let entries = value.array else { return nil }
    var headers: [Header] = []
    for entry in entries {
      guard let parts = entry.array, parts.count == 3, let name = parts[0].string,
        let value = read(parts[1...])
      else { return nil }
      headers.append(Header(name, value))
    }
    return headers
  }

  /// Reads a letter and a value.
  private static func read(_ parts: ArraySlice<JSONValue>) -> HeaderValue? {
    guard parts.count == 2, let letter = parts.first?.string, let value = parts.last else {
      return nil
    }
    switch letter {
    case "V": return .void
    case "t": return value.bool.map { .bool($0) }
    case "b": return value.integer.map { .integer($0, .byte) }
    case "s": return value.integer.map { .integer($0, .short) }
    case "I": return value.integer.map { .integer($0, .int) }
    case "l": return value.integer.map { .integer($0) }
    case "B": return unsigned(value).map { .unsigned($0, .byte) }
    case "u": return unsigned(value).map { .unsigned($0, .short) }
    case "i": return unsigned(value).map { .unsigned($0, .int) }
    case "L": return unsigned(value).map { .unsigned($0) }
    case "f": return double(value).map { .double($0, .int) }
    case "d": return double(value).map { .double($0) }
    case "D": return decimal(value)
    case "S": return value.string.map { .string($0) }
    case "x": return value.array.flatMap(bytes).map { .bytes($0) }
    case "T": return unsigned(value).map { .timestamp($0) }
    case "A": return array(value)
    case "F": return read(value).map { .table($0) }
    default: return nil
    }
  }

  private static func unsigned(_ value: JSONValue) -> UInt64? {
    value.integer.flatMap { UInt64(exactly: $0) } ?? value.string.flatMap { UInt64($0) }
  }

  private static func double(_ value: JSONValue) -> Double? {
    value.number ?? value.string.flatMap { Double($0) }
  }

  private static func decimal(_ value: JSONValue) -> HeaderValue? {
    guard let scale = value[0]?.integer.flatMap({ UInt8(exactly: $0) }),
      let mantissa = value[1]?.integer.flatMap({ UInt32(exactly: $0) })
    else { return nil }
    return .decimal(scale: scale, mantissa: mantissa)
  }

  private static func bytes(_ values: [JSONValue]) -> [UInt8]? {
    let bytes = values.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
    return bytes.count == values.count ? bytes : nil
  }

  private static func array(_ value: JSONValue) -> HeaderValue? {
    guard let pairs = value.array else { return nil }
    let values = pairs.compactMap { $0.array.flatMap { read($0[...]) } }
    return values.count == pairs.count ? .array(values) : nil
  }
}
