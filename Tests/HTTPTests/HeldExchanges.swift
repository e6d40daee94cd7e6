import Dispatch
import HTTP
import MachineFixture
import Synchronization

/// Keeps the exchanges of a server, for a test that answers them itself.
final class HeldExchanges: Sendable {
  private let exchanges = Mutex<[HTTPExchange]>([])
  private let added = DispatchSemaphore(value: 0)

  func add(_ exchange: HTTPExchange) {
    exchanges.withLock { $0.append(exchange) }
    added.signal()
  }

  /// Waits until so many have come, and removes all.
  func take(_ count: Int = 1) -> [HTTPExchange] {
    for _ in 0..<count { added.wait() }
    return exchanges.withLock { exchanges in
      defer { exchanges = [] }
      return exchanges
    }
  }
}

extension HTTPServer {
  /// On a free port of 127.0.0.1.
  static func forTest(
    _ limits: HTTPLimits = HTTPLimits(), serve: @escaping @Sendable (HTTPExchange) -> Void
  ) throws -> HTTPServer {
    try HTTPServer(port: 0, address: .loopback, limits: limits, serve: serve)
  }

  /// Answers with what it has understood of a request, and `/stream` with a stream that goes into
  /// an array.
  static func echo(
    _ limits: HTTPLimits = HTTPLimits(), streams: OpenStreams = OpenStreams()
  ) throws -> HTTPServer {
    try forTest(limits) { exchange in
      let request = exchange.request
      if request.path == "/stream" {
        streams.add(exchange.stream([HTTPField("Content-Type", "text/event-stream")]))
      } else {
        let text = "\(request.method) \(request.path) \(request.body.count)\n"
        exchange.respond(HTTPResponse(status: 200, body: Array(text.utf8)))
      }
    }
  }
}

/// The streams that a server has open.
final class OpenStreams: Sendable {
  private let streams = Mutex<[HTTPStream]>([])
  private let added = DispatchSemaphore(value: 0)

  func add(_ stream: HTTPStream) {
    streams.withLock { $0.append(stream) }
    added.signal()
  }

  /// Waits for one more.
  func next() -> HTTPStream? {
    added.wait()
    return streams.withLock { $0.popLast() }
  }
}

/// A request as a client writes it.
func text(_ method: String = "GET", _ path: String = "/", _ more: String = "") -> String {
  "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(more)\r\n"
}
