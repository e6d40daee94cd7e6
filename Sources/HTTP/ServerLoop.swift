import CMicroHTTPD
import Glibc

/// What the thread of a server does: it waits for the sockets and for answers, lets libmicrohttpd
/// handle them, and ends connections by `ConnectionLimits`.
///
/// libmicrohttpd is called on this thread alone. A request without an answer is suspended; the
/// thread that answers calls `WakeUp`, and this one resumes the request.
final class ServerLoop {
  let port: UInt16
  /// How many long bodies are read at a time.
  private static let longBodies = 4
  private let listening: Int32
  private let limits: HTTPLimits
  private let refusal: @Sendable (Int) -> HTTPResponse
  private let serve: @Sendable (HTTPExchange) -> Void
  private let calls: WakeUpCalls
  private var daemon: OpaquePointer?
  private var connections: ConnectionLimits
  private var requests: [UInt64: OpenRequest] = [:]
  private var requestCount: UInt64 = 0
  /// When the streams are looked at again.
  private var nextLook = ContinuousClock.now

  /// Listens from now on; nil with `errno` when that fails.
  init?(
    port: UInt16, address: ListenAddress, limits: HTTPLimits,
    refusal: @escaping @Sendable (Int) -> HTTPResponse,
    serve: @escaping @Sendable (HTTPExchange) -> Void
  ) {
    guard let calls = WakeUpCalls() else { return nil }
    listening = livery_listen(address.description, port)
    guard listening >= 0 else { return nil }
    self.port = livery_port(listening)
    self.limits = limits
    (self.refusal, self.serve) = (refusal, serve)
    self.calls = calls
    connections = ConnectionLimits(limits)
    errno = 0
    // Connections that have just been ended are there until the next MHD_run, so this limit is
    // above our own. The daemon calls back within `run` alone, whose caller has a reference.
    daemon = livery_mhd_start(
      listening, UInt32(2 * limits.connections + limits.streams), handleRequest, completeRequest,
      trackConnection, Unmanaged.passUnretained(self).toOpaque())
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
      pollfd(fd: calls.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listening, events: 0, revents: 0),
    ]
    while polled[2].revents == 0 {
      _ = poll(&polled, nfds_t(polled.count), waitMilliseconds)
      calls.take().forEach(goOn)
      MHD_run(daemon)
      endConnections()
    }
    // libmicrohttpd stops the process when a connection is still suspended.
    requests.values.forEach { $0.end() }
    // It closes the listening socket, too.
    MHD_stop_daemon(daemon)
  }

  /// How long poll(2) may wait; connections that have to end are looked for once a second.
  private var waitMilliseconds: Int32 {
    var pending: UInt64 = 0
    if MHD_get_timeout(daemon, &pending) == .YES, pending == 0 { return 0 }
    return connections.isEmpty ? -1 : 1_000
  }

  /// Goes on with a request whose answer has come, or more of it.
  private func goOn(_ number: UInt64) {
    guard let request = requests[number] else { return }
    if request.stream?.isOver == true { end(request.descriptor) } else { request.resume() }
  }

  private func endConnections() {
    connections.removeOverdue(at: .now).forEach(end)
    connections.removeDisplaced(at: .now, isClosed: isClosed).forEach(end)
    if ContinuousClock.now >= nextLook {
      // libmicrohttpd does not look at a stream while it waits for bytes.
      connections.streams.filter(isClosed).forEach(end)
      nextLook = .now + .seconds(1)
    }
    // Clients that connect again at once get no faster turn than the newest needs for a request.
    let pause = connections.pause(at: .now)
    if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
  }

  /// Ends a connection: libmicrohttpd closes it as soon as it finds it shut down, or resumed
  /// without an answer.
  private func end(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
    requests.values.first { $0.descriptor == descriptor }?.end()
  }

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

  /// Begins a request, whose headers have arrived.
  fileprivate func openRequest(_ connection: OpaquePointer, path: String) -> OpenRequest {
    requestCount += 1
    let answer = PendingAnswer(
      streamBytes: limits.streamBytes, wakeUp: WakeUp(number: requestCount, calls: calls))
    let request = OpenRequest(
      number: requestCount, connection: connection, answer: answer,
      mayBeLong: path == limits.longBodyPath)
    requests[requestCount] = request
    return request
  }

  /// Goes on with a request: with a part of its body, or without one when it is whole.
  fileprivate func handle(
    _ request: OpenRequest, isNew: Bool, part: UnsafeRawBufferPointer,
    whole: () -> HTTPRequest?
  ) -> MHD_Result {
    guard part.isEmpty else {
      request.add(part, limit: bodyLimit(of: request))
      return .YES
    }
    if isNew, limits.bodyBytes > 0 { return .YES }
    if !request.isServed {
      request.isServed = true
      connections.answer(request.descriptor)
      if request.isTooLarge {
        request.answer.give(.refusal(413))
      } else if let whole = whole() {
        serve(HTTPExchange(whole, answer: request.answer))
      } else {
        request.answer.give(.refusal(400))
      }
    }
    return answer(request)
  }

  /// How long its body may be: who sends one is not known yet, so few long ones are kept.
  private func bodyLimit(of request: OpenRequest) -> Int {
    guard request.mayBeLong else { return limits.bodyBytes }
    let others = requests.values.count { $0 !== request && $0.isLonger(than: limits.bodyBytes) }
    return others < Self.longBodies ? limits.longBodyBytes : limits.bodyBytes
  }

  /// Sends the answer of a request if it is there, or lets the connection rest until then.
  private func answer(_ request: OpenRequest) -> MHD_Result {
    switch request.answer.take() {
    case nil where request.isEnded: return .NO
    case nil:
      request.suspend()
      return .YES
    case .response(let response): return request.send(response)
    case .refusal(let status): return request.send(refusal(status))
    case .stream(let headers, let buffer):
      guard connections.stream(request.descriptor) else {
        buffer.end()
        var response = refusal(503)
        response.headers.append(HTTPField("Retry-After", "10"))
        return request.send(response)
      }
      limitSilence(request.descriptor)
      return request.send(buffer, headers: headers)
    }
  }

  /// Lets the system end a stream whose client acknowledges nothing.
  private func limitSilence(_ descriptor: Int32) {
    var milliseconds = UInt32(limits.answerSeconds * 1_000)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, 4)
  }

  /// Ends a request: its answer is sent, or its connection closed.
  fileprivate func complete(_ request: OpenRequest) {
    request.end()
    connections.finish(request.descriptor, at: .now)
    requests[request.number] = nil
  }
}

