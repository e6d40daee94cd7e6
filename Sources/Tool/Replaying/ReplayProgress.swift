import Glibc

/// The progress of a replay: one line that is updated on a terminal, and a plain line now and then
/// elsewhere.
struct ReplayProgress {
  private let total: Int?
  private let start = ContinuousClock.now
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var lines = 0
  private(set) var requests = 0
  private var shownAt = ContinuousClock.now

  /// `total` is the number of the recording's messages, where it is known.
  init(total: Int?) { self.total = total }

  /// Counts messages that were read.
  mutating func count(_ messages: Int) {
    lines += messages
    guard lines % 512 == 0 else { return }
    let now = ContinuousClock.now
    guard now - shownAt > (isTerminal ? .milliseconds(200) : .seconds(10)) else { return }
    shownAt = now
    show(isTerminal ? "\r\u{1B}[K\(text(at: now))" : text(at: now) + "\n")
  }

  /// Counts a request that was replayed.
  mutating func countRequest() { requests += 1 }

  /// Removes the line of the terminal.
  func end() {
    if isTerminal { show("\r\u{1B}[K") }
  }

  private func text(at now: ContinuousClock.Instant) -> String {
    let elapsed = (now - start).inSeconds
    let rate = Double(lines) / max(elapsed, 0.001)
    var text =
      "\(lines) messages read, \(Int(Double(requests) / max(elapsed, 0.001))) replayed a second"
    if let total, total > lines {
      text += ", \(Int(Double(total - lines) / max(rate, 0.001)) + 1) s left"
    }
    return text
  }

  private func show(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// What was done, in one line.
  func summary(of handled: Int) -> String {
    let elapsed = (ContinuousClock.now - start).inSeconds
    let rate = Int(Double(handled) / max(elapsed, 0.000_001))
    return "\(handled) messages replayed in \(Double(Int(elapsed * 100)) / 100) s, \(rate) a second"
  }
}
