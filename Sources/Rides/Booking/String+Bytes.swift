extension String {
  /// Whether two texts are the same byte by byte, and not only look alike.
  package func hasSameBytes(as other: String) -> Bool {
    withBytes(beside: other) { own, others in
      UnsafeRawBufferPointer(own).hasSameBytes(as: UnsafeRawBufferPointer(others))
    } ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether this text comes first in the order of the bytes.
  package func precedesByBytes(_ other: String) -> Bool {
    withBytes(beside: other) { own, others in own.lexicographicallyPrecedes(others) }
      ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Hashes the bytes, and one behind them that no text has.
  package func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8.max)
  }

  /// Lends the bytes of two texts; nil where one has no bytes of its own in one piece.
  ///
  /// The views of a text look at each byte anew for what it is part of, which costs more than all
  /// the rest of a comparison.
  private func withBytes<Result>(
    beside other: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    let result = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { body(own, $0) }
    }
    return result.flatMap(\.self)
  }
}

extension UnsafeRawBufferPointer {
  /// Compares eight bytes at a time, and the rest one by one.
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var offset = 0
    while offset + 8 <= count {
      let own = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard own == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else {
        return false
      }
      offset += 8
    }
    while offset < count {
      guard self[offset] == other[offset] else { return false }
      offset += 1
    }
    return true
  }
}
