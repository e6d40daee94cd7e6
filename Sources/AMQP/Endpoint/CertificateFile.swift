import CRabbitMQ

/// A file of certificates in PEM, as far as their ends go.
package enum CertificateFile {
  /// When the first of the certificates in a file ends, in seconds since 1970.
  ///
  /// A private key in the file is passed over. Throws `invalidParameter` for a file that cannot be
  /// read, that has no certificate, or one that is damaged.
  package static func earliestEnd(in path: String) throws(AMQPError) -> Int64 {
    // What an earlier call of this thread left would be taken for the end of this file.
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
  /// When the first of the trusted authorities ends; nil for those of the system, which replaces
  /// them, and some of which may have ended.
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
