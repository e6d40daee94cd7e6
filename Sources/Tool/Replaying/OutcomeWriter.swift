import Recordings
import Replay
import Rides

/// Writes a recording anew with the outcome that a replay had: what `--accept` makes.
struct OutcomeWriter: ~Copyable {
  private var writer: RecordingWriter

  /// Begins a file with the header of the recording, of this build and catalogue.
  init(_ path: String, _ header: RecordingHeader) throws(ToolError) {
    writer = try Self.open(path, header)
  }

  private static func open(
    _ path: String, _ header: RecordingHeader
  ) throws(ToolError) -> RecordingWriter {
    do throws(RecordingFault) {
      return try RecordingWriter(path: path, header: header)
    } catch {
      throw ToolError(error)
    }
  }

  /// Writes a request as it is, and what it caused.
  mutating func write(_ request: RecordedMessage) throws(ToolError) { try put(request) }

  /// Writes what the fleet published.
  mutating func write(_ outputs: [ReplayOutput]) throws(ToolError) {
    for output in outputs { try put(RecordedOutput.message(output)) }
  }

  /// Writes the end.
  mutating func finish() throws(ToolError) {
    do throws(RecordingFault) {
      try writer.finish()
    } catch {
      throw ToolError(error)
    }
  }

  private mutating func put(_ message: RecordedMessage) throws(ToolError) {
    do throws(RecordingFault) {
      try writer.write(message)
    } catch {
      throw ToolError(error)
    }
  }
}
