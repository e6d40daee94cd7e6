import AMQP
import Foundation
import MachineFixture
import Synchronization
import Testing

/// A server that takes connections and counts them, and then never answers or closes them at once;
/// it works until `end`.
final class RudeServer: Sendable {
  let endpoint: AMQPEndpoint
  private let listener: LoopbackListener
  private let times = Mutex<[ContinuousClock.Instant]>([])

  init(closesAtOnce: Bool) throws {
    listener = try #require(LoopbackListener(backlog: 128))
    endpoint = AMQPEndpoint(
      host: "127.0.0.1", port: listener.port, virtualHost: "/", user: "guest", password: "guest")
    Thread.detachNewThread { [self] in takeAll(closesAtOnce: closesAtOnce) }
  }

  /// When the connections came.
  var connections: [ContinuousClock.Instant] { times.withLock { $0 } }

  /// Ends the server; connections are refused from then on.
  func end() { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }

  private func takeAll(closesAtOnce: Bool) {
    var kept: [Int32] = []
    while true {
      let connection = accept(listener.descriptor, nil, nil)
      guard connection >= 0 else { break }
      times.withLock { $0.append(.now) }
      if closesAtOnce { close(connection) } else { kept.append(connection) }
    }
    for connection in kept { close(connection) }
  }
}
