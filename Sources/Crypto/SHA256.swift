import CCrypto

/// The SHA-256 digest (FIPS 180-4).
package enum SHA256 {
  /// The number of bytes in a digest.
  package static let digestLength = 32

  /// The 32 bytes of the digest of a message.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var state = SHA256State()
    state.append(bytes)
    return state.finished()
  }
}

/// A digest that is being made; a plain value, so a common beginning is digested once and copied.
package struct SHA256State: Sendable {
  /// The number of bytes that the digest takes in one step.
  static let blockLength = 64

  private var context = SHA256_CTX()

  /// The digest of nothing yet.
  package init() {
    let done = SHA256_Init(&context)
    precondition(done == 1, "libcrypto refuses to begin a digest")
  }

  /// Goes on with more of the message.
  package mutating func append(_ bytes: [UInt8]) {
    let done = SHA256_Update(&context, bytes, bytes.count)
    precondition(done == 1, "libcrypto refuses to go on with a digest")
  }

  /// The 32 bytes of the digest of all that was appended.
  package consuming func finished() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.digestLength) { digest, count in
      let done = SHA256_Final(digest.baseAddress, &context)
      precondition(done == 1, "libcrypto refuses to end a digest")
      count = SHA256.digestLength
    }
  }
}
