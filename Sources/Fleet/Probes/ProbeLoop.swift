import CMicroHTTPD
import Glibc

/// What the thread of a probe server does: it waits for the sockets, lets libmicrohttpd handle
/// them, and ends connections by the limits of `ProbeConnections`.
final class ProbeLoop {
  let port: UInt16
  private let listening: Int32
  private let probe: @Sendable () -> ProbeAnswers
  private let metrics: @Sendable () -> String
  private var daemon: OpaquePointer?
  private var connections = ProbeConnections()

  /// Listens from now on; nil with `errno` when that fails.
  init?(
    port: UInt16, address: ProbeAddress, probe: @escaping @Sendable () -> ProbeAnswers,
    metrics: @escaping @Sendable () -> String
  ) {
    listening = livery_listen(address.description, port)
    guard listening >= 0 else { return nil }
    self.port = livery_port(listening)
    self.probe = probe
    self.metrics = metrics
    errno = 0
    // The daemon calls back within `run` alone, whose caller has a reference.
    daemon = livery_mhd_start(
      listening, answerProbe, trackConnection, Unmanaged.passUnretained(self).toOpaque())
    guard daemon != nil else {
      // libmicrohttpd does not say why; a call that failed in it may.
      let code = errno == 0 ? ENOMEM : errno
      close(listening)
      errno = code
      return nil
    }
  }

  /// Lets `run` end; may be called on any thread.
  func stop() { shutdown(listening, Int32(SHUT_RDWR)) }

  /// Answers requests until `stop`.
  func run() {
    // A listening socket that is shut down reports POLLHUP, which needs not be asked for.
    var polled = [
      pollfd(fd: livery_mhd_descriptor(daemon), events: Int16(POLLIN), revents: 0),
      pollfd(fd: listening, events: 0, revents: 0),
    ]
    while polled[1].revents == 0 {
      _ = poll(&polled, nfds_t(polled.count), waitMilliseconds)
      MHD_run(daemon)
      connections.removeOverdue(at: .now).forEach(end)
      connections.removeDisplaced(at: .now, isClosed: isClosed).forEach(end)
      // Clients that connect again at once get no faster turn than the newest needs for a request.
      let pause = connections.pause(at: .now)
      if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
    }
    // It closes the listening socket, too.
    MHD_stop_daemon(daemon)
  }

  /// How long poll(2) may wait; overdue connections are looked for once a second.
  private var waitMilliseconds: Int32 {
    var pending: UInt64 = 0
    if MHD_get_timeout(daemon, &pending) == .YES, pending == 0 { return 0 }
    return connections.isEmpty ? -1 : 1_000
  }

  /// Ends a connection: libmicrohttpd closes it as soon as it finds it shut down.
  private func end(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Whether the client has closed a connection.
  ///
  /// libmicrohttpd overlooks an end that came together with bytes, since it waits for another event
  /// of epoll after a short read.
  private func isClosed(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  fileprivate func track(_ connection: OpaquePointer, isOpen: Bool) {
    let descriptor = livery_mhd_connection_descriptor(connection)
    if isOpen {
      connections.open(descriptor, from: livery_mhd_client(connection), at: .now)
    } else {
      connections.close(descriptor)
    }
  }

  fileprivate func answer(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, url: UnsafePointer<CChar>
  ) -> MHD_Result {
    connections.answer(livery_mhd_connection_descriptor(connection))
    let answer = ProbeResponse(
      method: String(cString: method), path: String(cString: url), probe: probe, metrics: metrics)
    return send(answer, on: connection)
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
  return Unmanaged<ProbeLoop>.fromOpaque(context).takeUnretainedValue()
    .answer(connection, method: method, url: url)
}

/// Called when a connection begins, and before its descriptor is closed
/// (MHD_NotifyConnectionCallback).
private func trackConnection(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  Unmanaged<ProbeLoop>.fromOpaque(context).takeUnretainedValue()
    .track(connection, isOpen: code == .CONNECTION_NOTIFY_STARTED)
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
