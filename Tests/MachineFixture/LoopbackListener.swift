import Glibc

/// A socket that listens on a free port of 127.0.0.1 until its last reference goes.
///
/// The kernel completes the connections of its backlog, also when no process accepts them.
package final class LoopbackListener: Sendable {
  package let descriptor: Int32
  package let port: UInt16

  /// Nil when there is no socket or no port.
  package init?(backlog: Int32) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) | listen(descriptor, backlog)
          | getsockname(descriptor, $0, &length)
      }
    }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
    guard status == 0 else { return nil }
  }

  deinit { close(descriptor) }
}
