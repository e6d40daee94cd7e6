import BrokerFixture
import Foundation
import HTTP
import MachineFixture
import Testing

@Suite("Streams of a server of HTTP", .blocking)
struct HTTPStreamTests {
  private func open(_ port: UInt16, of streams: OpenStreams) throws -> (SlowClient, HTTPStream) {
    let client = try SlowClient(to: port)
    client.send(text("GET", "/stream"))
    return (client, try #require(streams.next()))
  }

  @Test("What is sent arrives as it is sent, until the stream is closed")
  func sends() throws {
    let streams = OpenStreams()
    let server = try HTTPServer.echo(streams: streams)
    let (client, stream) = try open(server.port, of: streams)
    for count in 1...3 {
      #expect(stream.send(Array("data: \(count)\n\n".utf8)))
      let seen = client.read(until: "data: \(count)\n\n") ?? ""
      #expect(seen.contains("Content-Type: text/event-stream") == (count == 1))
    }
    #expect(stream.send([UInt8](repeating: 120, count: 3_000_000)))
    stream.close()
    #expect(!stream.send([1]))
    let rest = try #require(client.readToEnd())
    #expect(rest.utf8.count { $0 == 120 } == 3_000_000 && rest.hasSuffix("\r\n0\r\n\r\n"))
    server.stop()
  }

  @Test("A stream that is dropped ends for its client, and one of HTTP/1.0 has no chunks")
  func drops() throws {
    let server = try HTTPServer.forTest { $0.stream([]).send(Array("one".utf8)) }
    let client = try SlowClient(to: server.port)
    client.send("GET / HTTP/1.0\r\n\r\n")
    #expect(client.readToEnd()?.hasSuffix("\r\n\r\none") == true)
    #expect(try curl(server.port, "/").body == "one")
    #expect(try curl(server.port, "/", ["--head"]).status == 200)
    server.stop()
  }

  @Test("Many threads send to many streams at a time, and each client gets all in order")
  func manyThreads() throws {
    let streams = OpenStreams()
    let server = try HTTPServer.echo(streams: streams)
    let pairs = try (0..<16).map { _ in try open(server.port, of: streams) }
    for (_, stream) in pairs {
      Thread.detachNewThread {
        for count in 0..<500 { stream.send(Array("<\(count)>".utf8)) }
        stream.close()
      }
    }
    for (client, _) in pairs {
      let seen = try #require(client.readToEnd())
      let counts = seen.matches(of: /<(\d+)>/).map { String($0.1) }
      #expect(counts == (0..<500).map { "\($0)" })
    }
    server.stop()
  }

  @Test("A client that does not read is ended once its bytes exceed the limit")
  func doesNotRead() throws {
    let streams = OpenStreams()
    let server = try HTTPServer.echo(HTTPLimits(streamBytes: 100_000), streams: streams)
    let (client, stream) = try open(server.port, of: streams)
    let bytes = [UInt8](repeating: 120, count: 50_000)
    // The buffers of the system hold a few megabytes.
    #expect((0..<10_000).contains { _ in !stream.send(bytes) })
    #expect(!stream.send([1]))
    #expect(client.readToEnd()?.hasSuffix("\r\n0\r\n\r\n") == false)
    #expect(try curl(server.port, "/").status == 200)
    server.stop()
  }

  @Test("A client that goes away is found at the next bytes")
  func goesAway() throws {
    let streams = OpenStreams()
    let server = try HTTPServer.echo(streams: streams)
    let (client, stream) = try open(server.port, of: streams)
    stream.send(Array("one".utf8))
    _ = client.read(until: "one")
    _ = consume client
    let deadline = ContinuousClock.now + Patience.limit
    while stream.send(Array("more".utf8)), .now < deadline {
      #expect(try curl(server.port, "/").status == 200)
    }
    #expect(!stream.send([1]))
    server.stop()
  }

  @Test("One stream too many gets 503, until the client of another goes away without a word")
  func limit() throws {
    let streams = OpenStreams()
    let server = try HTTPServer.echo(HTTPLimits(streams: 2), streams: streams)
    let (first, stream) = try open(server.port, of: streams)
    let (second, other) = try open(server.port, of: streams)
    let (third, refused) = try open(server.port, of: streams)
    let answer = try #require(third.read(until: "\r\n\r\n"))
    #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains("Retry-After: 10"))
    #expect(!refused.send([1]))
    _ = consume second
    let deadline = ContinuousClock.now + Patience.limit
    while try open(server.port, of: streams).0.read(until: "\r\n")?.contains("200") != true {
      try #require(.now < deadline)
    }
    stream.send(Array("first".utf8))
    #expect(first.read(until: "first") != nil)
    #expect(!other.send([1]))
    server.stop()
  }
}
