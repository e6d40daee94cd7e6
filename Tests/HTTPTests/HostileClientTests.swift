import BrokerFixture
import Foundation
import HTTP
import MachineFixture
import Testing

/// What a client sends at once, and how the answer begins.
struct HostileRequest: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let sent: String
  /// An empty text means that the server says nothing.
  let answers: [String]

  init(_ name: String, _ sent: String, _ answers: String...) {
    testDescription = name
    self.sent = sent
    self.answers = answers.map { $0.isEmpty ? "" : "HTTP/1.1 \($0)" }
  }

  private static let long = String(repeating: "x", count: 100_000)

  static let all = [
    HostileRequest("nothing", "", ""),
    HostileRequest("half a method", "GE", ""),
    HostileRequest("half a header", "GET / HTTP/1.1\r\nHost", ""),
    HostileRequest("half a body", text("POST", "/", "Content-Length: 9\r\n") + "x", ""),
    HostileRequest(
      "half a chunk", text("POST", "/", "Transfer-Encoding: chunked\r\n") + "9\r\nx", ""),
    HostileRequest("no request", "\u{1}\u{2}\u{3}\r\n\r\n", "400", ""),
    HostileRequest("an endless path", "GET /\(long)", "414", "431"),
    HostileRequest("an endless header", "GET / HTTP/1.1\r\nX: \(long)", "431"),
    HostileRequest(
      "endless headers", "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 9_000), "431"),
    HostileRequest("no host", "GET / HTTP/1.1\r\n\r\n", "400", "200"),
    HostileRequest("a negative length", text("POST", "/", "Content-Length: -1\r\n"), "400"),
    HostileRequest(
      "a huge length", text("POST", "/", "Content-Length: 99999999999999999999\r\n"), "413", "400"),
    HostileRequest(
      "a large body", text("POST", "/", "Connection: close\r\nContent-Length: 100000\r\n") + long,
      "413"),
    HostileRequest(
      "a large body in chunks",
      text("POST", "/", "Connection: close\r\nTransfer-Encoding: chunked\r\n")
        + "186A0\r\n\(long)\r\n0\r\n\r\n", "413"),
    HostileRequest(
      "a bad chunk", text("POST", "/", "Transfer-Encoding: chunked\r\n") + "zz\r\n", "400"),
  ]
}

@Suite("Hostile clients of a server of HTTP", .blocking)
struct HostileClientTests {
  /// With little time for a request, and a short body.
  private static let limits = HTTPLimits(bodyBytes: 10_000, requestSeconds: 5, answerSeconds: 6)

  private func expectAnswer(_ server: borrowing HTTPServer) throws {
    #expect(try curl(server.port, "/honest").body == "GET /honest 0\n")
  }

  @Test("What is no whole request is refused or ended in time", arguments: HostileRequest.all)
  func refused(_ request: HostileRequest) throws {
    let server = try HTTPServer.echo(Self.limits)
    let client = try SlowClient(to: server.port)
    client.send(request.sent)
    try expectAnswer(server)
    let answer = try #require(client.readToEnd())
    #expect(
      request.answers.contains { $0.isEmpty ? answer.isEmpty : answer.hasPrefix($0) }, "\(answer)")
    try expectAnswer(server)
    server.stop()
  }

  @Test(
    "A path out of the folder arrives decoded, as a text, but for what a part of it may have",
    arguments: [
      ("/../../etc/passwd", "/../../etc/passwd"), ("/%2e%2e/%2E%2e/etc", "/../../etc"),
      ("//etc//passwd", "//etc//passwd"), ("/a%2fb%5c..%5cc", "/a%2Fb\\..\\c"),
      ("/%ff%fe", "/\u{FFFD}\u{FFFD}"), ("/100%25+", "/100%25+"), ("/%252F", "/%252F"),
      ("*", "*"),
    ])
  func path(_ sent: String, _ arrived: String) throws {
    let server = try HTTPServer.echo(Self.limits)
    let client = try SlowClient(to: server.port)
    client.send(text("GET", sent, "Connection: close\r\n"))
    #expect(client.readToEnd()?.hasSuffix("\r\n\r\nGET \(arrived) 0\n") == true)
    server.stop()
  }

  @Test(
    "An address with a wrong escape, or with U+0000, is refused",
    arguments: [
      "/%zz", "/%", "/a%2", "/%+1", "/sim-1%00evil", "/?q=%00", "/?q=100%", "/?%g0=1", "/?a&b%0",
    ])
  func escapes(_ sent: String) throws {
    let server = try HTTPServer.echo(Self.limits)
    let client = try SlowClient(to: server.port)
    client.send(text("GET", sent, "Connection: close\r\n"))
    #expect(client.readToEnd()?.hasPrefix("HTTP/1.1 400") == true)
    server.stop()
  }

  @Test("Parameters arrive decoded")
  func parameters() throws {
    let server = try HTTPServer.forTest { exchange in
      let text = exchange.request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
      exchange.respond(HTTPResponse(status: 200, body: Array(text.utf8)))
    }
    let seen = try curl(server.port, "/?a%26=b+c%2Bd%2f&e&%C3%BC=%25")
    #expect(seen.body == "a&=b c+d/,e=,ü=%")
    server.stop()
  }

  @Test("Of 1,000 clients with half a request, or with an answer unread, none keeps others waiting")
  func thousand() throws {
    let large = [UInt8](repeating: 120, count: 100_000)
    let server = try HTTPServer.forTest(Self.limits) { exchange in
      let body = exchange.request.path == "/honest" ? Array("GET /honest 0\n".utf8) : large
      exchange.respond(HTTPResponse(status: 200, body: body))
    }
    var clients: [SlowClient] = []
    for index in 0..<1_000 {
      let client = try SlowClient(to: server.port, from: "127.0.0.\(2 + index % 5)")
      client.send(index % 2 == 0 ? "GET / HTTP/1.1\r\nX: " : text())
      clients.append(client)
      if index % 100 == 99 { try expectAnswer(server) }
    }
    try expectAnswer(server)
    server.stop()
  }

  @Test("Clients that wait for answers that do not come are ended, and others are served")
  func waiting() throws {
    let held = HeldExchanges()
    let server = try HTTPServer.forTest(Self.limits) { exchange in
      guard exchange.request.path == "/honest" else { return held.add(exchange) }
      exchange.respond(HTTPResponse(status: 200, body: Array("GET /honest 0\n".utf8)))
    }
    let clients = try (0..<300).map { _ in try SlowClient(to: server.port) }
    for client in clients { client.send(text()) }
    try expectAnswer(server)
    for client in clients { #expect(client.readToEnd() == "") }
    for exchange in held.take(1) { exchange.respond(HTTPResponse(status: 200)) }
    try expectAnswer(server)
    server.stop()
  }

  @Test("Other clients do not end open streams, however many they are")
  func streams() throws {
    let streams = OpenStreams()
    let server = try HTTPServer.echo(Self.limits, streams: streams)
    let reader = try SlowClient(to: server.port)
    reader.send(text("GET", "/stream"))
    let stream = try #require(streams.next())
    let clients = try (0..<500).map { _ in try SlowClient(to: server.port) }
    for client in clients { #expect(client.readToEnd() == "") }
    #expect(stream.send(Array("still".utf8)))
    #expect(reader.read(until: "still") != nil)
    server.stop()
  }
}
