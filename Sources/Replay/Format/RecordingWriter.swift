import Crypto
import JSON

/// Writes a recording: its header, its messages and, at last, its end.
///
/// A file whose name ends in `.gz` is compressed. With a limit of its size a recording goes on in
/// further files, each of which is a whole recording of its own: `day.jsonl`, `day.2.jsonl`, ….
package struct RecordingWriter: ~Copyable {
  private let path: String
  private var header: RecordingHeader
  /// The most bytes of one file, before compression; nil for no limit.
  private let fileLimit: Int?
  private var file: GzipFile
  private var fileNumber = 1
  private var digest = SHA256State()
  private var size = 0
  private var count = 0
  private var droppedBefore = 0
  /// Whether it is known how many messages were dropped.
  package var countsDropped = true
  private var writer = JSONWriter()
  private var line: [UInt8] = []
  /// The messages of all files.
  package private(set) var total = 0

  /// Begins the first file, which must not exist.
  package init(
    path: String, header: RecordingHeader, fileLimit: Int? = nil
  ) throws(RecordingFault) {
    let first = Self.line(of: header)
    let file = try Self.open(path, first)
    self.path = path
    self.header = header
    self.fileLimit = fileLimit
    self.file = file
    digest.append(first)
  }

  /// Makes a file and writes its header.
  private static func open(_ path: String, _ first: [UInt8]) throws(RecordingFault) -> GzipFile {
    do throws(GzipFile.Failure) {
      let file = try GzipFile(writing: path)
      try file.write(first)
      try file.flush()
      return file
    } catch {
      throw RecordingFault(path, .unwritable(error.detail))
    }
  }

  private static func line(of header: RecordingHeader) -> [UInt8] {
    var writer = JSONWriter()
    header.write(into: &writer)
    return writer.bytes + [0x0A]
  }

  /// The file that is written now.
  package var currentPath: String { Self.path(path, fileNumber) }

  /// The name of a further file: its number stands before the endings.
  static func path(_ path: String, _ number: Int) -> String {
    guard number > 1 else { return path }
    for ending in [".jsonl.gz", ".jsonl", ".gz"] where path.hasSuffix(ending) {
      return "\(path.dropLast(ending.count)).\(number)\(ending)"
    }
    return "\(path).\(number)"
  }

  /// Appends a message, in a further file when this one is full; `dropped` is how many were dropped
  /// so far in all.
  package mutating func write(
    _ message: RecordedMessage, dropped: Int = 0
  ) throws(RecordingFault) {
    if let fileLimit, size >= fileLimit, count > 0 { try rotate(dropped: dropped) }
    RecordingLine.write(message, into: &line, &writer)
    count += 1
    total += 1
    try writeLine()
  }

  /// Hands all messages to the system, for times in which none come.
  package func flush() throws(RecordingFault) {
    try writing(try file.flush())
  }

  /// Writes the end, and brings all of it to the disk.
  package mutating func finish(dropped: Int = 0) throws(RecordingFault) {
    let end = RecordingEnd(
      count: count, dropped: countsDropped ? dropped - droppedBefore : nil,
      digest: hexadecimal(digest.finished()))
    droppedBefore = dropped
    writer.removeAll()
    end.write(into: &writer)
    line = writer.bytes
    try writeLine()
    try writing(try file.finish())
  }

  private mutating func rotate(dropped: Int) throws(RecordingFault) {
    try finish(dropped: dropped)
    fileNumber += 1
    // The state is in the first file alone.
    header.stateAt = nil
    let first = Self.line(of: header)
    file = try Self.open(currentPath, first)
    digest = SHA256State()
    digest.append(first)
    (size, count) = (0, 0)
  }

  private mutating func writeLine() throws(RecordingFault) {
    line.append(0x0A)
    digest.append(line)
    size += line.count
    try writing(try file.write(line))
    line.removeAll(keepingCapacity: true)
  }

  /// Calls the file, whose failure becomes a fault of the recording.
  private func writing(
    _ call: @autoclosure () throws(GzipFile.Failure) -> Void
  ) throws(RecordingFault) {
    do throws(GzipFile.Failure) { try call() } catch {
      throw RecordingFault(currentPath, .unwritable(error.detail))
    }
  }
}
