import CRabbitMQ
import Envelope
import Glibc
import Hosts

extension AMQPConnection {
  /// A connection that is open, and what OpenSSL notes of it.
  typealias Opened = (state: OpaquePointer, watch: TLSWatch?)

  /// Opens a connection to the first address of the host that accepts one.
  ///
  /// The addresses are tried as long as there is time and a retry can help; the error has what was
  /// wrong with each.
  static func open(
    _ endpoint: AMQPEndpoint, name: String, timeouts: AMQPTimeouts, hosts: HostNames
  ) throws(AMQPError) -> Opened {
    var addresses = try addresses(of: endpoint, timeouts: timeouts, hosts: hosts)
    let end = ContinuousClock.now + timeouts.connect
    var complaints: [String] = []
    while let address = addresses.next() {
      do throws(AMQPError) {
        var timeouts = timeouts
        timeouts.connect = addresses.share(of: end - .now)
        let opened = try open(endpoint, at: address, name: name, timeouts: timeouts)
        addresses.succeeded()
        return opened
      } catch {
        complaints.append(addresses.areOfName ? "\(address): \(error.detail)" : error.detail)
        if error.isRetriable { addresses.failed() }
        guard error.isRetriable, !addresses.areTried, ContinuousClock.now < end else {
          var error = error
          error.detail = complaints.joined(separator: "; ")
          throw error
        }
      }
    }
    preconditionFailure("a look-up that succeeds has an address")
  }

  private static func addresses(
    of endpoint: AMQPEndpoint, timeouts: AMQPTimeouts, hosts: HostNames
  ) throws(AMQPError) -> HostAddresses {
    do throws(HostLookupError) {
      return try hosts.addresses(
        of: endpoint.host, port: "\(endpoint.port)", within: timeouts.lookup)
    } catch {
      var code = AMQPError.Code.unknownHost
      if case .noAnswer = error.reason { code = .lookupTimeout }
      throw AMQPError(code: code, operation: "connect to \(endpoint)", detail: "\(error)")
    }
  }

  /// Opens a connection step by step; if a step fails, everything is freed.
  private static func open(
    _ endpoint: AMQPEndpoint, at address: String, name: String, timeouts: AMQPTimeouts
  ) throws(AMQPError) -> Opened {
    guard let state = amqp_new_connection() else {
      throw AMQPError(
        status: AMQPError.Code.outOfMemory.rawValue, operation: "connect to \(endpoint)")
    }
    var watch: TLSWatch?
    do throws(AMQPError) {
      try connect(state, to: endpoint, at: address, timeouts: timeouts, watch: &watch)
      try logIn(state, to: endpoint, name: name, timeouts: timeouts)
      amqp_channel_open(state, channel)
      if let error = AMQPError(
        reply: amqp_get_rpc_reply(state), operation: "open a channel on \(endpoint)")
      {
        throw error
      }
      return (state, watch)
    } catch {
      let explained = watch?.explain(error) ?? error
      amqp_destroy_connection(state)
      throw explained
    }
  }

  /// Connects to an address, which librabbitmq looks up without asking a name server.
  private static func connect(
    _ state: OpaquePointer, to endpoint: AMQPEndpoint, at address: String, timeouts: AMQPTimeouts,
    watch: inout TLSWatch?
  ) throws(AMQPError) {
    let operation = "connect to \(endpoint)"
    let isSecure = endpoint.security != nil
    guard let socket = isSecure ? amqp_ssl_socket_new(state) : amqp_tcp_socket_new(state)
    else { throw AMQPError(status: AMQPError.Code.outOfMemory.rawValue, operation: operation) }
    if let security = endpoint.security {
      watch = try secure(socket, with: security, host: endpoint.host, operation)
    }
    var limit = timeval(timeouts.connect)
    errno = 0
    let status = amqp_socket_open_noblock(socket, address, Int32(endpoint.port), &limit)
    let cause = errno
    guard status == AMQP_STATUS_OK.rawValue else {
      throw AMQPError(status: status, operation: operation).explained(by: cause)
    }
    SocketOptions.detectDeadPeer(amqp_get_sockfd(state))
  }

  private static func logIn(
    _ state: OpaquePointer, to endpoint: AMQPEndpoint, name: String, timeouts: AMQPTimeouts
  ) throws(AMQPError) {
    var loginLimit = timeval(timeouts.login)
    amqp_set_handshake_timeout(state, &loginLimit)
    var arena = Arena()
    var properties = try arena.table(ClientProperties.headers(connectionName: name))
    let heartbeat = Int32(clamping: timeouts.heartbeat.components.seconds)
    let reply =
      endpoint.usesCertificateToLogIn
      ? livery_amqp_login_external(
        state, endpoint.virtualHost, 16, AMQP_DEFAULT_FRAME_SIZE, heartbeat, &properties)
      : livery_amqp_login_plain(
        state, endpoint.virtualHost, 16, AMQP_DEFAULT_FRAME_SIZE, heartbeat, &properties,
        endpoint.user, endpoint.password)
    if let error = AMQPError(reply: reply, operation: "log in to \(endpoint)") {
      throw error.withSuspicion(of: endpoint)
    }
  }
}

