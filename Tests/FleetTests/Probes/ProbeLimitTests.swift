import BrokerFixture
import Fleet
import Foundation
import HTTP
import MachineFixture
import Testing

private let well = ProbeAnswers(
  liveness: Liveness(isLive: true), readiness: Readiness(missing: []))

@Suite("Clients that keep a probe server busy", .blocking)
struct ProbeLimitTests {
  /// More than the buffers of both ends hold.
  private static let largePage = String(repeating: "x", count: 8_000_000)

  private func server() throws -> ProbeServer {
    try ProbeServer(port: 0, address: .loopback, metrics: { Self.largePage }, probe: { well })
  }

  private func expectAnswers(_ server: borrowing ProbeServer, times: Int = 10) throws {
    for _ in 0..<times {
      #expect(try curl(server.port, "/livez").status == 200)
      #expect(try curl(server.port, "/readyz").status == 200)
    }
  }

  @Test(
    "Probes are answered while others drip bytes, from the same address and from several",
    arguments: [
      (70, ["127.0.0.1"]), (300, ["127.0.0.1"]), (70, ["127.0.0.2"]),
      (300, (2...7).map { "127.0.0.\($0)" }),
    ])
  func dripping(count: Int, sources: [String]) throws {
    let server = try server()
    let clients = DrippingClients(count, to: server.port, from: sources)
    try expectAnswers(server)
    clients.end()
    server.stop()
  }

  @Test("Probes are answered while others connect, send a byte and close in a loop")
  func short() throws {
    let server = try server()
    let clients = ShortClients(5, to: server.port)
    try expectAnswers(server)
    clients.end()
    server.stop()
  }

  @Test("A request that drips is cut off, however steadily it does")
  func cutOff() throws {
    let server = try server()
    let clients = DrippingClients(1, to: server.port)
    let deadline = ContinuousClock.now + .seconds(60)
    while clients.dropped == 0, .now < deadline { try expectAnswers(server, times: 1) }
    #expect(clients.dropped > 0)
    clients.end()
    server.stop()
  }

  @Test("A client that says nothing is cut off, and hundreds keep no probe waiting")
  func silent() throws {
    let server = try server()
    let clients = try (0..<300).map { _ in try SlowClient(to: server.port) }
    try expectAnswers(server)
    for client in clients { #expect(client.readToEnd() == "") }
    server.stop()
  }

  @Test("A slow reader gets the whole page, also when a request would be overdue")
  func slowReader() throws {
    let server = try server()
    let reader = try SlowClient(to: server.port)
    reader.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
    // It says nothing, and its connection is made later, so that a request of the reader's age is
    // overdue when it is cut off.
    #expect(try SlowClient(to: server.port).readToEnd() == "")
    #expect(reader.readToEnd()?.hasSuffix("\r\n\r\n" + Self.largePage) == true)
    server.stop()
  }

  @Test("A connection has one answer, also when more is asked in advance")
  func oneAnswer() throws {
    let server = try server()
    let client = try SlowClient(to: server.port)
    client.send(String(repeating: "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n", count: 3))
    let answer = client.readToEnd() ?? ""
    #expect(answer.split(separator: "HTTP/1.1 200").count == 1, "\(answer)")
    #expect(answer.hasSuffix("{\"live\":true}\n"))
    server.stop()
  }
}
