/// What is wrong with a recording, and where.
///
/// A retry can help only after `unwritable`, once there is room, or the right to write.
package struct RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Reason: Error, Hashable, Sendable {
    /// The file cannot be read, and why.
    case unreadable(String)
    /// The file cannot be written, and why.
    case unwritable(String)
    /// The first line is not that of a recording.
    case foreign
    /// The recording has a format that this build does not know.
    case otherVersion
    /// A line is not JSON, or lacks something.
    case malformed(String)
    /// The file ends before the line that ends a recording.
    case cutOff
    /// The lines are not those that were written.
    case damaged
    /// The end names another number of messages than there are.
    case miscounted(expected: Int, found: Int)
    /// Something follows the line that ends a recording.
    case goesOn
  }

  package let path: String
  /// From 1; nil where it is not about a line.
  package let line: Int?
  package let reason: Reason

  package init(_ path: String, line: Int? = nil, _ reason: Reason) {
    self.path = path
    self.line = line
    self.reason = reason
  }

  package var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): \(text)"
  }

  private var text: String {
    switch reason {
    case .unreadable(let detail): "cannot be read: \(detail)"
    case .unwritable(let detail): "cannot be written: \(detail)"
    case .foreign:
      "expected a recording that begins with {\"livery-recording\":1, …}, got something else"
    case .otherVersion:
      "expected a recording of version 1 to \(RecordingHeader.version), got one of another version"
    case .malformed(let detail): "expected a recorded message: \(detail)"
    case .cutOff: "expected the line that ends a recording, got the end of the file; it is cut off"
    case .damaged: "expected the digest of the lines above, got another one; the file was changed"
    case .miscounted(let expected, let found): "expected \(expected) messages, got \(found)"
    case .goesOn: "expected the end of the file after the line that ends a recording"
    }
  }
}
