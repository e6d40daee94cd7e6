import CRabbitMQ

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
