import Glibc

/// Options of TCP by which a vanished peer is noticed in half a minute rather than a quarter of an
/// hour.
enum SocketOptions {
  /// Sets what the kernel knows of; heartbeats find the rest, so that a refused option is no error.
  static func detectDeadPeer(_ descriptor: Int32) {
    set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
    let tcp = Int32(IPPROTO_TCP)
    set(descriptor, tcp, TCP_KEEPIDLE, 10)
    set(descriptor, tcp, TCP_KEEPINTVL, 5)
    set(descriptor, tcp, TCP_KEEPCNT, 3)
    // Milliseconds that sent data may stay unacknowledged: tcp(7).
    set(descriptor, tcp, TCP_USER_TIMEOUT, 25_000)
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
