import CRabbitMQ
import Glibc
import Messages

extension AMQPConnection {
  /// Carries out the recipe for a connection; what it began is freed again when a step fails.
  static func open(
    _ endpoint: AMQPEndpoint, name: String, timeouts: AMQPTimeouts
  ) throws(AMQPError) -> OpaquePointer {
    guard let state = amqp_new_connection() else {
      throw AMQPError(
        status: AMQPError.Code.outOfMemory.rawValue, operation: "connect to \(endpoint)")
    }
    do throws(AMQPError) {
      try connect(state, to: endpoint, timeouts: timeouts)
      try logIn(state, to: endpoint, name: name, timeouts: timeouts)
      amqp_channel_open(state, channel)
      if let error = AMQPError(
        reply: amqp_get_rpc_reply(state), operation: "open a channel on \(endpoint)")
      {
        throw error
      }
      return state
    } catch {
      amqp_destroy_connection(state)
      throw error
    }
  }

  private static func connect(
    _ state: OpaquePointer, to endpoint: AMQPEndpoint, timeouts: AMQPTimeouts
  ) throws(AMQPError) {
    let operation = "connect to \(endpoint)"
    guard let socket = endpoint.usesTLS ? amqp_ssl_socket_new(state) : amqp_tcp_socket_new(state)
    else { throw AMQPError(status: AMQPError.Code.outOfMemory.rawValue, operation: operation) }
    if endpoint.usesTLS { try secure(socket, operation) }
    var limit = timeval(timeouts.connect)
    let status = amqp_socket_open_noblock(socket, endpoint.host, Int32(endpoint.port), &limit)
    guard status == AMQP_STATUS_OK.rawValue else {
      throw AMQPError(status: status, operation: operation)
    }
    SocketOptions.detectDeadPeer(amqp_get_sockfd(state))
  }

  /// TLS 1.2 or later, with the certificate and the host name checked, which is librabbitmq's
  /// default.
  private static func secure(_ socket: OpaquePointer, _ operation: String) throws(AMQPError) {
    var status = amqp_ssl_socket_set_ssl_versions(socket, AMQP_TLSv1_2, AMQP_TLSvLATEST)
    if status == AMQP_STATUS_OK.rawValue {
      status = amqp_ssl_socket_set_cacert(socket, certificateAuthorities)
    }
    guard status == AMQP_STATUS_OK.rawValue else {
      var error = AMQPError(status: status, operation: operation)
      error.detail += "; expected certificate authorities in \(certificateAuthorities)"
      error.isRetriable = false
      throw error
    }
  }

  /// The authorities that Debian's `ca-certificates` installs; librabbitmq 0.11 loads none by
  /// itself.
  private static let certificateAuthorities = "/etc/ssl/certs/ca-certificates.crt"

  private static func logIn(
    _ state: OpaquePointer, to endpoint: AMQPEndpoint, name: String, timeouts: AMQPTimeouts
  ) throws(AMQPError) {
    var loginLimit = timeval(timeouts.login)
    amqp_set_handshake_timeout(state, &loginLimit)
    var arena = Arena()
    var properties = try arena.table(ClientProperties.headers(connectionName: name))
    let reply = livery_amqp_login_plain(
      state, endpoint.virtualHost, 16, AMQP_DEFAULT_FRAME_SIZE,
      Int32(clamping: timeouts.heartbeat.components.seconds), &properties,
      endpoint.user, endpoint.password)
    if let error = AMQPError(reply: reply, operation: "log in to \(endpoint)") { throw error }
    var answerLimit = timeval(timeouts.answer)
    amqp_set_rpc_timeout(state, &answerLimit)
  }
}

/// What the client says of itself, and what of the broker's extensions it understands.
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
