import Rides

extension Instant {
  /// The time of day in UTC to the millisecond: `05:04:10.123`.
  var timeOfDay: String {
    let milliseconds = microseconds / 1_000
    // The rest of a division keeps the sign of what is divided.
    let ofDay = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
    let (hour, minute) = (ofDay / 3_600_000, ofDay / 60_000 % 60)
    let (second, rest) = (ofDay / 1_000 % 60, ofDay % 1_000)
    return
      "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2)).\(rest.padded(to: 3))"
  }
}

extension BinaryInteger {
  /// The decimal digits, with zeros before them up to a width.
  func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension String {
  /// The text, with blanks after it up to a width in characters.
  func leftAligned(in width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text, with blanks before it up to a width in characters.
  func rightAligned(in width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

extension Double {
  /// The number with so many digits after the point, half away from zero.
  func rounded(digits: Int) -> String {
    precondition(digits > 0, "a number without digits is an integer")
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    guard isFinite, magnitude < 1e15 / scale else { return description }
    let units = Int64((self * scale).rounded())
    let text = Int64(units.magnitude).padded(to: digits + 1)
    return "\(units < 0 ? "-" : "")\(text.dropLast(digits)).\(text.suffix(digits))"
  }
}

extension Duration {
  /// The length in milliseconds, fractions included.
  var inMilliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }

  /// The length in seconds, fractions included.
  var inSeconds: Double { inMilliseconds / 1e3 }
}

/// A few characters that no other run of the tool has, to make identifiers of.
enum RunIdentifier {
  static func random() -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
    return String((0..<8).map { _ in alphabet[Int.random(in: 0..<32)] })
  }
}
