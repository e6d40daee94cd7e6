import Glibc

/// Where commands write: results to standard output, mistakes to standard error.
struct Output: Sendable {
  /// How a part of a line looks on a terminal.
  enum Style: String, Sendable {
    case good = "32"
    case bad = "31"
    case dim = "2"
    case strong = "1"
  }

  /// Which of the two streams a line goes to.
  enum Stream: Sendable {
    case output
    case error
  }

  let isColoured: Bool
  private let sink: @Sendable ([UInt8], Stream) -> Void

  /// `sink` gets whole lines, with their line feeds.
  init(isColoured: Bool, sink: @escaping @Sendable ([UInt8], Stream) -> Void) {
    self.isColoured = isColoured
    self.sink = sink
  }

  /// Writes one line of the result.
  func line(_ text: String) { sink(Array((text + "\n").utf8), .output) }

  /// Writes one line of the result that is already UTF-8, such as JSON.
  func line(_ bytes: [UInt8]) { sink(bytes + [UInt8(ascii: "\n")], .output) }

  /// Writes a text that has its own line feeds.
  func text(_ text: String) { sink(Array(text.utf8), .output) }

  /// Writes one line about a mistake.
  func error(_ text: String) { sink(Array("livery: \(text)\n".utf8), .error) }

  /// A part of a line in a style; plain where there are no colours.
  func styled(_ text: String, _ style: Style) -> String {
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Output {
  /// The streams of the process; `onClosed` is called when nobody reads the output any more.
  ///
  /// Colours are for terminals, and for those who do not set NO_COLOR (no-color.org).
  static func ofProcess(
    environment: [String: String], onClosed: @escaping @Sendable () -> Void
  ) -> Output {
    let isColoured = isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
    return Output(isColoured: isColoured) { bytes, stream in
      let descriptor = stream == .output ? STDOUT_FILENO : STDERR_FILENO
      if !write(bytes, to: descriptor), stream == .output { onClosed() }
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }
}
