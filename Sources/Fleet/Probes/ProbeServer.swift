package import HTTP

/// An HTTP server for `/livez`, `/readyz` and `/metrics` on one thread, that stops when the value
/// is gone.
///
/// Each probe answers 200 or 503 with a small JSON object, `/metrics` a text for Prometheus. No
/// request has a body, and each has a connection of its own.
package struct ProbeServer: ~Copyable {
  private static let limits = HTTPLimits(
    bodyBytes: 0, connections: 256, connectionsOfClient: 128, streams: 0, requestSeconds: 5,
    answerSeconds: 30)

  private let server: HTTPServer
  /// The port that it listens on: the one asked for, or a free one when that was 0.
  package var port: UInt16 { server.port }

  /// Starts to listen.
  ///
  /// `probe` and `metrics` are called on the server's thread once for each request; they must not
  /// block.
  package init(
    port: UInt16, address: ListenAddress = .any, metrics: @escaping @Sendable () -> String = { "" },
    probe: @escaping @Sendable () -> ProbeAnswers
  ) throws(HTTPServerError) {
    server = try HTTPServer(port: port, address: address, limits: Self.limits) { exchange in
      let request = exchange.request
      let answer = ProbeResponse(
        method: request.method, path: request.path, probe: probe, metrics: metrics)
      exchange.respond(answer.http)
    }
  }

  /// Stops to listen, closes the connections and waits for the thread to end.
  package consuming func stop() { server.stop() }
}
