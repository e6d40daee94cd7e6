import Glibc

/// A socket that receives datagrams, as a service manager's, at a path or at an abstract name.
package final class DatagramListener: Sendable {
  private let descriptor: Int32
  /// As `NOTIFY_SOCKET` has it: a path, or a name after `@`.
  package let address: String

  /// Nil when the socket cannot be bound.
  package init?(address: String) {
    self.address = address
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = Array(address.utf8)
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    var bound = sockaddr_un()
    bound.sun_family = sa_family_t(AF_UNIX)
    guard name.count < MemoryLayout.size(ofValue: bound.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &bound.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let descriptor = descriptor
    let status = withUnsafePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard status == 0 else { return nil }
  }

  deinit {
    close(descriptor)
    if address.first == "/" { unlink(address) }
  }

  /// The next datagram, nil when none comes in that time.
  package func next(within limit: Duration) -> String? {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = limit / .milliseconds(1)
    guard poll(&polled, 1, Int32(milliseconds)) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
