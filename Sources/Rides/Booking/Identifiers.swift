/// The name of a ride, constant from the booking's confirmation to its last event (rule A5).
package struct RideIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  package var description: String { rawValue }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The name of the person who books, as the producer has authenticated it.
package struct RiderIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  package var description: String { rawValue }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The name of a vehicle, chosen by the operator.
package struct VehicleIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  package var description: String { rawValue }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The stable key of what the operator sells, the same in every locale.
package struct ProductKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  package var description: String { rawValue }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
