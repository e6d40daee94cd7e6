/// A name that somebody else has chosen, told apart byte by byte.
///
/// Swift takes two texts for equal that only look alike, as é in one and in two scalars. To
/// databases and brokers they differ, and one rider must never pass for another.
package protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name as it came.
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
  package func hash(into hasher: inout Hasher) {
    var text = rawValue
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// The name of a ride, constant from the booking's confirmation to its last event (rule A5).
package struct RideIdentifier: Identifier {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }
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

/// The stable key of what the operator sells, the same in every locale.
package struct ProductKey: Identifier {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }
}
