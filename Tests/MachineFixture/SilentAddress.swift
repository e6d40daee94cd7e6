import Glibc

/// Swallows connections to `::1` on a port until its last reference goes, as an address does behind
/// which no machine runs any more.
///
/// The backlog of a listener that accepts nothing is full, so the kernel answers no more.
package final class SilentAddress: Sendable {
  /// The address.
  package static let text = "::1"

  private let descriptors: [Int32]

  /// Nil when the port is in use, or there is no IPv6.
  package init?(port: UInt16) {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    address.sin6_port = port.bigEndian
    let sockets = (0...1).map { _ in socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0) }
    let length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(sockets[0], $0, length) | listen(sockets[0], 0) | connect(sockets[1], $0, length)
      }
    }
    descriptors = sockets
    guard status == 0 else { return nil }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
