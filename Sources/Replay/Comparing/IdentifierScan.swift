/// Finds the identifiers of a JSON text without parsing it.
///
/// Most outputs of a replay are the same bytes as the expected ones; then only their identifiers
/// are collected, which correspond to themselves. Eight bytes at a time are searched for a pair of
/// letters of the names that is rare elsewhere, such as the `fi` of `rideIdentifier`.
struct IdentifierScan {
  /// A searched name; without memory of its own, which would cost a reference count at each step.
  private struct Needle {
    /// Where its bytes are among those of all names.
    let start: Int
    let count: Int
    /// Where in the name its rare pair is.
    let pair: Int
    let space: UInt64
  }

  /// Eight times the one byte of a pair, and eight times the other.
  private struct Pair: Hashable {
    let first: UInt64
    let second: UInt64
  }

  private static let quote = UInt8(ascii: "\"")
  private let bytes: [UInt8]
  private let needles: [Needle]
  private let pairs: [Pair]

  init(_ rules: [IdentifierRule], in kind: ReplayOutput.Kind) {
    var bytes: [UInt8] = []
    var needles: [Needle] = []
    var pairs: Set<Pair> = []
    for rule in rules where rule.kinds.contains(kind) && rule.scope == .replay {
      guard rule.form == .whole, !rule.member.isEmpty else { continue }
      // With its quotes each name has a pair.
      let name = [Self.quote] + rule.member.utf8 + [Self.quote]
      let pair = Self.rarePair(of: name)
      needles.append(
        Needle(
          start: bytes.count, count: name.count, pair: pair,
          space: IdentifierSet.hash(rule.space, in: 0)))
      pairs.insert(Pair(first: Self.word(of: name[pair]), second: Self.word(of: name[pair + 1])))
      bytes += name
    }
    self.bytes = bytes
    self.needles = needles
    self.pairs = Array(pairs)
  }

  /// Collects the identifiers; false where the text has to be parsed to find all.
  func collect(in body: [UInt8], into set: inout IdentifierSet) -> Bool {
    guard let first = pairs.first else { return true }
    let others = pairs.dropFirst()
    return body.withUnsafeBufferPointer { body in
      let raw = UnsafeRawBufferPointer(body)
      var start = 0
      while start + 9 <= raw.count {
        var marks = Self.marks(of: first, in: raw, from: start)
        // Mostly all names have the same pair.
        for pair in others { marks |= Self.marks(of: pair, in: raw, from: start) }
        while marks != 0 {
          let place = start &+ marks.trailingZeroBitCount / 8
          guard collect(around: place, of: body, into: &set) else { return false }
          marks &= marks &- 1
        }
        start &+= 8
      }
      while start + 1 < raw.count {
        guard collect(around: start, of: body, into: &set) else { return false }
        start &+= 1
      }
      return true
    }
  }

  /// Marks those of eight bytes at which a pair may begin; some marks are wrong.
  @inline(__always)
  private static func marks(
    of pair: Pair, in raw: UnsafeRawBufferPointer, from start: Int
  ) -> UInt64 {
    let bytes = raw.loadUnaligned(fromByteOffset: start, as: UInt64.self)
    let next = raw.loadUnaligned(fromByteOffset: start &+ 1, as: UInt64.self)
    // A byte is zero where both are the same; a zero has its highest bit set by the subtraction.
    let word = (bytes ^ pair.first) | (next ^ pair.second)
    return (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Collects the value of the name that contains the pair at an offset, if that name is searched
  /// for.
  @inline(never)
  private func collect(
    around place: Int, of body: UnsafeBufferPointer<UInt8>, into set: inout IdentifierSet
  ) -> Bool {
    for needle in needles {
      let start = place - needle.pair
      let end = start + needle.count
      guard start >= 0, end <= body.count, isName(needle, at: start, of: body) else { continue }
      return collect(after: end, of: body, in: needle.space, into: &set)
    }
    return true
  }

  private func isName(
    _ needle: Needle, at start: Int, of body: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var place = 0
    while place < needle.count, body[start + place] == bytes[needle.start + place] { place += 1 }
    return place == needle.count
  }

  /// Collects the text that follows a name, blanks and a colon between them.
  private func collect(
    after name: Int, of body: UnsafeBufferPointer<UInt8>, in space: UInt64,
    into set: inout IdentifierSet
  ) -> Bool {
    var start = name
    Self.skipBlanks(&start, of: body)
    guard start < body.count, body[start] == UInt8(ascii: ":") else { return true }
    start += 1
    Self.skipBlanks(&start, of: body)
    guard start < body.count, body[start] == Self.quote else { return false }
    start += 1
    var end = start
    while end < body.count, body[end] != Self.quote {
      if body[end] == UInt8(ascii: "\\") { return false }
      end += 1
    }
    let value = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: body[start..<end]))
    set.insert(IdentifierSet.hash(value, in: space))
    return true
  }

  private static func skipBlanks(_ index: inout Int, of body: UnsafeBufferPointer<UInt8>) {
    while index < body.count {
      switch body[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  private static func word(of byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The place of the pair whose bytes are the rarest in the names and values of the contract.
  private static func rarePair(of name: [UInt8]) -> Int {
    let frequent = Array("\"eitraonsdlcpmuhgyvPfIbkwqxjz".utf8)
    func rarity(_ byte: UInt8) -> Int { frequent.firstIndex(of: byte) ?? frequent.count }
    let places = 0..<(name.count - 1)
    return places.max { left, right in
      rarity(name[left]) + rarity(name[left + 1]) < rarity(name[right]) + rarity(name[right + 1])
    } ?? 0
  }
}
