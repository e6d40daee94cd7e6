import AMQP
import BrokerFixture
import Foundation
import MachineFixture
import Testing

/// A server that accepts connections and never answers; it ends with its last reference.
final class SilentServer: Sendable {
  let endpoint: AMQPEndpoint
  private let listener: LoopbackListener

  init() throws {
    listener = try #require(LoopbackListener(backlog: 8))
    endpoint = AMQPEndpoint(
      host: "127.0.0.1", port: listener.port, virtualHost: "/", user: "guest", password: "guest")
  }
}

@Suite("Peers that do not speak AMQP", .blocking)
struct SilentServerTests {
  private static let impatient = AMQPTimeouts(connect: .seconds(1), login: .seconds(1))

  @Test("A peer that accepts and never answers is given up in time", arguments: [false, true])
  func silent(usesTLS: Bool) throws {
    let server = try SilentServer()
    var endpoint = server.endpoint
    endpoint.security = usesTLS ? AMQPSecurity() : nil
    let error = #expect(throws: AMQPError.self) {
      _ = try AMQPConnection(to: endpoint, name: "test", timeouts: Self.impatient)
    }
    #expect(error?.code == .timeout)
    #expect(error?.isRetriable == true)
  }

  @Test("A port without a listener is a retriable error that says so")
  func refused() throws {
    let endpoint = try SilentServer().endpoint
    let error = #expect(throws: AMQPError.self) {
      _ = try AMQPConnection(to: endpoint, name: "test", timeouts: Self.impatient)
    }
    #expect(error?.code == .socketError)
    #expect(error?.detail.contains("refuse") == true, "\(error as Any)")
    #expect(error?.isRetriable == true)
  }
}
