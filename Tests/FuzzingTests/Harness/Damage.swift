/// Bytes that were right once, with a few changes that an input chooses.
struct Damage {
  static func apply(to bytes: [UInt8], _ reader: inout FuzzReader) -> [UInt8] {
    var bytes = bytes
    for _ in 0...reader.number(below: 4) {
      let place =
        (reader.number(below: 65_535) * 31 + reader.number(below: 65_535))
        % max(1, bytes.count)
      switch reader.number(below: 6) {
      case 0: bytes.replaceSubrange(place..<min(bytes.count, place + 1), with: [reader.byte()])
      case 1: bytes.insert(contentsOf: reader.block(atMost: 32), at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + reader.number(below: 16)))
      case 3: bytes.removeSubrange(place...)
      default: replaceScalar(near: place, in: &bytes, &reader)
      }
    }
    return bytes
  }

  /// Puts another value in the place of a member's, so that the text stays JSON.
  private static func replaceScalar(
    near place: Int, in bytes: inout [UInt8], _ reader: inout FuzzReader
  ) {
    guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) else { return }
    let start = colon + 1
    let end =
      bytes[start...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
      ?? bytes.endIndex
    bytes.replaceSubrange(start..<end, with: Array(value(&reader).utf8))
  }

  private static func value(_ reader: inout FuzzReader) -> String {
    switch reader.number(below: 8) {
    case 0, 1: reader.pick(EdgeValues.numbers)
    case 2: "\"\(reader.pick(EdgeValues.amounts))\""
    case 3: "\"\(reader.pick(EdgeValues.times))\""
    case 4: "\"\(reader.pick(EdgeValues.texts))\""
    case 5: "\"\(reader.pick(EdgeValues.words))\""
    case 6: "null"
    default: reader.pick(["true", "false", "[]", "{}", "\"USD\"", "\"completed\"", "\"received\""])
    }
  }
}
