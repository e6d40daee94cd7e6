import AMQP
import Foundation
import Synchronization
import Testing

/// A server that takes connections and counts them, and then never answers or closes them at once;
/// it works until `end`.
final class RudeServer: Sendable {
  let endpoint: AMQPEndpoint
  private let descriptor: Int32
  private let times = Mutex<[ContinuousClock.Instant]>([])

  init(closesAtOnce: Bool) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let fd = descriptor
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(fd, $0, length) | listen(fd, 128) | getsockname(fd, $0, &length)
      }
    }
    try #require(status == 0)
    endpoint = AMQPEndpoint(
      host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port), virtualHost: "/",
      user: "guest", password: "guest")
    Thread.detachNewThread { [self] in takeAll(closesAtOnce: closesAtOnce) }
  }

  /// When the connections came.
  var connections: [ContinuousClock.Instant] { times.withLock { $0 } }

  /// Ends the server; connections are refused from then on.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func takeAll(closesAtOnce: Bool) {
    var kept: [Int32] = []
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { break }
      times.withLock { $0.append(.now) }
      if closesAtOnce { close(connection) } else { kept.append(connection) }
    }
    for connection in kept { close(connection) }
  }

  deinit { close(descriptor) }
}
