import Glibc
import JSON
import Replay
import Synchronization

/// Where commands write: results to standard output, mistakes to standard error.
///
/// Nearly every line has text from outside, so all lines are escaped here by `PrintableText`.
struct Output: Sendable {
  /// The stream of a line.
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

  /// Writes a result: as JSON where the arguments ask for it, else as lines for people.
  func result(
    _ arguments: Arguments, json: @autoclosure () -> [UInt8], lines: @autoclosure () -> [String]
  ) {
    if arguments.has("--json") { line(json: json()) } else { lines().forEach(line) }
  }

  /// Writes as many of the found items as `--limit` allows, each as one line of JSON or all in
  /// columns; returns whether there are more, which is said.
  @discardableResult
  func list<Item>(
    _ found: [Item], of name: String, _ arguments: Arguments, json: (Item) -> [UInt8],
    lines: ([Item]) -> [String]
  ) -> Bool {
    let limit = arguments.integer("--limit") ?? 100
    let shown = Array(found.prefix(limit))
    if arguments.has("--json") {
      for item in shown { line(json: json(item)) }
    } else {
      lines(shown).forEach(line)
    }
    guard found.count > limit else { return false }
    error("there are more than \(limit) such \(name); --limit N shows more")
    return true
  }

  /// Writes a text of the tool's own that has its own line feeds.
  func text(_ text: String) { sink(Array(text.utf8), .output) }

  /// Writes one line about a mistake, which shows no password of a URL.
  func error(_ text: String) {
    sink(Array("livery: \(PrintableText.of(MaskedURLs.of(text)))\n".utf8), .error)
  }
}

/// The streams of the process, and whether all that was written went out.
final class ProcessStreams: Sendable {
  /// The error that ended standard output, 0 while there is none.
  private let failure = Mutex<Int32>(0)
  /// Called once, when the stream cannot be written any more.
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
      case .error: _ = OutputFile.write(bytes, to: STDERR_FILENO)
      }
    }
  }

  /// Closes standard output and returns why some of it is lost; nil if nothing is, or if the reader
  /// of a pipe has closed it, as `head` does.
  func close() -> String? {
    // Some file systems report only now that there was no room.
    let code = failure.withLock { $0 } != 0 || Glibc.close(STDOUT_FILENO) == 0 ? 0 : errno
    let first = failure.withLock { $0 == 0 ? code : $0 }
    return first == 0 || first == EPIPE ? nil : String(cString: strerror(first))
  }

  /// After a failure nothing more is written: a result with a gap would look complete.
  private func write(_ bytes: [UInt8]) {
    guard failure.withLock({ $0 == 0 }) else { return }
    let code = OutputFile.write(bytes, to: STDOUT_FILENO)
    guard code != 0 else { return }
    failure.withLock { $0 = code }
    onFailure()
  }
}
