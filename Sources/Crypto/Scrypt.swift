import CCrypto

/// The hash of passwords scrypt (RFC 7914), with the parameters that say what one costs.
package struct Scrypt: Hashable, Sendable {
  /// N: a power of two; the memory is 128 bytes times it times `blockSize`.
  package let cost: Int
  /// r.
  package let blockSize: Int
  /// p: how often the work is done, one after the other.
  package let parallelization: Int

  /// 32 MiB three times, as OWASP's cheat sheet on the storage of passwords advises.
  package static let usual = Scrypt(unchecked: 1 << 15, 8, 3)

  /// Parameters that need 256 MiB at most; nil for others.
  package init?(cost: Int, blockSize: Int, parallelization: Int) {
    guard 2...(1 << 20) ~= cost, cost.nonzeroBitCount == 1, 1...64 ~= blockSize,
      1...16 ~= parallelization, 128 * cost * blockSize <= 256 << 20
    else { return nil }
    self.init(unchecked: cost, blockSize, parallelization)
  }

  private init(unchecked cost: Int, _ blockSize: Int, _ parallelization: Int) {
    (self.cost, self.blockSize, self.parallelization) = (cost, blockSize, parallelization)
  }

  /// The hash of a password and a salt; nil when the machine has no memory for it.
  package func hash(_ password: [UInt8], salt: [UInt8], length: Int) -> [UInt8]? {
    var isDone = false
    let hash = [UInt8](unsafeUninitializedCapacity: length) { room, count in
      // The parameters are checked; the limit is for those of others.
      isDone =
        password.withUnsafeBytes { password in
          EVP_PBE_scrypt(
            password.baseAddress, password.count, salt, salt.count, UInt64(cost),
            UInt64(blockSize), UInt64(parallelization), 512 << 20, room.baseAddress, length)
        } == 1
      count = isDone ? length : 0
    }
    return isDone ? hash : nil
  }
}

/// Bytes that must not be guessed, and their comparison.
package enum SecretBytes {
  /// So many bytes of libcrypto's generator for secrets.
  package static func random(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      let done = RAND_priv_bytes(room.baseAddress, Int32(count))
      precondition(done == 1, "libcrypto has no random bytes")
      filled = count
    }
  }

  /// Whether two are the same; the time does not reveal how much of them is.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
  }
}
