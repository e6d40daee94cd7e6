import AMQP
import Dispatch
import Fleet
import Glibc
import MachineFixture
import Synchronization

/// A server on loopback that sends given bytes to one client after the other, and hangs up.
///
/// What the client says it reads and forgets.
final class FuzzedServer: Sendable {
  static let shared = FuzzedServer()

  let endpoint: AMQPEndpoint
  private let listener: LoopbackListener
  private let script = Mutex<[UInt8]>([])
  private let start = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)

  private static let patienceMilliseconds: Int32 = 5_000

  private init?() {
    guard let listener = LoopbackListener(backlog: 8) else { return nil }
    self.listener = listener
    endpoint = AMQPEndpoint(
      host: "127.0.0.1", port: listener.port, virtualHost: "/", user: "guest", password: "guest")
    signal(SIGPIPE, SIG_IGN)
    Thread { [self] in serve() }.detach()
  }

  /// The bytes for the next client.
  func say(_ bytes: [UInt8]) {
    script.withLock { $0 = bytes }
    start.signal()
  }

  /// Waits until the client has gone.
  func awaitEnd() { end.wait() }

  private func serve() {
    while true {
      start.wait()
      if isReady(listener.descriptor, Int16(POLLIN)) {
        let client = accept(listener.descriptor, nil, nil)
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
