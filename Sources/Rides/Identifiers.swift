/// A name that a producer or an operator has chosen, compared byte by byte.
///
/// Swift compares canonically equivalent texts as equal, such as é in one and in two scalars. For
/// databases and brokers they differ, and one rider must never pass for another.
package protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name as received.
  var rawValue: String { get }
}

extension Identifier {
  package var description: String { rawValue }

  package static func == (left: Self, right: Self) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.rawValue.precedesByBytes(right.rawValue)
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}

/// The name of a ride, constant from the booking's confirmation to its last event (rule A5).
package struct RideIdentifier: Identifier {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  /// The name of the ride that a rider's message creates.
  ///
  /// It is derived from the rider and the message's id alone, so that all stages of a request name
  /// the same ride (rule B2).
  package init(
    of rider: RiderIdentifier, messageIdentifier: String, digest: ([UInt8]) -> [UInt8],
    base32: ([UInt8]) -> String
  ) {
    let digest = digest(Array("\(rider.rawValue)\u{0}\(messageIdentifier)".utf8))
    rawValue = base32(Array(digest.prefix(16)))
  }
}

/// The name of the person who books, as the producer has authenticated it.
package struct RiderIdentifier: Identifier {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The name of a vehicle, chosen by the operator.
package struct VehicleIdentifier: Identifier {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The stable key of a product, the same in every locale.
package struct ProductKey: Identifier {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The stable key of an extra, the same in every locale.
package struct ExtraKey: Identifier {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }
}

extension String {
  /// Whether two texts are the same byte by byte, and not only look alike.
  package func hasSameBytes(as other: String) -> Bool {
    withBytes(beside: other) { own, others in
      UnsafeRawBufferPointer(own).hasSameBytes(as: UnsafeRawBufferPointer(others))
    } ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether this text is first in the order of the bytes.
  package func precedesByBytes(_ other: String) -> Bool {
    withBytes(beside: other) { own, others in
      UnsafeRawBufferPointer(own).precedes(UnsafeRawBufferPointer(others))
    }
      ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Hashes the bytes, and one more that no text has.
  package func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8.max)
  }

  /// Lends the bytes of two texts; nil if one of them is not contiguous.
  ///
  /// The views of a text decode each byte again, which costs more than the rest of a comparison.
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
  /// Whether these bytes are first in their order, compared eight at a time.
  fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    let common = Swift.min(count, other.count)
    var offset = 0
    while offset + 8 <= common {
      let own = loadUnaligned(fromByteOffset: offset, as: UInt64.self).bigEndian
      let others = other.loadUnaligned(fromByteOffset: offset, as: UInt64.self).bigEndian
      guard own == others else { return own < others }
      offset += 8
    }
    while offset < common {
      guard self[offset] == other[offset] else { return self[offset] < other[offset] }
      offset += 1
    }
    return count < other.count
  }

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
