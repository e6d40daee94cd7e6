import Glibc

/// Waits until one of the descriptors has input, is closed, or the time is over; poll(2).
///
/// A signal may end it early.
package func waitForInput(_ descriptors: [Int32], for duration: Duration) {
  var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  _ = poll(&polled, nfds_t(polled.count), Int32(clamping: max(0, duration.milliseconds)))
}

extension Duration {
  /// Whole milliseconds, rounded up, so that a wait is never a busy loop.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }

  /// Whole microseconds.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
