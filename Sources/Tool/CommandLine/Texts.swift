package import JSON
import Rides

extension Instant {
  /// The time of day in UTC to the millisecond: `05:04:10.123`.
  var timeOfDay: String {
    let milliseconds = microseconds / 1_000
    // The remainder has the sign of the dividend.
    let ofDay = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
    let (hour, minute) = (ofDay / 3_600_000, ofDay / 60_000 % 60)
    let (second, rest) = (ofDay / 1_000 % 60, ofDay % 1_000)
    return
      "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2)).\(rest.padded(to: 3))"
  }
}

/// A length of time for people, in the largest unit of which there are enough: `77 s`, `9 min`.
package enum ShownLength {
  /// The text of a length in seconds; below zero is none.
  package static func text(seconds: Double) -> String {
    switch seconds {
    case ..<90: "\(max(0, Int(seconds.rounded()))) s"
    case ..<5_400: "\(Int((seconds / 60).rounded())) min"
    case ..<129_600: "\(Int((seconds / 3_600).rounded())) h"
    default: "\(Int((seconds / 86_400).rounded())) d"
    }
  }
}

extension TimeZoneRules {
  /// What the clocks of the zone show, with their offset: `2026-11-21T10:00:00-06:00`.
  func rfc3339(_ instant: Instant) -> String {
    let minutes = offsetSeconds(at: instant) / 60
    let (hour, minute) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
    return
      "\(local(instant))\(minutes < 0 ? "-" : "+")\(hour.padded(to: 2)):\(minute.padded(to: 2))"
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

/// Lines in columns, each as wide as its widest cell.
enum TextColumns {
  /// A line for each row, without blanks at its end; rows have as many cells as the first.
  static func lines(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      var line = zip(row, widths).map { $0.leftAligned(in: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension Double {
  /// The number with that many digits after the point, rounded half away from zero.
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
  /// The length in whole microseconds.
  var inMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

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

extension JSONWriter {
  /// The bytes of one object; `write` writes its members.
  package static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(write)
    return writer.finish()
  }

  /// An object; `write` writes its members.
  package mutating func object(_ write: (inout JSONWriter) -> Void) {
    beginObject()
    write(&self)
    endObject()
  }

  /// A whole number as a member.
  package mutating func member(_ name: StaticString, _ number: some BinaryInteger) {
    key(name)
    integer(Int64(number))
  }

  /// A number as a member.
  package mutating func member(_ name: StaticString, _ number: Double) {
    key(name)
    double(number)
  }

  /// A truth as a member.
  package mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    bool(flag)
  }

  /// An array; `write` writes each of its elements.
  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    beginArray()
    for element in elements { write(element, &self) }
    endArray()
  }

  /// An array of objects; `write` writes the members of each.
  package mutating func objects<Element>(
    _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    array(elements) { element, writer in writer.object { write(element, &$0) } }
  }

  /// Texts as members; nil values are omitted.
  package mutating func texts(_ members: [(name: String, text: String?)]) {
    for case (let name, let text?) in members {
      key(dynamic: name)
      string(text)
    }
  }
}

extension PriceRange {
  /// The price or the span of prices: `41.75-49.75 USD`.
  var shown: String {
    let bounds = (minimumPrice?.decimalString, maximumPrice?.decimalString)
    switch bounds {
    case (let low?, let high?) where low == high: return "\(low) \(currency.code)"
    case (let low?, let high?): return "\(low)-\(high) \(currency.code)"
    case (let low?, nil): return "from \(low) \(currency.code)"
    case (nil, let high?): return "up to \(high) \(currency.code)"
    case (nil, nil): return currency.code
    }
  }
}

extension Place {
  /// The name, if it has one, and the position.
  var shown: String {
    let position =
      "\(coordinate.latitude.rounded(digits: 5)), \(coordinate.longitude.rounded(digits: 5))"
    return name.map { "\($0) (\(position))" } ?? position
  }
}
