import Rides

extension Instant {
  /// Appends the time as the log writes it: RFC 3339 in UTC with all six digits of the
  /// microseconds, so that lines sort as text.
  func appendLogTime(to bytes: inout [UInt8]) {
    let fraction = microseconds - microseconds.wholeSeconds * 1_000_000
    Instant(seconds: microseconds.wholeSeconds).appendRFC3339(to: &bytes)
    bytes.removeLast()
    bytes.append(UInt8(ascii: "."))
    bytes += String(1_000_000 + fraction).utf8.dropFirst()
    bytes.append(UInt8(ascii: "Z"))
  }
}

extension Int64 {
  /// Of microseconds, the seconds, rounded down before 1970 too.
  fileprivate var wholeSeconds: Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: 1_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
