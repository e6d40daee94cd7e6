/// What a broker says to a client from the handshake on, as the bytes of an input choose it.
struct BrokerScript {
  private var wire = Wire()

  var bytes: [UInt8] { wire.bytes }

  init(_ reader: inout FuzzReader, isConsumer: Bool) {
    // Mostly the handshake is right: what comes after it has more ways to be wrong.
    let wrongStep = reader.number(below: 32)
    for (step, write) in Self.handshake(isConsumer).enumerated() {
      if step == wrongStep { item(&reader) } else { write(&wire) }
    }
    var count = 0
    while !reader.isAtEnd, count < 64 {
      item(&reader)
      count += 1
    }
  }

  private static func handshake(_ isConsumer: Bool) -> [(inout Wire) -> Void] {
    let opening: [(inout Wire) -> Void] = [
      {
        let texts = Wire.longString(Array("PLAIN".utf8)) + Wire.longString(Array("en_US".utf8))
        $0.method(.connectionStart, channel: 0, [0, 9] + Wire.long(0) + texts)
      },
      {
        let limits = Wire.short(16) + Wire.long(131_072) + Wire.short(10)
        $0.method(.connectionTune, channel: 0, limits)
      },
      { $0.method(.connectionOpenOK, channel: 0, [0]) },
      { $0.method(.channelOpenOK, Wire.long(0)) },
    ]
    guard isConsumer else { return opening + [{ $0.method(.confirmOK) }] }
    return opening + [
      { $0.method(.queueDeclareOK, Wire.shortString("q") + Wire.long(0) + Wire.long(0)) },
      { $0.method(.qosOK) },
      { $0.method(.consumeOK, Wire.shortString("livery-1")) },
    ]
  }

  private mutating func item(_ reader: inout FuzzReader) {
    switch reader.number(below: 12) {
    case 0, 1: message(&reader)
    case 2: wire.append(reader.block())
    case 3: wire.method(reader.pick(Wire.Method.all), channel: channel(&reader), reader.block())
    case 4: wire.header(channel: channel(&reader), size: size(&reader), properties: reader.block())
    case 5: wire.frame(3, channel: channel(&reader), reader.block())
    case 6: wire.frame(reader.byte(), channel: channel(&reader), reader.block())
    case 7: brokenFrame(&reader)
    case 8: confirm(&reader)
    case 9: nested(&reader)
    case 10: farewell(&reader)
    default:
      wire.method(.cancelOK, Wire.shortString("livery-1"))
      wire.method(.qosOK)
      wire.method(.consumeOK, Wire.shortString("livery-2"))
    }
  }

  private func channel(_ reader: inout FuzzReader) -> UInt16 {
    reader.pick([1, 1, 1, 1, 0, 2, 16, 65_535])
  }

  private func size(_ reader: inout FuzzReader) -> UInt64 {
    reader.pick([
      0, 1, 10, 255, 131_064, 1 << 24, (1 << 24) + 1, 1 << 31, 1 << 32, 1 << 63, .max,
    ])
  }

  /// A whole delivery or returned message, or nearly.
  private mutating func message(_ reader: inout FuzzReader) {
    if reader.number(below: 4) == 0 {
      wire.method(
        .returned,
        Wire.short(312) + Wire.shortString("NO_ROUTE") + Wire.shortString("e")
          + Wire.shortString(reader.text()))
    } else {
      wire.method(
        .deliver,
        Wire.shortString("livery-1") + Wire.longLong(UInt64(reader.byte()))
          + [reader.byte() & 1] + Wire.shortString("e") + Wire.shortString(reader.text()))
    }
    let body = reader.block()
    let lie = reader.pick([0, 0, 0, 0, 0, 0, 1, -1])
    let properties = reader.flag() ? headers(&reader) : flagged(&reader)
    wire.header(
      size: UInt64(max(0, body.count + lie)), properties: properties)
    let cut = body.isEmpty ? 0 : reader.number(below: body.count)
    if reader.flag() { wire.heartbeat() }
    if cut > 0 { wire.frame(3, Array(body[..<cut])) }
    if cut < body.count { wire.frame(3, Array(body[cut...])) }
  }

  /// Properties of any flags, and then anything.
  private func flagged(_ reader: inout FuzzReader) -> [UInt8] {
    Wire.short(UInt16(reader.byte()) << 8 | UInt16(reader.byte())) + reader.block()
  }

  /// Nothing but headers, mostly well formed.
  private func headers(_ reader: inout FuzzReader) -> [UInt8] {
    var table: [UInt8] = []
    for _ in 0..<reader.number(below: 8) {
      table += Wire.shortString(reader.pick(["traceparent", "deadline", "x-death", "CC", "é"]))
      table.append(reader.pick(Array("tbBsuIilLfdDSxTVAFZ".utf8)))
      table += reader.flag() ? Wire.longString(reader.block()) : reader.block(atMost: 8)
    }
    return Wire.short(1 << 13) + Wire.longString(table)
  }

  private mutating func brokenFrame(_ reader: inout FuzzReader) {
    var frame = Wire()
    frame.frame(reader.byte() & 15, channel: channel(&reader), reader.block())
    var bytes = frame.bytes
    let place = reader.number(below: bytes.count)
    if reader.flag() { bytes[place] = reader.byte() } else { bytes.removeSubrange(place...) }
    wire.append(bytes)
  }

  private mutating func confirm(_ reader: inout FuzzReader) {
    let tag = Wire.longLong(reader.flag() ? 1 : UInt64(bitPattern: reader.int64()))
    wire.method(reader.flag() ? .ack : .nack, tag + [reader.byte()])
  }

  /// Headers as deep as a frame can carry, and a frame as large as was agreed, or larger.
  private mutating func nested(_ reader: inout FuzzReader) {
    let depth = reader.pick([2, 31, 32, 33, 100, 1_000, 18_000, 30_000])
    wire.method(
      .deliver,
      Wire.shortString("livery-1") + Wire.longLong(1) + [0] + Wire.shortString("e")
        + Wire.shortString("k"))
    wire.header(size: 0, properties: Wire.short(1 << 13) + Wire.nestedTable(depth: depth))
  }

  private mutating func farewell(_ reader: inout FuzzReader) {
    let reason =
      Wire.short(reader.pick([200, 320, 403, 404, 406, 530, 541, 0]))
      + Wire.shortString(reader.text()) + Wire.long(0)
    switch reader.number(below: 5) {
    case 0: wire.method(.connectionClose, channel: 0, reason)
    case 1: wire.method(.channelClose, reason)
    case 2: wire.method(.cancel, Wire.shortString("livery-1") + [1])
    case 3: wire.method(.connectionBlocked, channel: 0, Wire.shortString("low on memory"))
    default: wire.method(.connectionUnblocked, channel: 0)
    }
  }
}
