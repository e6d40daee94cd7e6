import Glibc

/// The standard error of the process, written without waiting: a log without a reader must not
/// delay messages.
package struct StandardError: Sendable {
  private let descriptor: Int32

  /// Determines the kind of the standard error.
  ///
  /// A pipe is opened a second time, if its owner allows that: writes do not wait, and other
  /// processes with the same pipe are not affected.
  package init() {
    var status = stat()
    let isPipe = fstat(STDERR_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    let own = isPipe ? open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_CLOEXEC) : -1
    descriptor = own >= 0 ? own : STDERR_FILENO
  }

  /// Uses another descriptor, such as a pipe of a test.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a line whole; false when there is no room for it now, or writing fails.
  ///
  /// A pipe that poll(2) reports as writable accepts PIPE_BUF bytes at once, which no line exceeds.
  /// Other processes can fill it in between only if it could not be opened a second time.
  package func write(_ line: [UInt8]) -> Bool {
    guard isWritable else { return false }
    var rest = line[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }

  private var isWritable: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&polled, 1, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    // A pipe whose reader is gone is not writable.
    return polled.revents == Int16(POLLOUT)
  }
}