extension AMQPError {
  /// The error of a socket with the system's message.
  ///
  /// librabbitmq hides the result of a pending connect, so the cause is not always known.
  fileprivate func explained(by cause: Int32) -> AMQPError {
    guard code == .socketError else { return self }
    var error = self
    let isKnown = cause != 0 && cause != EINPROGRESS
    error.detail +=
      isKnown
      ? ": \(String(cString: strerror(cause)))"
      : ": the host refuses the connection, or cannot be reached"
    return error
  }

  /// The error of a login, with the possible reasons if the peer closed the connection without an
  /// AMQP frame.
  fileprivate func withSuspicion(of endpoint: AMQPEndpoint) -> AMQPError {
    var error = self
    guard code.isLostSocket || code == .malformedData else { return error }
    if endpoint.security == nil {
      error.detail += "; the peer ended it without a word of AMQP: is it a port for amqps://?"
    } else if endpoint.security?.certificate == nil {
      // The alert with the reason is lost if the broker closes at once.
      error.detail += "; does the broker want a client certificate?"
    }
    return error
  }
}

/// The client's properties, and the broker's extensions that it supports.
enum ClientProperties {
  static func headers(connectionName: String) -> [Header] {
    [
      Header("product", .string("Livery")),
      Header("platform", .string("librabbitmq \(String(cString: amqp_version()))")),
      Header("connection_name", .string(connectionName)),
      Header("capabilities", .table(capabilities.map { Header($0, .bool(true)) })),
    ]
  }

  /// Without the first, a consumer whose queue is deleted waits for ever; without the second, a
  /// resource alarm is silent; without the last, refused credentials look like a lost connection.
  private static let capabilities = [
    "consumer_cancel_notify", "connection.blocked", "basic.nack", "publisher_confirms",
    "authentication_failure_close",
  ]
}

extension AMQPConnection {
  /// Prepares a socket for TLS 1.2 or later, with the certificate and the host name checked.
  static func secure(
    _ socket: OpaquePointer, with security: AMQPSecurity, host: String, _ operation: String
  ) throws(AMQPError) -> TLSWatch {
    let watch = try TLSWatch(
      amqp_ssl_socket_get_context(socket), peer: security.serverName ?? host,
      operation: operation)
    // OpenSSL does it within the handshake, and for addresses too.
    amqp_ssl_socket_set_verify_hostname(socket, 0)
    try accept(
      amqp_ssl_socket_set_ssl_versions(socket, AMQP_TLSv1_2, AMQP_TLSvLATEST), operation,
      "TLS 1.2")
    try accept(
      amqp_ssl_socket_set_cacert(socket, security.authorities), operation,
      "certificate authorities in '\(security.authorities)'")
    if let certificate = security.certificate, let key = security.key {
      try accept(
        amqp_ssl_socket_set_key(socket, certificate, key), operation,
        "a certificate in '\(certificate)' and its private key without a passphrase in '\(key)'")
    }
    return watch
  }

  private static func accept(
    _ status: Int32, _ operation: String, _ expectation: String
  ) throws(AMQPError) {
    guard status != AMQP_STATUS_OK.rawValue else { return }
    let reason = TLSWatch.lastReason.map { ": \($0)" } ?? ""
    throw AMQPError(
      code: AMQPError.Code(rawValue: status), operation: operation,
      detail: "expected \(expectation), which cannot be used\(reason)", isRetriable: false)
  }
}

/// Options of TCP by which a vanished peer is noticed in half a minute rather than a quarter of an
/// hour.
enum SocketOptions {
  /// Sets the kernel's keepalive options; a refused option is no error, since heartbeats detect a
  /// dead peer too.
  static func detectDeadPeer(_ descriptor: Int32) {
    set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
    let tcp = Int32(IPPROTO_TCP)
    set(descriptor, tcp, TCP_KEEPIDLE, 10)
    set(descriptor, tcp, TCP_KEEPINTVL, 5)
    set(descriptor, tcp, TCP_KEEPCNT, 3)
    // Milliseconds that sent data may stay unacknowledged: tcp(7).
    set(descriptor, tcp, TCP_USER_TIMEOUT, 25_000)
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
