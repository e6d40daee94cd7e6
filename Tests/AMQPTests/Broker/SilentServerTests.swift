import AMQP
import Foundation
import Testing

/// A server that accepts connections and never answers; it ends with its last reference.
final class SilentServer: Sendable {
  let endpoint: AMQPEndpoint
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let fd = descriptor
    // The kernel completes connections of the backlog, so that nobody needs to accept them.
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(fd, $0, length) | listen(fd, 8) | getsockname(fd, $0, &length)
      }
    }
    try #require(status == 0)
    endpoint = AMQPEndpoint(
      host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port), virtualHost: "/",
      user: "guest", password: "guest")
  }

  deinit {
    close(descriptor)
  }
}

@Suite("Peers that do not speak AMQP")
struct SilentServerTests {
  private static let impatient = AMQPTimeouts(connect: .seconds(1), login: .seconds(1))

  @Test("A peer that accepts and never answers is given up in time", arguments: [false, true])
  func silent(usesTLS: Bool) throws {
    let server = try SilentServer()
    var endpoint = server.endpoint
    endpoint.security = usesTLS ? AMQPSecurity() : nil
    let started = ContinuousClock.now
    let error = #expect(throws: AMQPError.self) {
      _ = try AMQPConnection(to: endpoint, name: "test", timeouts: Self.impatient)
    }
    #expect(error?.code == .timeout)
    #expect(error?.isRetriable == true)
    #expect(started.duration(to: .now) < .seconds(8))
  }

  @Test("A port that nobody listens on is an error that may be retried")
  func refused() throws {
    let endpoint = try SilentServer().endpoint
    let error = #expect(throws: AMQPError.self) {
      _ = try AMQPConnection(to: endpoint, name: "test", timeouts: Self.impatient)
    }
    #expect(error?.code == .socketError)
    #expect(error?.isRetriable == true)
  }
}
