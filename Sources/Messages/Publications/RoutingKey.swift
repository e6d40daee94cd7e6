package import Rides

/// Routing keys that are built from values.
package enum RoutingKey {
  /// `ride.<phase>.<rideIdentifier>`.
  ///
  /// In the identifier `.`, `*`, `#`, `%` and blanks are percent-encoded as in RFC 3986, so that it
  /// is one word for a topic exchange; beyond 255 bytes the key is cut off, which only a ride
  /// identifier full of such characters reaches.
  package static func statusChange(of ride: RideIdentifier, phase: RidePhase) -> String {
    var key = "ride.\(phase.rawValue)."
    if ride.rawValue.utf8.allSatisfy(isPlain),
      key.utf8.count + ride.rawValue.utf8.count <= ShortString.limit
    {
      return key + ride.rawValue
    }
    for scalar in ride.rawValue.unicodeScalars {
      let part = needsEncoding(scalar) ? encoded(scalar) : String(scalar)
      guard key.utf8.count + part.utf8.count <= ShortString.limit else { break }
      key += part
    }
    return key
  }

  /// Whether a byte is a letter or a digit of ASCII, as in the identifiers that this service makes.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func needsEncoding(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "*", "#", "%": true
    default: scalar.properties.isWhitespace
    }
  }

  private static func encoded(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }
}
