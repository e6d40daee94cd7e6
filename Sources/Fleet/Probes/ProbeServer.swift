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
/// Each probe answers 200 or 503 with a small JSON object, `/metrics` a text for Prometheus.
/// Connections have limits of number and time (`ProbeConnections`), so that a new one is answered.
package struct ProbeServer: ~Copyable {
  private let loop: ProbeLoop
  private let thread: pthread_t
  /// The port that it listens on: the one asked for, or a free one when that was 0.
  package var port: UInt16 { loop.port }

  /// Starts to listen.
  ///
  /// `probe` and `metrics` are called on the server's thread once for each request; they must not
  /// block.
  package init(
    port: UInt16, address: ProbeAddress = .any, metrics: @escaping @Sendable () -> String = { "" },
    probe: @escaping @Sendable () -> ProbeAnswers
  ) throws(ProbeServerError) {
    func error(_ code: Int32) -> ProbeServerError {
      ProbeServerError(
        address: address, port: port, code: code, reason: String(cString: strerror(code)))
    }
    guard
      let loop = ProbeLoop(port: port, address: address, probe: probe, metrics: metrics)
    else { throw error(errno) }
    var thread = pthread_t()
    let owned = Unmanaged.passRetained(loop)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ProbeLoop>.fromOpaque(context).takeRetainedValue().run()
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
  package consuming func stop() {}

  deinit {
    loop.stop()
    pthread_join(thread, nil)
  }
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
