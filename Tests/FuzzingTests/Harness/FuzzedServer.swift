import AMQP
import Dispatch
import Fleet
import Glibc
import Synchronization

/// A server on loopback that says to one client after the other what it is told to, and hangs up.
///
/// What the client says it reads and forgets.
final class FuzzedServer: Sendable {
  static let shared = FuzzedServer()

  let endpoint: AMQPEndpoint
  private let listener: Int32
  private let script = Mutex<[UInt8]>([])
  private let start = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)

  private static let patienceMilliseconds: Int32 = 5_000

  private init?() {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) | listen(descriptor, 8)
          | getsockname(descriptor, $0, &length)
      }
    }
    endpoint = AMQPEndpoint(
      host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port), virtualHost: "/",
      user: "guest", password: "guest")
    guard status == 0 else { return nil }
    signal(SIGPIPE, SIG_IGN)
    Thread { [self] in serve() }.detach()
  }

  /// What the next client is told.
  func say(_ bytes: [UInt8]) {
    script.withLock { $0 = bytes }
    start.signal()
  }

  /// Waits until the client has gone.
  func awaitEnd() { end.wait() }

  private func serve() {
    while true {
      start.wait()
      if isReady(listener, Int16(POLLIN)) {
        let client = accept(listener, nil, nil)
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        talk(to: client)
        close(client)
      }
      end.signal()
    }
  }

  private func talk(to client: Int32) {
    let bytes = script.withLock { $0 }
    var rest = bytes[...]
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      guard isReady(client, Int16(rest.isEmpty ? POLLIN : POLLIN | POLLOUT)) else { return }
      let count = recv(client, &room, room.count, 0)
      if count == 0 || count < 0 && errno != EAGAIN { return }
      if rest.isEmpty { continue }
      let sent = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, 0) }
      if sent < 0 && errno != EAGAIN { return }
      rest = rest.dropFirst(max(0, sent))
      if rest.isEmpty { shutdown(client, Int32(SHUT_WR)) }
    }
  }

  /// Whether there is anything to do within the patience.
  private func isReady(_ descriptor: Int32, _ events: Int16) -> Bool {
    var watched = pollfd(fd: descriptor, events: events, revents: 0)
    return poll(&watched, 1, Self.patienceMilliseconds) > 0
  }
}
