import Glibc

extension [UInt8] {
  /// Where some bytes of ASCII occur first; nil where they do not.
  ///
  /// `memchr` looks at many bytes at a time for one that is seldom in JSON; Swift's own search
  /// looks at one byte at a time and takes some hundred times as long.
  package func firstOffset(of wanted: StaticString) -> Int? {
    let count = wanted.utf8CodeUnitCount
    return withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, count > 0 else { return nil }
      let rare = Self.rarest(wanted)
      var offset = rare
      while offset + count - rare <= bytes.count {
        guard
          let hit = memchr(
            start + offset, Int32(wanted.utf8Start[rare]), bytes.count - offset)
        else { return nil }
        let place = start.distance(to: hit) - rare
        guard place + count <= bytes.count else { return nil }
        if memcmp(start + place, wanted.utf8Start, count) == 0 { return place }
        offset = place + rare + 1
      }
      return nil
    }
  }

  /// Whether some bytes of ASCII occur.
  package func holds(_ wanted: StaticString) -> Bool { firstOffset(of: wanted) != nil }

  /// The place of the byte that is the least frequent in JSON: a letter late in the alphabet.
  private static func rarest(_ wanted: StaticString) -> Int {
    let places = 0..<wanted.utf8CodeUnitCount
    return places.max { rank(wanted.utf8Start[$0]) < rank(wanted.utf8Start[$1]) } ?? 0
  }

  private static func rank(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "j"), UInt8(ascii: "q"): 300
    case 0x61...0x7A: Int(byte)
    default: 0
    }
  }
}
