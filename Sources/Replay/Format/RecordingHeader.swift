import JSON
package import Rides

/// The first line of a recording: what it was made with.
package struct RecordingHeader: Hashable, Sendable {
  /// The newest version of the format: the one with state.
  ///
  /// This build reads all versions, and writes the first that has what is recorded, so that earlier
  /// builds read it, too.
  package static let version = 2

  package var startedAt: Instant
  /// The version of Livery that made it.
  package var livery: String
  /// The digest of the catalogue, as workers log it; nil where none was known.
  package var catalogue: String?
  /// The broker's product and version; nil where it was made without one.
  package var broker: String?
  /// Whether personal data was masked.
  package var isMasked: Bool
  /// Whether each message is followed by all that it caused, so that a replay can be compared.
  package var hasOutcomes: Bool
  /// Whether the responses to writes are recorded; where `hasOutcomes`, all are.
  package var hasWriteResponses = false
  /// As of when the file has the state of the fleet; nil where it has none.
  package var stateAt: Instant?
  /// The settings that can change an outcome, by their names.
  package var settings: [String: String]

  package init(
    startedAt: Instant, livery: String, catalogue: String? = nil, broker: String? = nil,
    isMasked: Bool, hasOutcomes: Bool = false, settings: [String: String] = [:]
  ) {
    self.startedAt = startedAt
    self.livery = livery
    self.catalogue = catalogue
    self.broker = broker
    self.isMasked = isMasked
    self.hasOutcomes = hasOutcomes
    self.settings = settings
  }
}

extension RecordingHeader {
  static let versionName = "livery-recording"

  func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("livery-recording")
    writer.integer(stateAt == nil ? 1 : 2)
    writer.key("startedAt")
    writer.string(startedAt.rfc3339)
    if let stateAt {
      writer.key("stateAt")
      writer.string(stateAt.rfc3339)
    }
    for (name, text) in [("livery", livery), ("catalogue", catalogue), ("broker", broker)] {
      guard let text else { continue }
      writer.key(dynamic: name)
      writer.string(text)
    }
    writer.key("masked")
    writer.bool(isMasked)
    writer.key("outcomes")
    writer.bool(hasOutcomes)
    if hasWriteResponses {
      writer.key("writeResponses")
      writer.bool(true)
    }
    writer.key("settings")
    writer.value(.object(settings.mapValues { .string($0) }))
    writer.endObject()
  }

  /// Reads the first line of a file; says what the file is when it is no recording of this version.
  static func read(_ line: [UInt8]) throws(RecordingFault.Reason) -> RecordingHeader {
    guard let fields = try? JSONFields(parsing: line, limits: .recording),
      fields.has(versionName)
    else { throw .foreign }
    guard let found = try? fields.integer(versionName), 1...Int64(version) ~= found else {
      throw .otherVersion
    }
    do throws(JSONFault) {
      let settings = try fields.value("settings")?.members ?? [:]
      var header = RecordingHeader(
        startedAt: try fields.instant("startedAt"),
        livery: try fields.string("livery", atMost: 256) ?? "",
        catalogue: try fields.string("catalogue", atMost: 256),
        broker: try fields.string("broker", atMost: 256),
        isMasked: try fields.bool("masked") ?? false,
        hasOutcomes: try fields.bool("outcomes") ?? false,
        settings: settings.compactMapValues(\.string))
      header.hasWriteResponses = try fields.bool("writeResponses") ?? false
      header.stateAt = try fields.has("stateAt") ? fields.instant("stateAt") : nil
      return header
    } catch {
      throw .malformed("\(error)")
    }
  }
}

extension JSONFields {
  /// A moment that has to be there, as RFC 3339 writes it.
  func instant(_ name: String) throws(JSONFault) -> Instant {
    let text = try require(name, try string(name, atMost: 64))
    if let instant = Instant(rfc3339: text) { return instant }
    throw JSONFault(.wrongType, path: path(to: name), "expected a time by RFC 3339, got '\(text)'")
  }
}

extension JSONLimits {
  /// The limits of a line of a recording: a message of any size that a broker carries by default.
  static let recording = JSONLimits(bytes: 192 << 20, depth: 256)
}

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
