import CRabbitMQ
import Glibc

/// Writes to the socket of a connection beside librabbitmq, which has no call for frames that are
/// encoded already.
struct SocketWriter {
  let descriptor: Int32
  /// Nil without TLS.
  let tls: TLSWatch?

  /// Writes all, however long it takes; why it could not, nil when it could.
  ///
  /// The socket does not block. Whoever calls has the watchdog armed, whose `shutdown` wakes this
  /// as any end of the connection does.
  func write(_ bytes: UnsafeRawBufferPointer) -> String? {
    var rest = bytes
    while !rest.isEmpty {
      let written = tls.map { Int($0.write(rest)) } ?? send(rest)
      if written > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      } else if written < 0 {
        wait(for: Int16(-written))
      } else {
        return tls == nil ? String(cString: strerror(errno)) : "TLS took no more"
      }
    }
    return nil
  }

  /// How much was taken, what to wait for, negative, or 0 when the connection is of no more use.
  private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    while true {
      let written = Glibc.send(
        descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      if written > 0 { return written }
      if errno == EINTR { continue }
      return errno == EAGAIN ? -Int(POLLOUT) : 0
    }
  }

  private func wait(for events: Int16) {
    var polled = pollfd(fd: descriptor, events: events, revents: 0)
    poll(&polled, 1, -1)
  }
}
