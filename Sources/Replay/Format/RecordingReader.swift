import Crypto
import JSON

/// Reads a recording message by message, in memory that does not grow with it.
package struct RecordingReader: ~Copyable {
  private let path: String
  private var file: GzipFile
  private var lineNumber = 1
  private var digest = SHA256State()
  /// Nil before the end was read.
  package private(set) var end: RecordingEnd?
  /// The messages that were read, or were lines that are none.
  private var count = 0
  package let header: RecordingHeader

  /// Opens a recording and reads its header.
  package init(path: String) throws(RecordingFault) {
    let (file, first) = try Self.open(path)
    let header = try Self.header(first, of: path)
    self.path = path
    self.file = file
    self.header = header
    digest.append(first + [0x0A])
  }

  private static func open(_ path: String) throws(RecordingFault) -> (GzipFile, first: [UInt8]) {
    do throws(GzipFile.Failure) {
      let file = try GzipFile(reading: path)
      return (file, try file.readLine()?.bytes ?? [])
    } catch {
      throw RecordingFault(path, error.isCutOff ? .cutOff : .unreadable(error.detail))
    }
  }

  private static func header(
    _ line: [UInt8], of path: String
  ) throws(RecordingFault) -> RecordingHeader {
    do throws(RecordingFault.Reason) {
      return try RecordingHeader.read(line)
    } catch {
      throw RecordingFault(path, line: 1, error)
    }
  }

  /// The line that was read last, from 1.
  package var line: Int { lineNumber }

  /// The next message; nil at the end of a whole recording.
  ///
  /// After `malformed` the next line can be read; after any other fault nothing can.
  package mutating func next() throws(RecordingFault) -> RecordedMessage? {
    guard end == nil, let line = try nextLine() else { return nil }
    count += 1
    do throws(JSONFault) {
      return try RecordingLine.read(line)
    } catch {
      throw RecordingFault(path, line: lineNumber, .malformed(error.description))
    }
  }

  /// Reads all lines without looking into them, and checks that they are those that were written.
  package consuming func check() throws(RecordingFault) -> RecordingEnd {
    while try nextLine() != nil { count += 1 }
    // `nextLine` has no other end.
    guard let end else { throw RecordingFault(path, line: lineNumber, .cutOff) }
    return end
  }

  /// The next line of a message; nil after the end, which is checked.
  private mutating func nextLine() throws(RecordingFault) -> [UInt8]? {
    guard let (line, isWhole) = try readLine() else {
      throw RecordingFault(path, line: lineNumber, .cutOff)
    }
    lineNumber += 1
    if let found = RecordingEnd.read(line) {
      end = found
      try check(found)
      return nil
    }
    guard isWhole else { throw RecordingFault(path, line: lineNumber, .cutOff) }
    digest.append(line + [0x0A])
    return line
  }

  private mutating func check(_ end: RecordingEnd) throws(RecordingFault) {
    let found = digest
    guard hexadecimal(found.finished()) == end.digest else {
      throw RecordingFault(path, line: lineNumber, .damaged)
    }
    guard count == end.count else {
      throw RecordingFault(path, line: lineNumber, .miscounted(expected: end.count, found: count))
    }
    guard try readLine() == nil else { throw RecordingFault(path, line: lineNumber + 1, .goesOn) }
  }

  private mutating func readLine() throws(RecordingFault) -> (bytes: [UInt8], isWhole: Bool)? {
    do throws(GzipFile.Failure) {
      return try file.readLine()
    } catch {
      throw RecordingFault(
        path, line: lineNumber, error.isCutOff ? .cutOff : .unreadable(error.detail))
    }
  }
}
