/// Frames of AMQP 0-9-1 as a broker writes them, right ones and wrong ones.
struct Wire {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ raw: [UInt8]) { bytes += raw }

  mutating func frame(_ type: UInt8, channel: UInt16 = 1, _ payload: [UInt8]) {
    bytes.append(type)
    bytes += Self.short(channel)
    bytes += Self.long(UInt32(payload.count))
    bytes += payload
    bytes.append(0xCE)
  }

  mutating func method(
    _ number: Method, channel: UInt16 = 1, _ arguments: [UInt8] = []
  ) {
    frame(1, channel: channel, Self.short(number.group) + Self.short(number.index) + arguments)
  }

  /// A content header: flags and what they announce are one.
  mutating func header(channel: UInt16 = 1, size: UInt64, properties: [UInt8] = [0, 0]) {
    let size = (0..<8).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * UInt64($0))) }
    frame(2, channel: channel, Self.short(60) + [0, 0] + size + properties)
  }

  mutating func heartbeat() { frame(8, channel: 0, []) }

  static func short(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

  static func long(_ value: UInt32) -> [UInt8] {
    short(UInt16(value >> 16)) + short(UInt16(value & 0xFFFF))
  }

  static func longLong(_ value: UInt64) -> [UInt8] {
    long(UInt32(value >> 32)) + long(UInt32(truncatingIfNeeded: value))
  }

  static func shortString(_ text: String) -> [UInt8] {
    [UInt8(min(text.utf8.count, 255))] + text.utf8.prefix(255)
  }

  static func longString(_ bytes: [UInt8]) -> [UInt8] { long(UInt32(bytes.count)) + bytes }

  /// Tables so many levels within each other, the innermost empty.
  static func nestedTable(depth: Int) -> [UInt8] {
    // Each level is an entry with the name `a` and 4 bytes of length, which count what is inside.
    var bytes: [UInt8] = []
    for level in (0..<depth).reversed() {
      bytes += long(UInt32(level * 7))
      if level > 0 { bytes += [1, UInt8(ascii: "a"), UInt8(ascii: "F")] }
    }
    return bytes
  }

  /// A method of the protocol: its class and its number there.
  struct Method: Sendable {
    let group: UInt16
    let index: UInt16

    static let connectionStart = Method(group: 10, index: 10)
    static let connectionTune = Method(group: 10, index: 30)
    static let connectionOpenOK = Method(group: 10, index: 41)
    static let connectionClose = Method(group: 10, index: 50)
    static let connectionBlocked = Method(group: 10, index: 60)
    static let connectionUnblocked = Method(group: 10, index: 61)
    static let channelOpenOK = Method(group: 20, index: 11)
    static let channelClose = Method(group: 20, index: 40)
    static let queueDeclareOK = Method(group: 50, index: 11)
    static let qosOK = Method(group: 60, index: 11)
    static let consumeOK = Method(group: 60, index: 21)
    static let cancel = Method(group: 60, index: 30)
    static let cancelOK = Method(group: 60, index: 31)
    static let returned = Method(group: 60, index: 50)
    static let deliver = Method(group: 60, index: 60)
    static let ack = Method(group: 60, index: 80)
    static let nack = Method(group: 60, index: 120)
    static let confirmOK = Method(group: 85, index: 11)

    static let all = [
      connectionStart, connectionTune, connectionOpenOK, connectionClose, connectionBlocked,
      connectionUnblocked, channelOpenOK, channelClose, queueDeclareOK, qosOK, consumeOK, cancel,
      cancelOK, returned, deliver, ack, nack, confirmOK, Method(group: 10, index: 20),
      Method(group: 20, index: 20), Method(group: 40, index: 11), Method(group: 50, index: 31),
      Method(group: 60, index: 71), Method(group: 60, index: 72), Method(group: 60, index: 110),
      Method(group: 90, index: 11), Method(group: 0, index: 0), Method(group: 999, index: 1),
    ]
  }
}
