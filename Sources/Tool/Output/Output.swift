import Glibc
import JSON
import Synchronization

/// Where commands write: results to standard output, mistakes to standard error.
///
/// What comes from outside is in nearly every line, so that all lines are escaped here as
/// `PrintableText` does it.
struct Output: Sendable {
  /// Which of the two streams a line goes to.
  enum Stream: Sendable {
    case output
    case error
  }

  let isColored: Bool
  private let sink: @Sendable ([UInt8], Stream) -> Void

  /// `sink` gets whole lines, with their line feeds.
  init(isColored: Bool, sink: @escaping @Sendable ([UInt8], Stream) -> Void) {
    self.isColored = isColored
    self.sink = sink
  }

  /// Writes one line of the result.
  func line(_ text: String) { line(styled: StyledText(text)) }

  /// Writes one line of the result that has styles.
  func line(styled text: StyledText) {
    sink(Array((text.text(isColored: isColored) + "\n").utf8), .output)
  }

  /// Writes one line of the result that is JSON in UTF-8.
  func line(json bytes: [UInt8]) { sink(PrintableText.json(bytes) + [0x0A], .output) }

  /// Writes a text of the tool's own that has its own line feeds.
  func text(_ text: String) { sink(Array(text.utf8), .output) }

  /// Writes one line about a mistake.
  func error(_ text: String) { sink(Array("livery: \(PrintableText.of(text))\n".utf8), .error) }
}

/// The streams of the process, and whether all that was written went out.
final class ProcessStreams: Sendable {
  /// The error that ended standard output, 0 while there is none.
  private let failure = Mutex<Int32>(0)
  /// Called once, when nothing more can be written.
  private let onFailure: @Sendable () -> Void

  init(onFailure: @escaping @Sendable () -> Void) { self.onFailure = onFailure }

  /// Lines for the process's streams.
  ///
  /// Colors are for terminals, and for those who do not set NO_COLOR (no-color.org).
  func output(environment: [String: String]) -> Output {
    let isColored = isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
    return Output(isColored: isColored) { bytes, stream in
      switch stream {
      case .output: self.write(bytes)
      case .error: _ = Self.write(bytes, to: STDERR_FILENO)
      }
    }
  }

  /// Closes standard output and says why some of it is lost; nil when nothing is, or when the
  /// reader of a pipe has left, as `head` does.
  func close() -> String? {
    // Some file systems report only now that there was no room.
    let code = failure.withLock { $0 } != 0 || Glibc.close(STDOUT_FILENO) == 0 ? 0 : errno
    let first = failure.withLock { $0 == 0 ? code : $0 }
    return first == 0 || first == EPIPE ? nil : String(cString: strerror(first))
  }

  /// After a failure nothing more is written: a result with a hole would look whole.
  private func write(_ bytes: [UInt8]) {
    guard failure.withLock({ $0 == 0 }) else { return }
    let code = Self.write(bytes, to: STDOUT_FILENO)
    guard code != 0 else { return }
    failure.withLock { $0 = code }
    onFailure()
  }

  /// Writes all bytes; gives back the error, 0 for none.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return written < 0 ? errno : EIO }
      rest = rest.dropFirst(written)
    }
    return 0
  }
}
