extension [UInt8] {
  /// Whether the bytes are the same, 32 at a time: an array compares its elements one by one.
  func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { own in
      other.withUnsafeBytes { others in
        var offset = 0
        while offset + 32 <= own.count {
          guard Self.difference(own, others, offset) == 0 else { return false }
          offset += 32
        }
        while offset < own.count {
          guard own[offset] == others[offset] else { return false }
          offset += 1
        }
        return true
      }
    }
  }

  /// The bits in which 32 bytes from an offset on differ, four words folded into one.
  private static func difference(
    _ own: UnsafeRawBufferPointer, _ others: UnsafeRawBufferPointer, _ offset: Int
  ) -> UInt64 {
    var bits: UInt64 = 0
    for place in stride(from: offset, to: offset + 32, by: 8) {
      bits |=
        own.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        ^ others.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
    return bits
  }
}
