import CCrypto

/// A secret with a name, that signs and verifies messages with HMAC-SHA-256 (RFC 2104).
///
/// Neither its description nor its mirror shows the secret, so that a log or a dump cannot.
package struct MessageAuthenticationKey: Sendable {
  /// The key's name, which a signed message may carry.
  package let identifier: String
  private let secret: [UInt8]

  package init(identifier: String, secret: [UInt8]) {
    self.identifier = identifier
    self.secret = secret
  }

  /// The 32 bytes that only a holder of the secret can compute for a message.
  package func authenticationCode(for message: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.digestLength) { code, count in
      let done = HMAC(
        EVP_sha256(), secret, Int32(secret.count), message, message.count, code.baseAddress, nil)
      precondition(done != nil, "libcrypto has no HMAC-SHA-256; its configuration forbids it")
      count = SHA256.digestLength
    }
  }

  /// Whether a code is this key's for a message.
  ///
  /// The time that it takes does not tell how much of a wrong code was right.
  package func isValid(_ code: [UInt8], for message: [UInt8]) -> Bool {
    guard code.count == SHA256.digestLength else { return false }
    return CRYPTO_memcmp(authenticationCode(for: message), code, code.count) == 0
  }
}

extension MessageAuthenticationKey: CustomStringConvertible, CustomReflectable {
  package var description: String { "MessageAuthenticationKey(\(identifier))" }

  /// Shows the identifier alone.
  package var customMirror: Mirror { Mirror(self, children: ["identifier": identifier]) }
}
