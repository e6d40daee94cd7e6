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