private func loop(_ context: UnsafeMutableRawPointer) -> ServerLoop {
  Unmanaged.fromOpaque(context).takeUnretainedValue()
}

private func request(_ state: UnsafeMutableRawPointer) -> OpenRequest {
  Unmanaged.fromOpaque(state).takeUnretainedValue()
}

/// Called when the headers of a request have arrived, for each part of its body, and when it is
/// whole or resumed (MHD_AccessHandlerCallback).
///
/// More than five parameters: they are those that C passes.
private func handleRequest(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?,
  uploadSize: UnsafeMutablePointer<Int>?, state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let url, let method, let uploadSize, let state else {
    return .NO
  }
  let known = state.pointee.map(request)
  let current = known ?? loop(context).openRequest(connection, path: String(cString: url))
  // The loop keeps it until it is complete.
  state.pointee = Unmanaged.passUnretained(current).toOpaque()
  let part = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
  uploadSize.pointee = 0
  return loop(context).handle(current, isNew: known == nil, part: part) {
    current.request(method: String(cString: method), path: String(cString: url))
  }
}

/// Called when an answer is sent, and for each request whose connection is closed before
/// (MHD_RequestCompletedCallback).
private func completeRequest(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_RequestTerminationCode
) {
  guard let context, let current = state?.pointee.map(request) else { return }
  loop(context).complete(current)
}

/// Called when a connection begins, and before its descriptor is closed
/// (MHD_NotifyConnectionCallback).
private func trackConnection(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  loop(context).track(connection, isOpen: code == .CONNECTION_NOTIFY_STARTED)
}
