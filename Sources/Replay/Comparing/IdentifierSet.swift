/// Identifiers that have been seen, by their hashes alone: eight bytes each while there is room.
///
/// Two that share a hash would be taken for one; that can only report a difference, and hide none.
struct IdentifierSet {
  private var slots = [UInt64](repeating: 0, count: 64)
  private(set) var count = 0

  /// The hash of an identifier among those of a space; never 0, which marks a free slot.
  static func hash(_ bytes: UnsafeRawBufferPointer, in space: UInt64) -> UInt64 {
    var hash = space ^ UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return max(mixed(hash ^ rest), 1)
  }

  /// The same of a text.
  static func hash(_ text: String, in space: UInt64) -> UInt64 {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0), in: space) }
  }

  func contains(_ hash: UInt64) -> Bool { slots[slot(of: hash)] == hash }

  mutating func insert(_ hash: UInt64) {
    let slot = slot(of: hash)
    guard slots[slot] != hash else { return }
    slots[slot] = hash
    count += 1
    if count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for hash in old where hash != 0 { slots[slot(of: hash)] = hash }
  }

  /// The slot that has the hash, or the free one where it belongs; at least half are free.
  private func slot(of hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & mask }
    return slot
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
