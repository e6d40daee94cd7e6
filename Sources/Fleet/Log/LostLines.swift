import Synchronization

/// Counts the lines that a log could not write, until it can tell how many there were.
final class LostLines: Sendable {
  private let count = Mutex(0)

  /// Writes a line, and before it the one that `notice` makes of the number of those lost.
  ///
  /// `write` says whether it could; one line is written at a time.
  func follow(
    with line: [UInt8], _ notice: (Int) -> [UInt8], _ write: ([UInt8]) -> Bool
  ) {
    count.withLock { count in
      if count > 0, write(notice(count)) { count = 0 }
      if count > 0 || !write(line) { count += 1 }
    }
  }
}
