import JSON

/// One line of the log for people, while it is written: time, level, event, then `key=value`.
struct TextLine {
  private var bytes: [UInt8] = []

  init(_ record: LogRecord, isColored: Bool) {
    record.time.appendLogTime(to: &bytes)
    let level = record.level.rawValue.padding(to: 7)
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
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}
