import CMicroHTTPD
import Glibc

/// The address of the machine at which the probes can be asked.
package struct ProbeAddress: Hashable, Sendable, CustomStringConvertible {
  /// 127.0.0.1 alone.
  package static let loopback = ProbeAddress(unchecked: "127.0.0.1")
  /// Every IPv4 address of the machine.
  package static let any = ProbeAddress(unchecked: "0.0.0.0")

  package let description: String

  private init(unchecked text: String) { description = text }

  /// Takes an IPv4 or IPv6 address in digits, `::` for every address of both; nil for another text.
  package init?(_ text: String) {
    var address = in6_addr()
    let isAddress = [AF_INET, AF_INET6].contains { inet_pton($0, text, &address) == 1 }
    guard isAddress else { return nil }
    self.init(unchecked: text)
  }
}

/// An HTTP server for `/livez`, `/readyz` and `/metrics` on one thread, that stops when the value
/// is gone.
///
/// Each probe answers 200 or 503 with a small JSON object, `/metrics` a text for Prometheus. At
/// most 64 connections are open at a time; one that says nothing for five seconds is closed.
package struct ProbeServer: ~Copyable {
  private let daemon: OpaquePointer
  private let context: UnsafeMutableRawPointer
  /// The port that it listens on: the one asked for, or a free one when that was 0.
  package let port: UInt16

  /// Starts to listen.
  ///
  /// `probe` and `metrics` are called on the server's thread once for each request; they must not
  /// block.
  package init(
    port: UInt16, address: ProbeAddress = .any, metrics: @escaping @Sendable () -> String = { "" },
    probe: @escaping @Sendable () -> ProbeAnswers
  ) throws(ProbeServerError) {
    // The daemon holds the one reference to the closure; it is given back in deinit, after the
    // daemon's thread has ended.
    let context = Unmanaged.passRetained(ProbeContext(probe, metrics))
    let listening = livery_mhd_start(address.description, port, answerProbe, context.toOpaque())
    guard let daemon = listening else {
      let code = errno
      context.release()
      throw ProbeServerError(
        address: address, port: port, code: code, reason: String(cString: strerror(code)))
    }
    self.daemon = daemon
    self.context = context.toOpaque()
    self.port = livery_mhd_port(daemon)
  }

  /// Stops to listen, closes the connections and waits for the thread to end.
  package consuming func stop() {}

  deinit {
    MHD_stop_daemon(daemon)
    Unmanaged<ProbeContext>.fromOpaque(context).release()
  }
}

/// The closure as one object, so that C can carry a pointer to it.
private final class ProbeContext: Sendable {
  let probe: @Sendable () -> ProbeAnswers
  let metrics: @Sendable () -> String

  init(
    _ probe: @escaping @Sendable () -> ProbeAnswers, _ metrics: @escaping @Sendable () -> String
  ) {
    self.probe = probe
    self.metrics = metrics
  }
}

/// The access handler (MHD_AccessHandlerCallback): answers at the headers, so no body is ever read.
///
/// More than five parameters: they are those that C passes.
private func answerProbe(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?,
  uploadSize: UnsafeMutablePointer<Int>?, request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let url, let method else { return .NO }
  let pages = Unmanaged<ProbeContext>.fromOpaque(context).takeUnretainedValue()
  let answer = ProbeResponse(
    method: String(cString: method), path: String(cString: url), probe: pages.probe,
    metrics: pages.metrics)
  return send(answer, on: connection)
}

private func send(_ answer: ProbeResponse, on connection: OpaquePointer) -> MHD_Result {
  var body = Array(answer.body.utf8)
  let created = body.withUnsafeMutableBytes { bytes in
    MHD_create_response_from_buffer(bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
  }
  guard let response = created else { return .NO }
  // The connection keeps its own reference to the response from MHD_queue_response on.
  defer { MHD_destroy_response(response) }
  MHD_add_response_header(response, "Content-Type", answer.contentType)
  MHD_add_response_header(response, "Cache-Control", "no-store")
  MHD_add_response_header(response, "Connection", "close")
  if answer.status == 405 { MHD_add_response_header(response, "Allow", "GET, HEAD") }
  return MHD_queue_response(connection, answer.status, response)
}

/// The probes could not be offered; a retry helps only after the port is free or other
/// settings are chosen.
package struct ProbeServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address that was asked for, and the port.
  package let address: ProbeAddress
  package let port: UInt16
  /// The system's error number, such as `EADDRINUSE`.
  package let code: Int32
  /// The system's words for it.
  package let reason: String

  package var description: String {
    "expected to listen on \(address), port \(port), for the probes, got error \(code): \(reason)"
  }
}
