/// A value in the header table of a message, of the field types that AMQP 0-9-1 defines.
package enum HeaderValue: Hashable, Sendable {
  case void
  case bool(Bool)
  case integer(Int64, FieldWidth = .long)
  case unsigned(UInt64, FieldWidth = .long)
  /// Of 4 bytes (`f`) or of 8 (`d`).
  case double(Double, FieldWidth = .long)
  /// An AMQP decimal: `mantissa` divided by ten to the power of `scale`.
  case decimal(scale: UInt8, mantissa: UInt32)
  case string(String)
  case bytes([UInt8])
  /// Seconds since 1970.
  case timestamp(UInt64)
  case array([HeaderValue])
  case table([Header])
}

/// How many bytes a number of a header table has on the wire.
///
/// JSON and Swift need no such difference; AMQP makes it, and a message that is sent again must not
/// change its type.
package enum FieldWidth: UInt8, Sendable, CaseIterable {
  case byte = 1
  case short = 2
  case int = 4
  case long = 8
}

/// An entry of a message's header table; tables keep their order.
package struct Header: Hashable, Sendable {
  package var name: String
  package var value: HeaderValue

  package init(_ name: String, _ value: HeaderValue) {
    self.name = name
    self.value = value
  }
}
