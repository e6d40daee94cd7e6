package import Crypto
package import RideHandlers

/// The keys of quotes as the configuration writes them: `id:secret,id:secret`.
enum QuoteKeyList {
  /// The fewest bytes of a secret, half of what HMAC-SHA-256 can use.
  static let leastSecretLength = 16

  /// Why a list is invalid; it names places and identifiers, never a secret.
  struct Fault: Error { let explanation: String }

  static func parse(_ text: String) throws(Fault) -> [MessageAuthenticationKey] {
    guard !text.isEmpty else {
      throw Fault(explanation: "nothing; for options without quotes leave the setting out")
    }
    var keys: [MessageAuthenticationKey] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let key = try key(part, position: keys.count + 1)
      guard !keys.contains(where: { $0.identifier == key.identifier }) else {
        throw Fault(explanation: "two keys with the identifier \(key.identifier)")
      }
      keys.append(key)
    }
    return keys
  }

  private static func key(
    _ part: Substring, position: Int
  ) throws(Fault) -> MessageAuthenticationKey {
    guard let colon = part.firstIndex(of: ":") else {
      throw Fault(explanation: "key \(position) without a colon")
    }
    let identifier = part[..<colon]
    guard !identifier.isEmpty, identifier.utf8.allSatisfy(isIdentifierByte) else {
      throw Fault(
        explanation: "key \(position) with an identifier that is not of A-Z, a-z, 0-9, - and _")
    }
    guard let secret = secret(part[part.index(after: colon)...]) else {
      throw Fault(explanation: "key \(identifier) with a secret that is neither base64 nor hex")
    }
    guard secret.count >= leastSecretLength else {
      throw Fault(
        explanation:
          "key \(identifier) with \(secret.count) bytes of secret, fewer than \(leastSecretLength)")
    }
    return MessageAuthenticationKey(identifier: String(identifier), secret: secret)
  }

  /// Reads hex if the text has only pairs of hex digits, else base64 of either alphabet.
  ///
  /// The base64 text of 16 or more random bytes is all hex digits with a chance below 1 in 10^10.
  private static func secret(_ text: Substring) -> [UInt8]? {
    if let bytes = hexadecimal(text) { return bytes }
    let unpadded = text.reversed().drop { $0 == "=" }.reversed()
    guard text.utf8.count - unpadded.count <= 2 else { return nil }
    let urlSafe = unpadded.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    return Base64URL.decode(String(urlSafe))
  }

  private static func hexadecimal(_ text: Substring) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "A"..."Z", "a"..."z", "0"..."9", "-", "_": true
    default: false
    }
  }
}

extension QuoteTokens {
  /// Tokens of the form `KEY.SEALED`: the identifier of the key, and the claims with the first half
  /// of their HMAC-SHA-256 (RFC 2104, section 5) in base64url.
  ///
  /// The first key signs; all of them verify, so that keys can be rotated.
  package static func signed(by keys: [MessageAuthenticationKey]) -> QuoteTokens {
    guard let first = keys.first else { return .none }
    return QuoteTokens(
      seal: { claims, token in
        token += first.identifier.utf8
        token.append(point)
        var sealed = claims
        first.sign(&sealed, length: tagLength)
        Base64URL.append(sealed, to: &token)
      },
      open: { token in
        guard let end = token.firstIndex(of: point),
          let key = keys.first(where: { $0.identifier.utf8.elementsEqual(token[..<end]) })
        else { return nil }
        return opened(token[(end + 1)...], by: key)
      })
  }

  private static func opened(
    _ sealed: ArraySlice<UInt8>, by key: MessageAuthenticationKey
  ) -> [UInt8]? {
    // A point is no letter of base64.
    guard var claims = Base64URL.decode(sealed), claims.count >= tagLength else { return nil }
    let tag = Array(claims.suffix(tagLength))
    claims.removeLast(tagLength)
    return key.isValid(tag, for: claims, length: tagLength) ? claims : nil
  }

  private static let point = UInt8(ascii: ".")
  /// Half of the code: 128 bits, which are too many to guess.
  private static let tagLength = 16
}
