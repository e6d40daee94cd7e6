import JSON
import Rides

/// One line of the log while it is written: a JSON object and a line feed.
struct LogLine {
  private var json = JSONWriter(capacity: 256)

  /// The most bytes of a string that are kept.
  private static let longestString = 1_024
  /// The most bytes before the end of a string; with numbers behind it a line stays below PIPE_BUF,
  /// which a pipe takes at once and unmixed.
  private static let longestStart = 3_584

  init(time: Instant, level: LogLevel, event: LogEvent) {
    json.beginObject()
    json.key("time")
    json.string { Self.append(time, to: &$0) }
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
    case .string(let text): json.string(shortened(text))
    case .strings(let texts):
      json.beginArray()
      for text in texts { json.string(shortened(text)) }
      json.endArray()
    }
  }

  consuming func finished() -> [UInt8] {
    json.endObject()
    return PrintableText.json(json.bytes) + [UInt8(ascii: "\n")]
  }

  /// Writes all six digits of the microseconds, so that lines sort as text.
  private static func append(_ time: Instant, to bytes: inout [UInt8]) {
    let fraction = time.microseconds - time.microseconds.wholeSeconds * 1_000_000
    Instant(seconds: time.microseconds.wholeSeconds).appendRFC3339(to: &bytes)
    bytes.removeLast()
    bytes.append(UInt8(ascii: "."))
    bytes += String(1_000_000 + fraction).utf8.dropFirst()
    bytes.append(UInt8(ascii: "Z"))
  }

  /// The text as far as there is room for it and the escapes that it needs.
  private func shortened(_ text: String) -> String {
    let room = min(Self.longestString, Self.longestStart - json.count)
    // No byte becomes more than the six of `\u001f`.
    guard 6 * text.utf8.count > room else { return text }
    var kept = ""
    var size = 0
    for scalar in text.unicodeScalars {
      size +=
        PrintableText.isUnprintable(scalar)
        ? 6 : scalar == "\"" || scalar == "\\" ? 2 : UTF8.width(scalar)
      guard size <= room else { return kept + "…" }
      kept.unicodeScalars.append(scalar)
    }
    return kept
  }
}

extension Int64 {
  /// Of microseconds, the seconds, rounded down before 1970 too.
  fileprivate var wholeSeconds: Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: 1_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
