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
    bytes.withUnsafeBytes { append($0) }
  }

  fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let done = SHA256_Update(&context, bytes.baseAddress, bytes.count)
    precondition(done == 1, "libcrypto refuses to go on with a digest")
  }

  /// The 32 bytes of the digest of all that was appended.
  package consuming func finished() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.digestLength) { digest, count in
      finish(into: UnsafeMutableRawBufferPointer(digest))
      count = SHA256.digestLength
    }
  }

  /// Writes the digest of all that was appended into 32 bytes; nothing can be appended afterwards.
  fileprivate mutating func finish(into digest: UnsafeMutableRawBufferPointer) {
    precondition(digest.count >= SHA256.digestLength, "a digest needs 32 bytes")
    let done = SHA256_Final(digest.baseAddress, &context)
    precondition(done == 1, "libcrypto refuses to end a digest")
  }
}

/// A secret with a name, that signs and verifies messages with HMAC-SHA-256 (RFC 2104).
///
/// Neither its description nor its mirror shows the secret, so that a log or a dump cannot.
package struct MessageAuthenticationKey: Sendable {
  /// The key's name, which a signed message may carry.
  package let identifier: String
  /// The digests begun with the secret under the inner and the outer pad, as RFC 2104 has them;
  /// they are the same for every message, and half of the work for a short one.
  private let inner: SHA256State
  private let outer: SHA256State

  /// Makes a key of a secret of any length; more than 64 bytes are replaced by their digest.
  package init(identifier: String, secret: [UInt8]) {
    self.identifier = identifier
    var block = secret.count > SHA256State.blockLength ? SHA256.digest(secret) : secret
    block += Array(repeating: 0, count: SHA256State.blockLength - block.count)
    inner = Self.begun(block, pad: 0x36)
    outer = Self.begun(block, pad: 0x5C)
  }

  /// The 32 bytes that only a holder of the secret can compute for a message.
  package func authenticationCode(for message: [UInt8]) -> [UInt8] {
    var code: [UInt8] = []
    message.withUnsafeBytes { message in withCode(for: message) { code = Array($0) } }
    return code
  }

  /// Appends the first `length` bytes of a message's code to the message (RFC 2104, section 5).
  package func sign(_ message: inout [UInt8], length: Int) {
    var code = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    message.withUnsafeBytes { bytes in
      withCode(for: bytes) { made in withUnsafeMutableBytes(of: &code) { $0.copyMemory(from: made) }
      }
    }
    withUnsafeBytes(of: code) {
      message.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<length]))
    }
  }

  private func withCode(
    for message: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    withUnsafeTemporaryAllocation(byteCount: SHA256.digestLength, alignment: 8) { code in
      var inner = inner
      inner.append(message)
      inner.finish(into: code)
      var outer = outer
      outer.append(UnsafeRawBufferPointer(code))
      outer.finish(into: code)
      body(UnsafeRawBufferPointer(code))
    }
  }

  /// Whether a code is the first `length` bytes of this key's for a message (RFC 2104, section 5).
  ///
  /// The time that it takes does not reveal how much of a wrong code was right.
  package func isValid(
    _ code: [UInt8], for message: [UInt8], length: Int = SHA256.digestLength
  ) -> Bool {
    guard code.count == length else { return false }
    return CRYPTO_memcmp(authenticationCode(for: message), code, code.count) == 0
  }

  private static func begun(_ block: [UInt8], pad: UInt8) -> SHA256State {
    var state = SHA256State()
    state.append(block.map { $0 ^ pad })
    return state
  }
}

extension MessageAuthenticationKey: Equatable {
  /// Whether both have one name and make the same codes.
  package static func == (one: Self, other: Self) -> Bool {
    one.identifier == other.identifier && one.isValid(other.authenticationCode(for: []), for: [])
  }
}

extension MessageAuthenticationKey: CustomStringConvertible, CustomReflectable {
  package var description: String { "MessageAuthenticationKey(\(identifier))" }

  /// Shows the identifier alone.
  package var customMirror: Mirror { Mirror(self, children: ["identifier": identifier]) }
}
