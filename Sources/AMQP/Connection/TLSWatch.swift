import CRabbitMQ
import Glibc

/// OpenSSL's messages about one connection, so that an error can show the cause.
///
/// It must live as long as the connection.
final class TLSWatch {
  private let report: UnsafeMutablePointer<livery_tls_report>
  private let peer: String
  private let serverName: UnsafeMutablePointer<CChar>?

  /// Has the peer's certificate checked for a host name or an address within the handshake.
  init(_ context: UnsafeMutableRawPointer, peer: String, operation: String) throws(AMQPError) {
    self.peer = peer
    let isAddress = Self.isAddress(peer)
    serverName = isAddress ? nil : strdup(peer)
    report = .allocate(capacity: 1)
    report.initialize(
      to: livery_tls_report(
        server_name: serverName, verify_error: 0, alert: -1, peer_end: livery_no_end,
        session: nil))
    // Errors of an earlier connection of this thread would be attributed to this one.
    ERR_clear_error()
    guard livery_tls_check_peer(context, peer, isAddress ? 1 : 0, report) == 1 else {
      throw AMQPError(
        code: .invalidParameter, operation: operation,
        detail: "expected the name in the broker's certificate, got '\(peer)'")
    }
  }

  deinit {
    report.deallocate()
    free(serverName)
  }

  /// When the certificate that the peer has shown ends, in seconds since 1970; nil before it has
  /// shown one.
  var peerCertificateEnd: Int64? {
    report.pointee.peer_end == livery_no_end ? nil : report.pointee.peer_end
  }

  /// Writes as much as the connection accepts now; `livery_tls_write`.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    livery_tls_write(report, bytes.baseAddress, Int32(clamping: bytes.count))
  }

  /// Reads what has arrived; `livery_tls_read`.
  func read(into room: UnsafeMutableRawBufferPointer) -> SocketReader.Input {
    let count = livery_tls_read(report, room.baseAddress, Int32(clamping: room.count))
    if count > 0 { return .bytes(Int(count)) }
    switch count {
    case 0: return .end(.connectionClosed, "the peer closed the connection")
    case -1: return .nothing
    default: return .end(.secureSocketError, Self.lastReason ?? "the connection was lost")
    }
  }

  /// The error with the TLS cause; unchanged if TLS has none.
  func explain(_ error: AMQPError) -> AMQPError {
    var error = error
    if let refusal {
      error.code = isOtherHost ? .hostNameMismatch : .peerNotTrusted
      error.detail = refusal
      error.isRetriable = false
    } else if let alert {
      error.code = .secureConnectionFailed
      error.detail = "the broker ended TLS with '\(alert)'"
      error.isRetriable = false
    } else if error.code == .secureConnectionFailed, let reason = Self.lastReason {
      error.detail = reason
      error.isRetriable = false
    }
    return error
  }

  private var isOtherHost: Bool {
    [X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH]
      .contains(Int32(truncatingIfNeeded: report.pointee.verify_error))
  }

  private var refusal: String? {
    let code = report.pointee.verify_error
    guard code != X509_V_OK else { return nil }
    if isOtherHost { return "the broker's certificate is not for '\(peer)'" }
    return "the broker's certificate is refused: "
      + String(cString: X509_verify_cert_error_string(code))
  }

  private var alert: String? {
    let code = report.pointee.alert
    // OpenSSL 3.0 has no text for the one that reports a missing certificate (RFC 8446, 6).
    if code == TLS13_AD_CERTIFICATE_REQUIRED { return "certificate required" }
    return code < 0 ? nil : String(cString: SSL_alert_desc_string_long(code))
  }

  /// The last error of OpenSSL on this thread.
  static var lastReason: String? {
    guard let text = ERR_reason_error_string(ERR_peek_last_error()) else { return nil }
    let reason = String(cString: text)
    return reason == "wrong version number"
      ? "the peer does not answer with TLS; is it a port for amqp://?" : reason
  }

  private static func isAddress(_ host: String) -> Bool {
    var room = in6_addr()
    return inet_pton(AF_INET, host, &room) == 1 || inet_pton(AF_INET6, host, &room) == 1
  }
}

/// The expiry of the certificates in a PEM file.
package enum CertificateFile {
  /// When the first of the certificates in a file ends, in seconds since 1970.
  ///
  /// A private key in the file is passed over. Throws `invalidParameter` for a file that cannot be
  /// read, that has no certificate, or one that is damaged.
  package static func earliestEnd(in path: String) throws(AMQPError) -> Int64 {
    // An error of an earlier call of this thread would be read as the end of this file.
    ERR_clear_error()
    guard let file = BIO_new_file(path, "r") else { throw refusal(path) }
    defer {
      BIO_free(file)
      ERR_clear_error()
    }
    var earliest: Int64?
    while let certificate = PEM_read_bio_X509(file, nil, livery_tls_no_passphrase, nil) {
      defer { X509_free(certificate) }
      let end = livery_certificate_end(certificate)
      guard end != livery_no_end else { throw refusal(path) }
      earliest = min(earliest ?? end, end)
    }
    // That no further certificate begins is how a file ends.
    let isAtEnd = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
    guard let earliest, isAtEnd else { throw refusal(path) }
    return earliest
  }

  private static func refusal(_ path: String) -> AMQPError {
    let reason = TLSWatch.lastReason.map { ": \($0)" } ?? ""
    return AMQPError(
      code: .invalidParameter, operation: "read the certificates",
      detail: "expected certificates in PEM in '\(path)', which cannot be read\(reason)",
      isRetriable: false)
  }
}

extension AMQPSecurity {
  /// When the first of the trusted authorities expires; nil for those of the system, which replaces
  /// them, and some of which may have expired.
  package func authoritiesEnd() throws(AMQPError) -> Int64? {
    guard authorities != Self.systemAuthorities else { return nil }
    return try CertificateFile.earliestEnd(in: authorities)
  }

  /// When the client's certificate ends, or one between it and its authority; nil for a client
  /// without one.
  package func clientCertificateEnd() throws(AMQPError) -> Int64? {
    guard let certificate else { return nil }
    return try CertificateFile.earliestEnd(in: certificate)
  }
}
