import JSON

/// The last line of a recording: what it must hold.
package struct RecordingEnd: Hashable, Sendable {
  /// The messages.
  package var count: Int
  /// Messages that passed and were not recorded; nil where they were not counted.
  package var dropped: Int?
  /// The SHA-256 of all lines before this one, their line feeds included, in hexadecimal digits.
  package var digest: String

  package init(count: Int, dropped: Int?, digest: String) {
    self.count = count
    self.dropped = dropped
    self.digest = digest
  }

  func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("end")
    writer.bool(true)
    writer.key("count")
    writer.integer(count)
    writer.key("dropped")
    if let dropped { writer.integer(dropped) } else { writer.null() }
    writer.key("sha256")
    writer.string(digest)
    writer.endObject()
  }

  /// The end, or nil for a line that is not one.
  static func read(_ line: [UInt8]) -> RecordingEnd? {
    guard line.starts(with: "{\"end\":".utf8),
      let fields = try? JSONFields(parsing: line, limits: .recording),
      let count = try? fields.integer("count"),
      let digest = try? fields.string("sha256", atMost: 64)
    else { return nil }
    let dropped = (try? fields.integer("dropped")).map { Int(clamping: $0) }
    return RecordingEnd(count: Int(clamping: count), dropped: dropped, digest: digest)
  }
}

/// Bytes in hexadecimal digits of lower case.
func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
