import Glibc

/// What a server bears.
package struct HTTPLimits: Hashable, Sendable {
  /// The longest body of a request; a longer one is answered 413.
  ///
  /// With 0 no body is read: a request is answered as soon as its headers are there.
  package var bodyBytes: Int
  /// The only path with longer bodies, of which few are read at a time; nil for none.
  package var longBodyPath: String?
  /// The longest of them.
  package var longBodyBytes: Int
  /// How many connections stay open, without streams; one too many ends the oldest.
  package var connections: Int
  /// How many of them are of one address, or of one network of IPv6.
  package var connectionsOfClient: Int
  /// How many streams are open; one too many is answered 503.
  package var streams: Int
  /// How many bytes may wait for the client of a stream when more are sent.
  package var streamBytes: Int
  /// The time from a connection, or from the answer before, to the end of a request.
  package var requestSeconds: Int
  /// The same to the end of the answer, for a client that reads slowly; and how long the client of
  /// a stream may acknowledge nothing.
  package var answerSeconds: Int

  package init(
    bodyBytes: Int = 64 << 10, longBodyPath: String? = nil, longBodyBytes: Int = 1 << 20,
    connections: Int = 256, connectionsOfClient: Int = 128, streams: Int = 64,
    streamBytes: Int = 1 << 20, requestSeconds: Int = 10, answerSeconds: Int = 30
  ) {
    self.bodyBytes = bodyBytes
    self.longBodyPath = longBodyPath
    self.longBodyBytes = longBodyBytes
    self.connections = connections
    self.connectionsOfClient = connectionsOfClient
    self.streams = streams
    self.streamBytes = streamBytes
    self.requestSeconds = requestSeconds
    self.answerSeconds = answerSeconds
  }
}

/// An HTTP server on one thread, that stops when the value is gone.
///
/// Connections have limits of number and time (`ConnectionLimits`), so that a new one is answered.
package struct HTTPServer: ~Copyable {
  private let loop: ServerLoop
  private let thread: pthread_t
  /// The port that it listens on: the one asked for, or a free one when that was 0.
  package var port: UInt16 { loop.port }

  /// Starts to listen.
  ///
  /// `serve` is called on the server's thread once for each whole request; it must not block. It
  /// answers at once, or passes the exchange to another thread. `refusal` makes the answers of the
  /// server itself, such as 413.
  package init(
    port: UInt16, address: ListenAddress, limits: HTTPLimits = HTTPLimits(),
    refusal: @escaping @Sendable (Int) -> HTTPResponse = { HTTPResponse(status: $0) },
    serve: @escaping @Sendable (HTTPExchange) -> Void
  ) throws(HTTPServerError) {
    func error(_ code: Int32) -> HTTPServerError {
      HTTPServerError(
        address: address, port: port, code: code, reason: String(cString: strerror(code)))
    }
    let loop = ServerLoop(
      port: port, address: address, limits: limits, refusal: refusal, serve: serve)
    guard let loop else { throw error(errno) }
    var thread = pthread_t()
    let owned = Unmanaged.passRetained(loop)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ServerLoop>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, owned.toOpaque())
    guard code == 0 else {
      owned.release()
      loop.stop()
      loop.run()
      throw error(code)
    }
    self.loop = loop
    self.thread = thread
  }

  /// Stops to listen, closes the connections and waits for the thread to end.
  ///
  /// Requests that wait for an answer get none, and streams end.
  package consuming func stop() {}

  deinit {
    loop.stop()
    pthread_join(thread, nil)
  }
}

/// A server could not listen; a retry helps only after the port is free or other settings are
/// chosen.
package struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address that was asked for, and the port.
  package let address: ListenAddress
  package let port: UInt16
  /// The system's error number, such as `EADDRINUSE`.
  package let code: Int32
  /// The system's words for it.
  package let reason: String

  package var description: String {
    "expected to listen on \(address), port \(port), got error \(code): \(reason)"
  }
}
