/// A value in the header table of a message, of the field types that AMQP 0-9-1 defines.
package enum HeaderValue: Hashable, Sendable {
  case void
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  /// An AMQP decimal: `mantissa` divided by ten to the power of `scale`.
  case decimal(scale: UInt8, mantissa: UInt32)
  case string(String)
  case bytes([UInt8])
  /// Seconds since 1970.
  case timestamp(UInt64)
  case array([HeaderValue])
  case table([Header])
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
