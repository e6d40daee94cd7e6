import CCrypto

/// The SHA-256 digest (FIPS 180-4).
package enum SHA256 {
  /// The number of bytes in a digest.
  package static let digestLength = 32

  /// The 32 bytes of the digest of a message.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: digestLength) { digest, count in
      let done = EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil)
      precondition(done == 1, "libcrypto has no SHA-256; its configuration forbids it")
      count = digestLength
    }
  }
}
