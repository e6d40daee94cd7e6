import BrokerFixture
import Foundation
import HTTP
import MachineFixture
import Testing

@Suite("A server of HTTP", .blocking)
struct HTTPServerTests {
  @Test("A request arrives with its path and parameters decoded, its headers and its body")
  func request() throws {
    let held = HeldExchanges()
    let server = try HTTPServer.forTest { exchange in
      held.add(exchange)
      exchange.respond(HTTPResponse(status: 204))
    }
    let options = ["--data-binary", "a=1&ä", "--header", "X-Two: x, \"y\""]
    #expect(try curl(server.port, "/a%20b/%C3%A4?x=1&y=a%2Bb+c&x=&z", options).status == 204)
    let request = try #require(held.take().first).request
    #expect(request.method == "POST")
    #expect(request.path == "/a b/ä")
    #expect(
      request.query == [
        HTTPField("x", "1"), HTTPField("y", "a+b c"), HTTPField("x", ""), HTTPField("z", ""),
      ])
    #expect(request.parameter("x") == "1")
    #expect(request.header("host") == "127.0.0.1:\(server.port)")
    #expect(request.header("x-two") == "x, \"y\"")
    #expect(request.body == Array("a=1&ä".utf8))
    #expect(request.client == "127.0.0.1")
    server.stop()
  }

  @Test("A body of the limit arrives whole, with a length or in chunks", arguments: [true, false])
  func body(hasLength: Bool) throws {
    let server = try HTTPServer.echo(HTTPLimits(bodyBytes: 100_000))
    let client = try SlowClient(to: server.port)
    let body = String(repeating: "x", count: 100_000)
    let chunks = "186A0\r\n\(body)\r\n0\r\n\r\n"
    client.send(
      hasLength
        ? text("PUT", "/", "Content-Length: 100000\r\n") + body
        : text("PUT", "/", "Transfer-Encoding: chunked\r\n") + chunks)
    #expect(client.read(until: "PUT / 100000\n")?.hasPrefix("HTTP/1.1 200") == true)
    server.stop()
  }

  @Test("Bodies above the limit are for one path, and few of them are kept at a time")
  func longBody() throws {
    let exchanges = HeldExchanges()
    let limits = HTTPLimits(bodyBytes: 100, longBodyPath: "/long", longBodyBytes: 10_000)
    let server = try HTTPServer.forTest(limits) { exchanges.add($0) }
    let port = server.port
    let body = String(repeating: "x", count: 10_000)
    func send(_ path: String, _ more: String = "") throws -> SlowClient {
      let client = try SlowClient(to: port)
      let length = "Content-Length: \(10_000 + more.utf8.count)\r\n"
      client.send(text("POST", path, length) + body + more)
      return client
    }
    for (path, more) in [("/", ""), ("/long", "x"), ("/long/", "")] {
      let client = try send(path, more)
      #expect(client.read(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 413") == true, "\(path)")
    }
    let clients = try (0..<4).map { _ in try send("/long") }
    let held = exchanges.take(4)
    #expect(held.allSatisfy { $0.request.body.count == 10_000 })
    let fifth = try send("/long")
    #expect(fifth.read(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 413") == true)
    for exchange in held { exchange.respond(HTTPResponse(status: 204)) }
    for client in clients { #expect(client.read(until: "\r\n\r\n")?.contains(" 204 ") == true) }
    server.stop()
  }

  @Test("A response has its status, its headers and its body; a broken header is left out")
  func response() throws {
    let server = try HTTPServer.forTest { exchange in
      exchange.respond(
        HTTPResponse(
          status: 418, headers: [HTTPField("X-A", "1"), HTTPField("X-B", "1\r\nX-C: 2")],
          body: Array("short\n".utf8)))
    }
    let seen = try curl(server.port, "/")
    #expect(seen.status == 418)
    #expect(seen.body == "short\n")
    #expect(seen.headers.contains("\r\nX-A: 1\r\n"))
    #expect(seen.headers.contains("\r\nContent-Length: 6"))
    #expect(!seen.headers.contains("X-B") && !seen.headers.contains("X-C"))
    #expect(try curl(server.port, "/", ["--head"]).body == "")
    server.stop()
  }

  @Test("A connection serves one request after another, also when they are sent in advance")
  func keepsConnection() throws {
    let server = try HTTPServer.echo()
    let client = try SlowClient(to: server.port)
    for path in ["/a", "/b"] {
      client.send(text("GET", path))
      #expect(client.read(until: "GET \(path) 0\n")?.hasPrefix("HTTP/1.1 200") == true)
    }
    client.send(text("POST", "/c", "Content-Length: 2\r\n") + "xy" + text("GET", "/d"))
    #expect(client.read(until: "POST /c 2\n") != nil)
    #expect(client.read(until: "GET /d 0\n") != nil)
    server.stop()
  }

  @Test("Requests wait until other threads answer them, in any order, and others are served")
  func answersLater() throws {
    let held = HeldExchanges()
    let server = try HTTPServer.forTest { exchange in
      if exchange.request.path == "/now" {
        exchange.respond(HTTPResponse(status: 200))
      } else {
        held.add(exchange)
      }
    }
    let clients = try (0..<50).map { index in
      let client = try SlowClient(to: server.port)
      client.send(text("POST", "/\(index)", "Content-Length: 1\r\n") + "x")
      return client
    }
    let exchanges = held.take(50)
    #expect(try curl(server.port, "/now").status == 200)
    Thread.detachNewThread {
      for exchange in exchanges.reversed() {
        exchange.respond(HTTPResponse(status: 200, body: Array("\(exchange.request.path)!".utf8)))
      }
    }
    for (index, client) in clients.enumerated() {
      #expect(client.read(until: "\r\n\r\n/\(index)!")?.hasPrefix("HTTP/1.1 200") == true)
      client.send(text("GET", "/now"))
      #expect(client.read(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 200") == true)
    }
    server.stop()
  }

  @Test("The first answer counts, and a request that is dropped without one gets 500")
  func answersOnce() throws {
    let server = try HTTPServer.forTest { exchange in
      guard exchange.request.path == "/twice" else { return }
      exchange.respond(HTTPResponse(status: 200))
      exchange.respond(HTTPResponse(status: 403))
      #expect(!exchange.stream([]).send([1]))
    }
    #expect(try curl(server.port, "/twice").status == 200)
    #expect(try curl(server.port, "/dropped").status == 500)
    server.stop()
  }

  @Test("With no bytes for a body, a request is answered at its headers")
  func noBody() throws {
    let server = try HTTPServer.echo(HTTPLimits(bodyBytes: 0))
    let client = try SlowClient(to: server.port)
    client.send(text("POST", "/x", "Content-Length: 1000000\r\n"))
    #expect(client.readToEnd()?.hasSuffix("\r\n\r\nPOST /x 0\n") == true)
    server.stop()
  }

  @Test("A server that stops ends requests without an answer, and streams")
  func stops() throws {
    let held = HeldExchanges()
    let server = try HTTPServer.forTest { held.add($0) }
    let clients = try (0..<4).map { _ in try SlowClient(to: server.port) }
    for client in clients { client.send(text()) }
    let exchanges = held.take(4)
    let streams = exchanges.prefix(2).map { $0.stream([]) }
    streams[0].send(Array("hello".utf8))
    server.stop()
    for client in clients { #expect(client.readToEnd()?.contains("500") == false) }
    // What is left of them does no harm.
    for exchange in exchanges { exchange.respond(HTTPResponse(status: 200)) }
    for stream in streams { #expect(!stream.send([1])) }
    #expect(!exchanges[3].stream([]).send([1]))
  }
}
