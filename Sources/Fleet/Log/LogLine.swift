import JSON
import Rides

/// One line of the log in JSON, while it is written: an object and a line feed.
struct LogLine {
  private var json = JSONWriter(capacity: 256)

  init(time: Instant, level: LogLevel, event: LogEvent) {
    json.beginObject()
    json.key("time")
    json.string { time.appendLogTime(to: &$0) }
    json.key("level")
    json.string(level.rawValue)
    json.key("event")
    json.string(event.rawValue)
  }

  mutating func append(_ key: LogKey, _ value: LogValue) {
    json.key(dynamic: key.rawValue)
    switch value {
    case .bool(let flag): json.bool(flag)
    case .int(let number): json.integer(number)
    case .double(let number): if number.isFinite { json.double(number) } else { json.null() }
    case .string(let text): json.string(LogText.shortened(text, after: json.count))
    case .strings(let texts):
      json.beginArray()
      for text in texts { json.string(LogText.shortened(text, after: json.count)) }
      json.endArray()
    }
  }

  consuming func finished() -> [UInt8] {
    json.endObject()
    return PrintableText.json(json.bytes) + [UInt8(ascii: "\n")]
  }
}

/// One line of the log for people, while it is written: time, level, event, then `key=value`.
struct TextLine {
  private var bytes: [UInt8] = []

  init(_ record: LogRecord, isColored: Bool) {
    record.time.appendLogTime(to: &bytes)
    let level = record.level.rawValue.padded(to: 7)
    let event = record.event.rawValue
    if isColored {
      bytes += " \u{1B}[\(record.level.color)m\(level)\u{1B}[0m \u{1B}[1m\(event)\u{1B}[0m".utf8
    } else {
      bytes += " \(level) \(event)".utf8
    }
  }

  mutating func append(_ key: LogKey, _ value: LogValue) {
    bytes += " \(key.rawValue)=".utf8
    switch value {
    case .bool(let flag): bytes += "\(flag)".utf8
    case .int(let number): bytes += "\(number)".utf8
    case .double(let number): bytes += Self.text(of: number).utf8
    case .string(let text): append(text)
    case .strings(let texts): append(texts.joined(separator: ","))
    }
  }

  consuming func finished() -> [UInt8] { bytes + [UInt8(ascii: "\n")] }

  private mutating func append(_ text: String) {
    let kept = LogText.shortened(text, after: bytes.count)
    guard kept.isEmpty || !kept.unicodeScalars.allSatisfy(Self.isBare) else {
      bytes += kept.utf8
      return
    }
    let quoted = kept.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    bytes += "\"\(PrintableText.of(quoted))\"".utf8
  }

  /// Whether a character needs no quotes around it.
  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\"", "\\", "=": false
    default: !PrintableText.isUnprintable(scalar) && !scalar.properties.isWhitespace
    }
  }

  private static func text(of number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension LogLevel {
  /// The number of its color among the attributes of a terminal (ECMA-48, 8.3.117).
  fileprivate var color: String {
    switch self {
    case .debug: "2"
    case .info: "32"
    case .warning: "33"
    case .error: "1;31"
    }
  }
}

extension String {
  /// The text, padded with spaces to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}

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
